import { digestOf } from '../../text/digest.ts';

/** Which way a document went. */
export type HistoryStep = 'undo' | 'redo';

interface HistoryState {
  /** Digest of the text: a name can have 100,000 characters, and each stroke makes a state. */
  readonly digest: string;
  /** What the change that led to this text belongs to. */
  group: number | undefined;
}

const maximumStates = 1000;

/**
 * Follows the undo history of a document, so that many changes can count as one. VS Code makes every
 * `WorkspaceEdit` an undo step of its own and can merge none. This history remembers which changes
 * belong together, and says after a step whether the next one must follow.
 */
export class LabelDocumentHistory {
  #states: HistoryState[];
  #current = 0;
  #text: string;

  constructor(text: string) {
    this.#states = [{ digest: digestOf(text), group: undefined }];
    this.#text = text;
  }

  /** The document was changed to `text`; changes in a row with the same `group` count as one. */
  changed(text: string, group: number | undefined): void {
    this.#states.length = this.#current + 1;
    this.#states.push({ digest: digestOf(text), group });
    this.#text = text;
    if (this.#states.length > maximumStates) {
      this.#states.shift();
    }
    this.#current = this.#states.length - 1;
  }

  /** The text that the document was last said to have. */
  get text(): string {
    return this.#text;
  }

  /** The group of the last change, so that a further one can join it; `newGroup` if it has none. */
  joinLast(newGroup: () => number): number {
    const last = this.#states[this.#current];
    const group = last?.group ?? newGroup();
    if (last !== undefined) {
      last.group = group;
    }
    return group;
  }

  /**
   * The document was changed to `text` by undo or redo. Answers whether another `step` must follow,
   * since the document stands in the middle of a group.
   */
  stepped(step: HistoryStep, text: string): boolean {
    const direction = step === 'undo' ? -1 : 1;
    const digest = digestOf(text);
    this.#text = text;
    // One step of the editor can take back several changes: typing in the JSON is merged.
    for (let index = this.#current + direction; ; index += direction) {
      const state = this.#states[index];
      if (state === undefined) {
        this.#states = [{ digest, group: undefined }];
        this.#current = 0;
        return false;
      }
      if (state.digest === digest) {
        const passed = this.#states[step === 'undo' ? index + 1 : index];
        const next = this.#states[step === 'undo' ? index : index + 1];
        this.#current = index;
        return passed?.group !== undefined && passed.group === next?.group;
      }
    }
  }
}
