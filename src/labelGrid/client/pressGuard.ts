/** Time for which the page must have been in view, in one place, before a press counts, in milliseconds. */
const settlingTime = 700;

/** Means of pressing a button. Keys include what assistive technology does. */
type Means = 'keys' | 'mouse' | 'touch';

/**
 * Events after which a user may still be acting on what had the focus or was below the pointer before, with the
 * time for which presses by each means do not count, in milliseconds. Most systems end a double click after 500 ms.
 */
const waits = {
  /** The page got the focus without a press in it, perhaps while the user types into another editor. */
  focused: { keys: 1500, mouse: 0, touch: 500 },
  /** The user typed text that nothing in the page accepts, so it was meant for another editor. */
  typedInVain: { keys: 1500, mouse: 0, touch: 0 },
  /** The pointer came into the page, or the page came below the pointer. */
  entered: { keys: 0, mouse: 500, touch: 0 },
} as const satisfies Readonly<Record<string, Readonly<Record<Means, number>>>>;

/** Maximum time between a press in the page and the focus that it causes, in milliseconds. */
const focusingTime = 300;

/** Movement of the page below a resting pointer that does not matter, in pixels. */
const maximumDrift = 2;

/**
 * Guard against presses that were meant for something else: for what the user was pointing at or typing into before
 * another extension moved the page or the focus there. A press counts only after the user could notice the page, and
 * a press that does not count makes the next one wait, so that repeated presses never count by chance.
 */
export class PressGuard {
  readonly #onDidChange: () => void;
  readonly #last = new Map<keyof typeof waits, number>();
  #isOpen = false;
  #frame: number | undefined;
  #timer: number | undefined;
  #pointer: Pick<MouseEvent, 'clientX' | 'clientY' | 'screenX' | 'screenY'> | undefined;
  #pressed = -Infinity;
  #pointerType = 'mouse';

  /**
   * `sends` is true if a press sends changes, and false if it leads to a review of them. `onDidChange` is called
   * when `isOpen` has changed.
   */
  constructor(sends: boolean, onDidChange: () => void) {
    this.#onDidChange = onDidChange;
    document.addEventListener('visibilitychange', () => this.#restart());
    window.addEventListener('resize', () => this.#restart());
    if (sends) {
      this.#listen();
    }
    this.#restart();
  }

  /** False while no press counts. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Returns whether a press by `event` counts; `isEnabled` is the state of the button. */
  accepts(event: KeyboardEvent | MouseEvent, isEnabled: boolean): boolean {
    const means = this.#meansOf(event);
    const now = performance.now();
    const isWaiting = Array.from(this.#last).some(([each, at]) => now - at < waits[each][means]);
    const counts = isEnabled && this.#isOpen && !isWaiting;
    if (!counts) {
      // The button shows that it waits, so nobody presses it for something else again.
      this.#last.clear();
      this.#restart();
    }
    return counts;
  }

  #listen(): void {
    const capture = { capture: true };
    window.addEventListener('focus', () => {
      // A page that has just come into view waits anyway.
      if (this.#isOpen && performance.now() - this.#pressed > focusingTime) {
        this.#happened('focused');
      }
    });
    document.documentElement.addEventListener('pointerenter', () => this.#happened('entered'));
    window.addEventListener('pointermove', (event) => this.#moved(event), capture);
    window.addEventListener(
      'pointerdown',
      (event) => {
        this.#moved(event);
        this.#pointerType = event.pointerType;
        this.#pressed = performance.now();
        if (event.pointerType === 'mouse') {
          this.#last.delete('focused');
        }
      },
      capture,
    );
    window.addEventListener(
      'keydown',
      (event) => {
        if (isText(event)) {
          this.#happened('typedInVain');
        }
      },
      capture,
    );
  }

  #meansOf(event: KeyboardEvent | MouseEvent): Means {
    // A click without a count comes from a key or from assistive technology.
    if (event instanceof KeyboardEvent || event.detail === 0) {
      return 'keys';
    }
    return this.#pointerType === 'mouse' ? 'mouse' : 'touch';
  }

  #happened(event: keyof typeof waits): void {
    this.#last.set(event, performance.now());
  }

  /** Restarts the time if the page has moved below a pointer that rests. */
  #moved({ clientX, clientY, screenX, screenY }: PointerEvent): void {
    const last = this.#pointer;
    this.#pointer = { clientX, clientY, screenX, screenY };
    if (last === undefined || screenX !== last.screenX || screenY !== last.screenY) {
      return;
    }
    const drift = Math.max(Math.abs(clientX - last.clientX), Math.abs(clientY - last.clientY));
    if (drift > maximumDrift) {
      this.#restart();
    }
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
      this.#onDidChange();
    }
  }
}

/** Returns whether a key types text. A space alone is excluded: it ticks rows. */
function isText({ altKey, ctrlKey, isComposing, isTrusted, key, metaKey }: KeyboardEvent): boolean {
  const isLetter = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
  return isTrusted && (isLetter || isComposing || key === 'Process' || key === 'Dead');
}
