/** Something that holds a resource until it is disposed. Same shape as VS Code's own. */
export interface Disposable {
  dispose(): void;
}

/** Disposes everything that was added to it, last added first; what is added later is disposed at once. */
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
