/** Something that is loaded once, when it is first used. After a failure the next use tries again. */
export class LazyValue<T> {
  readonly #load: () => Promise<T>;
  #loading: Promise<T> | undefined;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** Loads the value, unless it is there. Throws what loading throws. */
  async get(): Promise<T> {
    this.#loading ??= this.#start();
    return await this.#loading;
  }

  async #start(): Promise<T> {
    try {
      return await this.#load();
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }
}
