/** Time for which the page must have been in view before a press counts, in milliseconds. */
const settlingTime = 700;

/**
 * Guard against presses of what has only just appeared under the pointer: they count once the page has been in view,
 * in one width, for a while. One that comes too soon begins the time anew, so that no repeated click counts by chance.
 */
export class PressGuard {
  readonly #onDidChange: (isOpen: boolean) => void;
  #isOpen = false;
  #width = window.innerWidth;
  #frame: number | undefined;
  #timer: number | undefined;

  /** `onDidChange` is called when presses begin or cease to count. */
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

  /** Returns whether a press of a button that is enabled, or not, counts. After one in vain, the time begins anew. */
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
    // A page out of view has no frames.
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
