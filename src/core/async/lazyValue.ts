/** Something that is loaded once, when it is first used. After a failure the next use tries again. */
export class LazyValue<T> {
  readonly #load: () => Promise<T>;
  #loading: Promise<T> | undefined;
  #loaded: T | undefined;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** The value; undefined until it is loaded. */
  get loaded(): T | undefined {
    return this.#loaded;
  }

  /** Loads the value, unless it is there. Throws what loading throws. */
  async get(): Promise<T> {
    this.#loading ??= this.#start();
    return await this.#loading;
  }

  async #start(): Promise<T> {
    try {
      this.#loaded = await this.#load();
      return this.#loaded;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }
}
