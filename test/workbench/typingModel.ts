/** Content of a label that a person can change by typing. */
export interface TypedContent {
  readonly name: string;
  readonly code: string;
}

/** Model of typing, undo and redo in one label document. */
export class TypingModel {
  #states: TypedContent[];
  #current = 0;
  #isStepOpen = false;

  constructor(content: TypedContent) {
    this.#states = [content];
  }

  /** Expected content of the document. */
  get content(): TypedContent {
    const content = this.#states[this.#current];
    if (content === undefined) {
      throw new Error('The model has no such state.');
    }
    return content;
  }

  /** Number of steps that can be undone. */
  get undoable(): number {
    return this.#current;
  }

  /** Number of steps that can be redone. */
  get redoable(): number {
    return this.#states.length - 1 - this.#current;
  }

  /** A stroke has led to `content`. Strokes in a row are undone together, until `endStep`. */
  typed(content: TypedContent): void {
    if (!this.#isStepOpen) {
      this.#current++;
    }
    this.#states.splice(this.#current, Infinity, content);
    this.#isStepOpen = true;
  }

  /** The next stroke is undone by itself. */
  endStep(): void {
    this.#isStepOpen = false;
  }

  undo(): void {
    this.endStep();
    this.#current--;
  }

  redo(): void {
    this.endStep();
    this.#current++;
  }

  /** Discards the history: earlier steps can no longer be undone or redone with certainty. */
  forget(content = this.content): void {
    this.#states = [content];
    this.#current = 0;
    this.endStep();
  }

  /** Like `forget`, for what was taken back only. */
  forgetRedo(): void {
    this.#states.length = this.#current + 1;
  }
}
