import type { ExtensionHost } from './extensionHost.ts';

// Typing that rests for longer than this goes on as another undo step.
const pauseMilliseconds = 800;

// With Ctrl or Cmd, VS Code acts on the document: save, close.
const documentKeys: ReadonlySet<string> = new Set(['s', 'w']);

/** How long the extension may take to put a stroke into the document, in milliseconds. It takes about ten. */
const answerLimit = 5000;

/**
 * Sends on what is typed, each stroke at once, so that nothing typed is ever only in this page.
 * Counts what belongs to one undo step: one field, without a pause, or what is composed of several
 * keys. Undo and redo go the same way as strokes, so that they are made in the order of the keys.
 */
export class Edits {
  readonly #extensionHost: ExtensionHost;
  readonly #sent = new Map<string, number>();
  #sequence = 0;
  #acknowledged = 0;
  /** Number of the last undo or redo, which can change any field. */
  #lastHistoryStep = 0;
  #step = 0;
  #last: { readonly field: string; readonly time: number } | undefined;
  #isComposing = false;
  #waiting: (() => void)[] = [];
  readonly #onLate: (isLate: boolean) => void;
  #deadline: number | undefined;

  /** `onLate` learns that what was typed does not arrive, as after a crash of the extension, and that it does again. */
  constructor(extensionHost: ExtensionHost, onLate: (isLate: boolean) => void) {
    this.#extensionHost = extensionHost;
    this.#onLate = onLate;
    window.addEventListener('keydown', (event) => this.#pressed(event), { capture: true });
    window.addEventListener('compositionstart', () => {
      this.#isComposing = true;
      this.endStep();
    });
    // Bubbling: the field has sent what was composed by then.
    window.addEventListener('compositionend', () => {
      this.#isComposing = false;
      this.endStep();
      this.#goOn();
    });
  }

  /** `value` was typed into the field of the name `field`, which held `base`. */
  typed(field: string, value: string, base: string): void {
    const time = performance.now();
    if (this.#last?.field !== field || time - this.#last.time > pauseMilliseconds) {
      this.#step++;
    }
    this.#last = { field, time };
    this.#sequence++;
    this.#sent.set(field, this.#sequence);
    this.#awaitAnswer();
    this.#extensionHost.send({
      type: 'edit',
      sequence: this.#sequence,
      step: this.#step,
      field,
      base,
      value,
    });
  }

  /** What is typed from now on is another undo step. */
  endStep(): void {
    this.#last = undefined;
  }

  /** The document holds the edits up to the number `sequence`. */
  acknowledged(sequence: number): void {
    this.#acknowledged = sequence;
    clearTimeout(this.#deadline);
    this.#deadline = undefined;
    this.#onLate(false);
    if (this.#sequence > sequence) {
      this.#awaitAnswer();
    }
    this.#goOn();
  }

  /** Whether the document holds all that was typed for `field`; before, what it holds is out of date. */
  isSettled(field: string): boolean {
    return Math.max(this.#sent.get(field) ?? 0, this.#lastHistoryStep) <= this.#acknowledged;
  }

  #awaitAnswer(): void {
    this.#deadline ??= window.setTimeout(() => this.#onLate(true), answerLimit);
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
      // What is saved is undone by itself.
      this.endStep();
      if (this.#mustWait) {
        // Ctrl+S right after a stroke must save that stroke: the key waits until it is in the document.
        keepFromOthers(event);
        this.#waiting.push(() => event.target?.dispatchEvent(new KeyboardEvent(event.type, event)));
      }
    }
  }

  #takeStep(step: 'undo' | 'redo'): void {
    this.endStep();
    this.#sequence++;
    this.#lastHistoryStep = this.#sequence;
    this.#awaitAnswer();
    this.#extensionHost.send({ type: 'step', sequence: this.#sequence, step });
  }
}

function keepFromOthers(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
