/** Value that is loaded on first use. After a failure, the next use retries. */
export class LazyValue<T> {
  readonly #load: () => Promise<T>;
  #loading: Promise<T> | undefined;
  #loaded: T | undefined;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** The value; undefined until loaded. */
  get loaded(): T | undefined {
    return this.#loaded;
  }

  /** Loads the value on first use. Throws the errors of loading. */
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
