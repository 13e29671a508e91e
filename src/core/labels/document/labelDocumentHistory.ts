import { digestOf } from '../../text/digest.ts';
import type { UndoRedoDirection } from '../undoRedoDirection.ts';

interface HistoryState {
  /** Digest of the text: a name can have 100,000 characters, and each keystroke creates a state. */
  readonly digest: string;
  /** Group of the change that led to this text. */
  group: number | undefined;
}

const maximumStates = 1000;

/**
 * Undo history of a document that groups changes. VS Code makes every `WorkspaceEdit` an undo step and merges
 * none. This history tracks the groups, and reports after a step whether the next one must follow.
 */
export class LabelDocumentHistory {
  #states: HistoryState[];
  #current = 0;
  #text: string;

  constructor(text: string) {
    this.#states = [{ digest: digestOf(text), group: undefined }];
    this.#text = text;
  }

  /** Records that the document was changed to `text`; consecutive changes with the same `group` count as one. */
  changed(text: string, group: number | undefined): void {
    this.#states.length = this.#current + 1;
    this.#states.push({ digest: digestOf(text), group });
    this.#text = text;
    if (this.#states.length > maximumStates) {
      this.#states.shift();
    }
    this.#current = this.#states.length - 1;
  }

  /** Last known text of the document. */
  get text(): string {
    return this.#text;
  }

  /**
   * Returns the group of the last change, so that another change can join it; a last change without a group
   * gets `newGroup`.
   */
  joinLast(newGroup: () => number): number {
    const last = this.#states[this.#current];
    const group = last?.group ?? newGroup();
    if (last !== undefined) {
      last.group = group;
    }
    return group;
  }

  /**
   * Records that the document was changed to `text` by undo or redo. Returns whether another `step` must
   * follow, as the document is in the middle of a group.
   */
  stepped(step: UndoRedoDirection, text: string): boolean {
    const direction = step === 'undo' ? -1 : 1;
    const digest = digestOf(text);
    this.#text = text;
    // One step of the editor can span several changes, as typing in the JSON is merged.
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
