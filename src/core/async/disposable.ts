/** Holder of a resource until it is disposed, with the same shape as VS Code's. */
export interface Disposable {
  dispose(): void;
}

/** Disposes its items in reverse order; items added later are disposed at once. */
export class DisposableStore implements Disposable {
  readonly #items: Disposable[] = [];
  #disposed = false;

  /** Takes ownership of `item` and returns it. */
  add<T extends Disposable>(item: T): T {
    if (this.#disposed) {
      item.dispose();
    } else {
      this.#items.push(item);
    }
    return item;
  }

  dispose(): void {
    this.#disposed = true;
    for (let item = this.#items.pop(); item !== undefined; item = this.#items.pop()) {
      item.dispose();
    }
  }
}
