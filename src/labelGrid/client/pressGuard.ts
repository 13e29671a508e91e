/** Time for which the page must have been in view before a press counts, in milliseconds. */
const settlingTime = 700;

/**
 * Guard against presses of a button that has only just appeared under the pointer: a press counts once the
 * page has been visible for a while without a change of its width. A press that comes too early restarts the
 * waiting time, so that repeated clicks never count by chance.
 */
export class PressGuard {
  readonly #onDidChange: (isOpen: boolean) => void;
  #isOpen = false;
  #width = window.innerWidth;
  #frame: number | undefined;
  #timer: number | undefined;

  /** `onDidChange` is called when presses start or stop counting. */
  constructor(onDidChange: (isOpen: boolean) => void) {
    this.#onDidChange = onDidChange;
    document.addEventListener('visibilitychange', () => this.#restart());
    window.addEventListener('resize', () => {
      if (window.innerWidth !== this.#width) {
        this.#width = window.innerWidth;
        this.#restart();
      }
    });
    this.#restart();
  }

  /**
   * Returns whether a press counts; `isEnabled` is the state of the button. A rejected press restarts the
   * waiting time.
   */
  takes(isEnabled: boolean): boolean {
    const counts = isEnabled && this.#isOpen;
    if (!counts) {
      this.#restart();
    }
    return counts;
  }

  #restart(): void {
    this.#show(false);
    clearTimeout(this.#timer);
    if (this.#frame !== undefined) {
      cancelAnimationFrame(this.#frame);
    }
    // A hidden page gets no animation frames.
    this.#frame = requestAnimationFrame(() => {
      this.#timer = window.setTimeout(() => this.#show(true), settlingTime);
    });
  }

  #show(isOpen: boolean): void {
    if (isOpen !== this.#isOpen) {
      this.#isOpen = isOpen;
      this.#onDidChange(isOpen);
    }
  }
}
