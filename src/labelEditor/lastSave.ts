/**
 * The last save of a document: the text that VS Code counts as read, and the one that it is made to read,
 * since the service may set fields of its own.
 */
export class LastSave {
  #written: { readonly text: string; readonly recordText: string } | undefined;
  #isUnderWay = false;

  /** VS Code has what it has written for the file, and asks for its version; nothing was read since. */
  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  /** Whether the service has made another text of what was written. */
  get mustBeRead(): boolean {
    return this.#written !== undefined && this.#written.text !== this.#written.recordText;
  }

  /** `text` was written, and the service has `recordText` now. */
  wrote(text: string, recordText: string): void {
    this.#written = { text, recordText };
    this.#isUnderWay = true;
  }

  /** The save has ended: VS Code says so, or does what it does not do before, where it has failed. */
  ended(): void {
    this.#isUnderWay = false;
  }
}
