/** A store in memory, of the shape of VS Code's `Memento`: it has a value at once, and stores it later. */
export class KeyValueStore {
  readonly values = new Map<string, unknown>();

  get(key: string): unknown {
    return this.values.get(key);
  }

  async update(key: string, value: unknown): Promise<void> {
    if (value === undefined) {
      this.values.delete(key);
    } else {
      this.values.set(key, value);
    }
    await Promise.resolve();
  }
}
