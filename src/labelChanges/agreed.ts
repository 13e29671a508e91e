import type { GridAction } from '../labelGrid/gridContent.ts';
import { showDialog } from '../surfaces/notify.ts';

/** A question asked before something is sent. */
export interface SendQuestion {
  /** Message with the number of labels and their account. */
  readonly message: string;
  /** Lines of detail. */
  readonly detail: readonly string[];
  /** Title of the button that sends. */
  readonly send: string;
  /** Title of another button, which shows details and sends nothing. */
  readonly show?: string;
}

/**
 * Something that the user has agreed to send. Only the modal dialog of `ask` and the button of a grid create
 * one: other extensions can run every command and press notification buttons, but they cannot press buttons
 * of a modal dialog or of another extension's page.
 */
export class Agreed<T> {
  readonly #subject: T;

  private constructor(subject: T) {
    this.#subject = subject;
  }

  /** Subject that the user has agreed to. */
  get subject(): T {
    return this.#subject;
  }

  /** Returns the same agreement for a derived subject. */
  with<U>(subject: U): Agreed<U> {
    return new Agreed(subject);
  }

  /** Returns the agreement of a user who has pressed the button of a grid that shows `subject`. */
  static pressed<T>(
    _press: Extract<GridAction, { readonly type: 'press' }>,
    subject: T,
  ): Agreed<T> {
    return new Agreed(subject);
  }

  /**
   * Asks whether to send `subject`. Returns the agreement, `show` if the user presses that button, or
   * undefined if the user declines.
   */
  static async ask<T>(
    subject: T,
    { detail, message, send, show }: SendQuestion,
  ): Promise<Agreed<T> | 'show' | undefined> {
    const buttons = show === undefined ? [send] : [send, show];
    const pressed = await showDialog('warning', message, buttons, detail);
    if (pressed === send) {
      return new Agreed(subject);
    }
    return pressed === undefined ? undefined : 'show';
  }
}
