import type { AnswerWatch } from '../../webview/client/answerWatch.ts';
import { CommandInputs } from '../../webview/client/commandInputs.ts';
import type { PlacedText } from '../model/cellEditing.ts';
import type { CellTexts } from '../model/copiedCells.ts';
import { letterOf } from '../model/gridKeys.ts';
import type { CellPlace } from '../model/gridSelection.ts';
import type {
  GridRange,
  GridView,
  MessageFromGrid,
  UnacknowledgedText,
  KeptText,
} from '../protocol.ts';
import type { GridHost } from './gridHost.ts';

// Keys that act on the document together with Ctrl or Cmd: save, close.
const documentKeys: ReadonlySet<string> = new Set(['s', 'w']);

/** Kind of change that needs only a range. */
type RangeChange = Extract<MessageFromGrid, { type: 'clear' | 'fillDown' }>['type'];

/** Options of the changes. */
interface ChangesOptions {
  readonly host: GridHost;
  readonly answers: AnswerWatch;
  /** False for a review, whose cells are read-only: the extension acknowledges no changes. */
  readonly canChange: boolean;
  /** Ends typing before VS Code acts on the document. */
  readonly endTyping: () => void;
  /** Returns typed text with the ids of its row and column; undefined while these are unknown. */
  readonly keptText: (typed: PlacedText) => KeptText | undefined;
  /** Called when `draft` or `rest` has changed. */
  readonly onDidChange: () => void;
}

/**
 * Changes that are being sent to the extension, in the order of the keystrokes. The grid shows typed text
 * until the rows contain it.
 */
export class Changes {
  readonly #options: ChangesOptions;
  readonly #host: GridHost;
  readonly #answers: AnswerWatch;
  readonly #commandInputs = new CommandInputs();
  readonly #typed = new Map<string, { readonly sequence: number; readonly value: string }>();
  #draft: KeptText | undefined;
  #unacknowledged: readonly UnacknowledgedText[] = [];
  readonly #page: string;
  #sequence: number;
  #acknowledged: number;
  #order = 0;
  #waiting: (() => void)[] = [];

