/** Key–value store that outlives the window, such as VS Code's `Memento`. Stored values are unchecked. */
export interface Memento {
  get(key: string): unknown;
  /** Stores `value`, which must be JSON; `undefined` deletes it. Rejects if storing fails. */
  update(key: string, value: unknown): PromiseLike<void>;
}
