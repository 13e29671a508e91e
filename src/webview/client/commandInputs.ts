/** Inputs that VS Code's commands cause in the focused field; programs can run these commands too. */
const commandInputs = ['deleteByCut', 'insertFromPaste', 'historyUndo', 'historyRedo'] as const;

type CommandInput = (typeof commandInputs)[number];

/** Keys, pressed with a modifier, that the VS Code application turns into such commands. */
const inputsByKey: ReadonlyMap<string, CommandInput> = new Map([
  ['x', 'deleteByCut'],
  ['delete', 'deleteByCut'],
  ['v', 'insertFromPaste'],
  ['insert', 'insertFromPaste'],
]);

/** Time within which VS Code runs the command of a key or of a menu item, in milliseconds. */
const commandTime = 1000;

/** Time for which a context menu may be open, in milliseconds; not every system tells when it is closed. */
const menuTime = 10_000;

/** Input that the user has caused and that has not arrived yet. */
interface Announcement {
  readonly accepts: (inputType: string) => boolean;
  /** Time at which it expires, in milliseconds since the page was loaded. */
  readonly until: number;
}

/**
 * Distinguishes input caused by a VS Code command from input by the user. The browser announces the user's
 * input (`beforeinput`), but not that of a command. Keys and context menus of the user also run commands in VS
 * Code, so they announce input as well: one of that kind, and soon, as it may never arrive, such as when
 * nothing is selected or a menu is dismissed.
 */
export class CommandInputs {
  #announced: Announcement | undefined;
  #isUnderWay = false;

  constructor() {
    const capture = { capture: true };
    window.addEventListener('beforeinput', (event) => this.#announceNative(event), capture);
    window.addEventListener(
      'contextmenu',
      ({ isTrusted }) => this.#announceMenu(isTrusted),
      capture,
    );
    // The menu was closed.
    window.addEventListener('focus', () => this.#expireWithin(commandTime));
    window.addEventListener('pointerdown', () => (this.#announced = undefined), capture);
    window.addEventListener('keydown', (event) => this.#announceKey(event), capture);
    window.addEventListener(
      'input',
      (event) => {
        this.#isUnderWay =
          event instanceof InputEvent &&
          commandInputs.some((input) => input === event.inputType) &&
          !this.#isAnnounced(event.inputType);
        this.#announced = undefined;
      },
      capture,
    );
    // Bubbling phase: by then, the field has passed on its input.
    window.addEventListener('input', () => (this.#isUnderWay = false));
  }

  /** True if the current input comes from a command without a key or menu of the user. */
  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  #isAnnounced(inputType: string): boolean {
    const announced = this.#announced;
    return (
      announced !== undefined && announced.accepts(inputType) && performance.now() < announced.until
    );
  }

  #announceNative({ inputType, isTrusted }: InputEvent): void {
    if (!isTrusted) {
      this.#announced = undefined;
      return;
    }
    const announced = { accepts: (each: string) => each === inputType, until: Infinity };
    this.#announced = announced;
    // The input comes in the same task, or not at all, such as for Enter in a field of one line.
    setTimeout(() => {
      if (this.#announced === announced) {
        this.#announced = undefined;
      }
    });
  }

  #announceMenu(isTrusted: boolean): void {
    const until = performance.now() + menuTime;
    this.#announced = isTrusted ? { accepts: () => true, until } : undefined;
  }

  #announceKey({ ctrlKey, isTrusted, key, metaKey, shiftKey }: KeyboardEvent): void {
    const input = inputsByKey.get(key.toLowerCase());
    const isCommand = isTrusted && input !== undefined && (ctrlKey || metaKey || shiftKey);
    const until = performance.now() + commandTime;
    this.#announced = isCommand ? { accepts: (each) => each === input, until } : undefined;
  }

  #expireWithin(milliseconds: number): void {
    const announced = this.#announced;
    if (announced !== undefined) {
      const until = Math.min(announced.until, performance.now() + milliseconds);
      this.#announced = { ...announced, until };
    }
  }
}