  constructor(options: ChangesOptions) {
    const { answers, endTyping, host } = options;
    this.#options = options;
    this.#host = host;
    this.#answers = answers;
    this.#page = host.viewState?.page ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
    // Changes from before the reload may still be pending.
    this.#sequence = host.viewState?.sequence ?? 0;
    this.#acknowledged = this.#sequence;
    window.addEventListener(
      'keydown',
      (event) => {
        const isDocumentKey =
          (event.ctrlKey || event.metaKey) && !event.altKey && documentKeys.has(letterOf(event));
        if (!isDocumentKey || !event.isTrusted) {
          return;
        }
        endTyping();
        if (this.isPending) {
          // Ctrl+S right after a change must save that change: the key is dispatched again once the document
          // contains it.
          event.preventDefault();
          event.stopImmediatePropagation();
          this.#waiting.push(() =>
            event.target?.dispatchEvent(new KeyboardEvent(event.type, event)),
          );
        }
      },
      { capture: true },
    );
  }

  /** Records that the rows contain the changes up to the number `acknowledged`. */
  acknowledge(acknowledged: number, order: number): void {
    this.#acknowledged = Math.max(this.#acknowledged, acknowledged);
    // The stored state from before the reload may be older than the document.
    this.#sequence = Math.max(this.#sequence, acknowledged);
    this.#order = order;
    for (const [key, { sequence }] of this.#typed) {
      if (sequence <= acknowledged) {
        this.#typed.delete(key);
      }
    }
    if (this.#unacknowledged.some(({ sequence }) => sequence <= acknowledged)) {
      this.#keep(this.#unacknowledged.filter(({ sequence }) => sequence > acknowledged));
    }
    this.#answers.came('change');
    if (this.isPending) {
      this.#answers.expect('change');
      return;
    }
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const act of waiting) {
      act();
    }
  }

  /** Requests the current state, as the extension that locked the grid may have crashed. */
  ask(): void {
    if (!this.#answers.isAwaited('state')) {
      this.#answers.expect('state');
      this.#host.send({ type: 'ask' });
    }
  }

  /** Returns text typed into a cell whose row does not contain it yet; undefined if there is none. */
  typedInto(place: CellPlace): string | undefined {
    return this.#typed.get(this.#keyOf(place))?.value;
  }

  /** Sends text typed into a cell. */
  edit(place: CellPlace, value: string): void {
    const change = this.#nextTyped({ place, value });
    this.#host.send({ type: 'edit', ...change, ...place, value, isTyped: this.#isTyped });
  }

  /** Sends text typed into a cell, to fill all cells of a range. */
  fill(range: GridRange, typed: PlacedText): void {
    const change = this.#nextTyped(typed);
    const content = [[typed.value]];
    this.#host.send({ type: 'paste', ...change, range, content, isTyped: this.#isTyped });
  }

  /** Sends a change of a range. */
  changeRange(type: RangeChange, range: GridRange): void {
    if (this.#options.canChange) {
      this.#host.send({ type, ...this.#next(), range });
    }
  }

  paste(range: GridRange, content: CellTexts | string): void {
    if (this.#options.canChange) {
      this.#host.send({ type: 'paste', ...this.#next(), range, content, isTyped: this.#isTyped });
    }
  }

  step(step: 'undo' | 'redo'): void {
    if (this.#options.canChange) {
      const { sequence } = this.#next();
      this.#host.send({ type: 'step', sequence, step });
    }
  }

  /** Resolves the conflict in a cell. */
  decide(place: CellPlace, side: 'mine' | 'theirs'): void {
    this.#host.send({ type: 'decided', ...this.#next(), ...place, side });
  }

  /** True while the extension has not acknowledged all changes. */
  get isPending(): boolean {
    return this.#sequence > this.#acknowledged;
  }

  /** Text being typed in the open cell; after a reload, that from before it, until the user moves on. */
  get draft(): KeptText | undefined {
    return this.#draft;
  }

  /** State that the page restores after a reload, except `draft`. */
  get rest(): {
    readonly page: string;
    readonly sequence: number;
    readonly unacknowledged: UnacknowledgedText[];
  } {
    return {
      page: this.#page,
      sequence: this.#sequence,
      unacknowledged: [...this.#unacknowledged],
    };
  }

  /** Starts with the view and the texts from before a reload: sends unacknowledged texts again. */
  begin(view: GridView | undefined, texts: readonly UnacknowledgedText[]): void {
    this.#draft = view?.draft;
    this.#host.send({
      type: 'ready',
      page: this.#page,
      sequence: this.#sequence,
      ...(view === undefined ? {} : { view }),
    });
    if (texts.length > 0) {
      this.#unacknowledged = texts;
      const { sequence } = this.#next();
      this.#host.send({ type: 'resume', sequence, texts: [...texts] });
      this.#keep(texts.map((text) => ({ ...text, sequence })));
    }
  }

  /** Drops the text of the open cell from before a reload, as the user has moved on. */
  forgetDraft(): void {
    this.#draft = undefined;
  }

  /** Sends the text in the open cell, which is not a change yet, to the extension. */
  setDraft(typed: PlacedText | undefined): void {
    this.#draft = typed && this.#options.keptText(typed);
    this.#options.onDidChange();
    const draft = typed && { order: this.#order, ...typed.place, value: typed.value };
    this.#host.send({ type: 'draft', ...(draft === undefined ? {} : { draft }) });
  }

  get #isTyped(): boolean {
    return !this.#commandInputs.isUnderWay;
  }

  #keep(unacknowledged: readonly UnacknowledgedText[]): void {
    this.#unacknowledged = unacknowledged;
    this.#options.onDidChange();
  }

  /** Returns the number of a new change, whose text is shown until the rows contain it. */
  #nextTyped({ place, value }: PlacedText): { sequence: number; order: number } {
    const change = this.#next();
    const { sequence } = change;
    this.#typed.set(this.#keyOf(place), { sequence, value });
    const text = this.#options.keptText({ place, value });
    this.#keep([...this.#unacknowledged, ...(text === undefined ? [] : [{ ...text, sequence }])]);
    return change;
  }

  #next(): { sequence: number; order: number } {
    this.#sequence++;
    this.#options.onDidChange();
    this.#answers.expect('change');
    return { sequence: this.#sequence, order: this.#order };
  }

  #keyOf({ column, row }: CellPlace): string {
    return `${this.#order} ${row} ${column}`;
  }
}
