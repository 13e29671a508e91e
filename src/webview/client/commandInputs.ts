/** Input types that VS Code's commands cause in the focused field; programs can run these commands too. */
const kindsOfCommands: ReadonlySet<string> = new Set([
  'deleteByCut',
  'insertFromPaste',
  'historyUndo',
  'historyRedo',
]);

/** Keys that the VS Code application turns into such commands. */
const keysOfCommands: ReadonlySet<string> = new Set(['x', 'v', 'insert', 'delete']);

/**
 * Distinguishes input caused by a VS Code command from input by the user. The browser announces the user's
 * input (`beforeinput`), but not that of a command. Keys and context menus of the user also run commands in VS
 * Code, so they announce input as well.
 */
export class CommandInputs {
  #isAnnounced = false;
  #isUnderWay = false;

  constructor() {
    const announce = (event: Event): void => {
      this.#isAnnounced = event.isTrusted;
    };
    window.addEventListener('beforeinput', announce, { capture: true });
    window.addEventListener('contextmenu', announce, { capture: true });
    window.addEventListener('pointerdown', () => (this.#isAnnounced = false), { capture: true });
    window.addEventListener(
      'keydown',
      (event) => {
        const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey;
        this.#isAnnounced =
          event.isTrusted && hasModifier && keysOfCommands.has(event.key.toLowerCase());
      },
      { capture: true },
    );
    window.addEventListener(
      'input',
      (event) => {
        this.#isUnderWay =
          !this.#isAnnounced && event instanceof InputEvent && kindsOfCommands.has(event.inputType);
        this.#isAnnounced = false;
      },
      { capture: true },
    );
    // Bubbling phase: by then, the field has passed on its input.
    window.addEventListener('input', () => (this.#isUnderWay = false));
  }

  /** True if the current input comes from a command without a key or menu of the user. */
  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }
}
