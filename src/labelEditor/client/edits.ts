import { AnswerWatch } from '../../webview/client/answerWatch.ts';
import { CommandInputs } from '../../webview/client/commandInputs.ts';
import type { FormHost } from './formHost.ts';

// A pause longer than this starts a new undo step.
const pauseMilliseconds = 800;

// Keys that act on the document together with Ctrl or Cmd: save, close, save and go to the next label.
const documentKeys: ReadonlySet<string> = new Set(['s', 'w', 'enter']);

/**
 * Sends each keystroke at once, so that typed text never exists only in this page. Groups edits into undo
 * steps: edits of one field without a pause, or one composition. Undo and redo are sent the same way, to keep
 * the order of the keys.
 */
export class Edits {
  readonly #extensionHost: FormHost;
  readonly #commandInputs = new CommandInputs();
  readonly #sent = new Map<string, number>();
  #sequence = 0;
  #acknowledged = 0;
  /** Number of the last undo or redo, which may change any field. */
  #lastHistoryStep = 0;
  #step = 0;
  #last: { readonly field: string; readonly time: number } | undefined;
  #isComposing = false;
  #waiting: (() => void)[] = [];
  readonly #answers: AnswerWatch;

  /** `onLate` is called with true when typed text does not arrive in time, and with false once it has arrived. */
  constructor(extensionHost: FormHost, onLate: (isLate: boolean) => void) {
    this.#extensionHost = extensionHost;
    this.#answers = new AnswerWatch(onLate);
    window.addEventListener('keydown', (event) => this.#pressed(event), { capture: true });
    window.addEventListener('compositionstart', () => {
      this.#isComposing = true;
      this.endStep();
    });
    // Bubbling phase: by then, the field has sent the composed text.
    window.addEventListener('compositionend', () => {
      this.#isComposing = false;
      this.endStep();
      this.#goOn();
    });
  }

  /** Sends the `value` typed into `field`, which contained `base`. */
  typed(field: string, value: string, base: string): void {
    const time = performance.now();
    if (this.#last?.field !== field || time - this.#last.time > pauseMilliseconds) {
      this.#step++;
    }
    this.#last = { field, time };
    this.#sequence++;
    this.#sent.set(field, this.#sequence);
    this.#answers.expect('change');
    this.#extensionHost.send({
      type: 'edit',
      sequence: this.#sequence,
      step: this.#step,
      field,
      base,
      value,
      isTyped: !this.#commandInputs.isUnderWay,
    });
  }

  /** Ends the undo step; further typing begins a new step. */
  endStep(): void {
    this.#last = undefined;
  }

  /** Records that the document contains the edits up to the number `sequence`. */
  acknowledged(sequence: number): void {
    this.#acknowledged = sequence;
    this.#answers.came('change');
    if (this.#sequence > sequence) {
      this.#answers.expect('change');
    }
    this.#goOn();
  }

  /** Returns whether the document contains all text typed for `field`; until then, its value is outdated. */
  isSettled(field: string): boolean {
    return Math.max(this.#sent.get(field) ?? 0, this.#lastHistoryStep) <= this.#acknowledged;
  }

  get #mustWait(): boolean {
    return this.#isComposing || this.#sequence > this.#acknowledged;
  }

  #goOn(): void {
    while (this.#waiting.length > 0 && !this.#mustWait) {
      this.#waiting.shift()?.();
    }
  }

  #pressed(event: KeyboardEvent): void {
    if (!event.isTrusted || event.altKey || !(event.ctrlKey || event.metaKey)) {
      return;
    }
    const key = event.key.toLowerCase();
    if (key === 'z' || key === 'y') {
      keepFromOthers(event);
      const step = key === 'y' || event.shiftKey ? 'redo' : 'undo';
      if (this.#isComposing) {
        this.#waiting.push(() => this.#takeStep(step));
      } else {
        this.#takeStep(step);
      }
    } else if (documentKeys.has(key)) {
      // Edits after a save are undone separately from those before it.
      this.endStep();
      if (this.#mustWait) {
        // Ctrl+S right after a keystroke must save that keystroke, too: the key is dispatched again once the
        // text is in the document.
        keepFromOthers(event);
        this.#waiting.push(() => event.target?.dispatchEvent(new KeyboardEvent(event.type, event)));
      }
    }
  }

  #takeStep(step: 'undo' | 'redo'): void {
    this.endStep();
    this.#sequence++;
    this.#lastHistoryStep = this.#sequence;
    this.#answers.expect('change');
    this.#extensionHost.send({ type: 'step', sequence: this.#sequence, step });
  }
}

function keepFromOthers(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
