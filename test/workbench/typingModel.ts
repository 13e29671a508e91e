/** What a person can change of a label by typing. */
export interface TypedContent {
  readonly name: string;
  readonly code: string;
}

/** What typing, undo and redo in one label document must lead to. */
export class TypingModel {
  #states: TypedContent[];
  #current = 0;
  #isStepOpen = false;

  constructor(content: TypedContent) {
    this.#states = [content];
  }

  /** What the document must hold. */
  get content(): TypedContent {
    const content = this.#states[this.#current];
    if (content === undefined) {
      throw new Error('The model has no such state.');
    }
    return content;
  }

  /** How many steps can be taken back. */
  get undoable(): number {
    return this.#current;
  }

  /** How many steps can be made again. */
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

  /** What was done so far cannot be taken back, or made again, with certainty. */
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
