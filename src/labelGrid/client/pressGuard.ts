/** Time for which the page must have been in view, in one place, before a press counts, in milliseconds. */
const settlingTime = 700;

/** Means of pressing a button. Keys include what assistive technology does. */
type Means = 'keys' | 'mouse' | 'touch';

/**
 * Events after which a user may still be acting on what had the focus or was below the pointer before, with the
 * time for which presses by each means do not count, in milliseconds. Most systems end a double click after 500 ms.
 */
const waits = {
  /**
   * The page got the focus without a press in it, perhaps while the user types into another editor. A finger is
   * nowhere before it touches, so until it has touched the page it may be on its way to another editor.
   */
  focused: { keys: 1500, mouse: 0, touch: Infinity },
  /** The user typed what nothing in the page accepts, so it was meant for another editor. */
  typedInVain: { keys: 1500, mouse: 0, touch: 0 },
  /** The pointer came into the page, or the page came below the pointer. */
  entered: { keys: 0, mouse: 500, touch: 0 },
  /** A press did not count, so the user may repeat it. */
  refused: { keys: 1500, mouse: 700, touch: 700 },
} as const satisfies Readonly<Record<string, Readonly<Record<Means, number>>>>;

/** Maximum time between a press in the page and the focus that it causes, in milliseconds. */
const focusingTime = 300;

/** Movement of the page below a resting pointer that does not matter, in pixels. */
const maximumDrift = 2;

/** Actions of a guard. */
interface PressGuardActions {
  /** Called when `isOpen` has changed. */
  readonly onDidChange: () => void;
  /** Moves the focus away from a button that has it: Enter or Space may be meant for another editor. */
  readonly leaveButton: () => void;
}

/**
 * Guard against presses that were meant for something else: for what the user was pointing at or typing into before
 * another extension moved the page or the focus there. A press counts only after the user could notice the page, and
 * a press that does not count makes the next one wait, so that repeated presses never count by chance.
 */
export class PressGuard {
  readonly #sends: boolean;
  readonly #actions: PressGuardActions;
  readonly #last = new Map<keyof typeof waits, number>();
  #isOpen = false;
  #frame: number | undefined;
  #timer: number | undefined;
  #pointer: Pick<MouseEvent, 'clientX' | 'clientY' | 'screenX' | 'screenY'> | undefined;
  /** Time of the last press by a pointer, and whether presses counted then. */
  #pressed = -Infinity;
  #wasOpen = false;
  #pointerType = 'mouse';

  /** `sends` is true if a press sends changes, and false if it leads to a review of them. */
  constructor(sends: boolean, actions: PressGuardActions) {
    this.#sends = sends;
    this.#actions = actions;
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
    // A press that began too soon never counts, however long it lasts.
    const hasBegun = this.#sends && means !== 'keys';
    const began = hasBegun ? this.#pressed : performance.now();
    const isWaiting = Array.from(this.#last).some(([each, at]) => began - at < waits[each][means]);
    const counts = isEnabled && this.#isOpen && (!hasBegun || this.#wasOpen) && !isWaiting;
    if (!counts) {
      // The button shows that it waits.
      this.#restart();
      if (this.#sends) {
        this.#happened('refused');
        if (means !== 'keys') {
          // The press has given the button the focus, but Enter may be meant for another editor.
          this.#actions.leaveButton();
        }
      }
    }
    return counts;
  }

  #listen(): void {
    const capture = { capture: true };
    const focused = (): void => {
      if (performance.now() - this.#pressed > focusingTime) {
        this.#happened('focused');
        // After `keepLastFocus`, which restores the focus of a button too.
        setTimeout(() => setTimeout(() => this.#actions.leaveButton()));
      }
    };
    window.addEventListener('focus', focused);
    if (document.hasFocus()) {
      focused();
    }
    document.documentElement.addEventListener('pointerenter', () => this.#happened('entered'));
    window.addEventListener('pointermove', (event) => this.#moved(event), capture);
    window.addEventListener(
      'pointerdown',
      (event) => {
        this.#moved(event);
        this.#pointerType = event.pointerType;
        this.#pressed = performance.now();
        this.#wasOpen = this.#isOpen;
        if (event.pointerType === 'mouse') {
          this.#last.delete('focused');
        } else if (!document.hasFocus()) {
          this.#happened('focused');
        }
      },
      capture,
    );
    // In the bubbling phase: after the press of a button.
    window.addEventListener('click', (event) => {
      if (this.#meansOf(event) !== 'keys') {
        this.#last.delete('focused');
      }
    });
    window.addEventListener('pointercancel', () => this.#last.delete('focused'));
    window.addEventListener(
      'keydown',
      (event) => {
        if (isTyping(event)) {
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
      this.#actions.onDidChange();
    }
  }
}

/** Keys that change text in an editor, apart from those of characters; `Process` and `Dead` begin a composition. */
const typingKeys: ReadonlySet<string> = new Set(['Backspace', 'Delete', 'Process', 'Dead']);

/** Keys that change text in an editor together with Ctrl or Cmd. */
const commandKeys: ReadonlySet<string> = new Set(['v', 'x', 'y', 'z']);

/**
 * Returns whether a key changes text in an editor. A space is excluded, as it ticks rows, and so is Enter on a
 * control.
 */
function isTyping(event: KeyboardEvent): boolean {
  const { altKey, ctrlKey, isComposing, isTrusted, key, metaKey, target } = event;
  if (!isTrusted) {
    return false;
  }
  // With Alt, or Ctrl and Alt, some keyboards type characters.
  if ((ctrlKey || metaKey) && !altKey) {
    return commandKeys.has(key.toLowerCase());
  }
  const isOnControl = target instanceof HTMLButtonElement || target instanceof HTMLInputElement;
  return key === 'Enter'
    ? !isOnControl
    : isComposing || typingKeys.has(key) || (key.length === 1 && key !== ' ');
}
