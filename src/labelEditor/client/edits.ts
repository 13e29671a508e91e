import type { ExtensionHost } from './extensionHost.ts';

// Typing that rests for longer than this goes on as another undo step.
const pauseMilliseconds = 800;

// With Ctrl or Cmd, VS Code acts on the document: save, undo, redo, close.
const documentKeys: ReadonlySet<string> = new Set(['s', 'y', 'z', 'w']);

/**
 * Sends on what is typed, each stroke at once, so that nothing typed is ever only in this page.
 * Counts what belongs to one undo step: one field, without a pause.
 */
export class Edits {
  readonly #extensionHost: ExtensionHost;
  readonly #sent = new Map<string, number>();
  #sequence = 0;
  #acknowledged = 0;
  #step = 0;
  #last: { readonly field: string; readonly time: number } | undefined;
  #heldKeys: KeyboardEvent[] = [];

  constructor(extensionHost: ExtensionHost) {
    this.#extensionHost = extensionHost;
    window.addEventListener('keydown', (event) => this.#hold(event), { capture: true });
  }

  /** `value` was typed into the field of the name `field`. */
  typed(field: string, value: string): void {
    const time = performance.now();
    if (this.#last?.field !== field || time - this.#last.time > pauseMilliseconds) {
      this.#step++;
    }
    this.#last = { field, time };
    this.#sequence++;
    this.#sent.set(field, this.#sequence);
    this.#extensionHost.send({
      type: 'edit',
      sequence: this.#sequence,
      step: this.#step,
      field,
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
    if (this.#isAllSettled()) {
      const keys = this.#heldKeys;
      this.#heldKeys = [];
      for (const key of keys) {
        key.target?.dispatchEvent(new KeyboardEvent(key.type, key));
      }
    }
  }

  /** Whether the document holds all that was typed for `field`; before, what it holds is out of date. */
  isSettled(field: string): boolean {
    return (this.#sent.get(field) ?? 0) <= this.#acknowledged;
  }

  #isAllSettled(): boolean {
    return this.#sequence <= this.#acknowledged;
  }

  /** Ctrl+S right after a stroke must save that stroke: the key waits until it is in the document. */
  #hold(event: KeyboardEvent): void {
    const isDocumentKey =
      (event.ctrlKey || event.metaKey) && documentKeys.has(event.key.toLowerCase());
    if (isDocumentKey && event.isTrusted && !this.#isAllSettled()) {
      event.preventDefault();
      event.stopImmediatePropagation();
      this.#heldKeys.push(event);
    }
  }
}
