import type { GridAction } from '../labelGrid/gridContent.ts';
import { showDialog } from '../surfaces/notify.ts';

/** A question before something is sent. */
export interface SendQuestion {
  /** Message with the number of labels and their account. */
  readonly message: string;
  /** Lines of detail. */
  readonly detail: readonly string[];
  /** Title of the button that sends. */
  readonly send: string;
  /** Title of another button, which sends nothing. */
  readonly show?: string;
}

/**
 * Something that the user has agreed to send. Only the modal dialog of `ask` and the button of a grid create one:
 * other extensions can run every command and press notification buttons, but not those of a modal dialog, nor what
 * is on the page of another extension.
 */
export class Agreed<T> {
  readonly #subject: T;

  private constructor(subject: T) {
    this.#subject = subject;
  }

  /** The agreed changes. */
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

  /** Asks whether to send `subject`. Returns `show` for that button, and undefined if the user declines. */
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
