import * as vscode from 'vscode';
import type { AccountId } from '../core/account/account.ts';
import type { Disposable } from '../core/async/disposable.ts';
import type { SessionChange, Sessions } from '../core/session/sessions.ts';
import { notifyProgress, type NotificationButtons } from '../surfaces/notify.ts';
import { NewestButtons } from './newestButtons.ts';
import { textLanguage } from './textLanguage.ts';

/** Sign-in that a notification asks for. */
export interface AwaitedSignIn {
  /** Account to sign in to; any account if undefined. */
  readonly account?: AccountId | undefined;
}

interface ShownNotification extends AwaitedSignIn {
  readonly close: () => void;
}

/**
 * Notifications that ask for a sign-in and close after a sign-in in any window. VS Code cannot close a
 * message, but closes a progress notification when its task ends; so each is a progress notification, without
 * a progress bar, whose task waits for the sign-in.
 */
export class SignInNotifications implements Disposable {
  readonly #subscription: Disposable;
  readonly #buttons = new NewestButtons();
  /** Open notifications, by message. */
  readonly #shown = new Map<string, ShownNotification>();

  constructor({ onDidChangeSessions }: Pick<Sessions, 'onDidChangeSessions'>) {
    this.#subscription = onDidChangeSessions((change) => {
      for (const { account, close } of this.#shown.values()) {
        if (account === undefined ? hasSignIn(change) : isSettled(account, change)) {
          close();
        }
      }
    });
  }

  /**
   * Shows `message` with `buttons`; replaces an open notification with the same message. Returns the pressed
   * button; undefined if none was pressed.
   */
  async show(
    message: string,
    buttons: NotificationButtons,
    { account }: AwaitedSignIn = {},
  ): Promise<string | undefined> {
    const choices = Object.keys(buttons);
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const close = (): void => resolve(undefined);
    this.#shown.get(message)?.close();
    const shown: ShownNotification = { account, close };
    this.#shown.set(message, shown);
    const shownButtons = this.#buttons.show({ message, buttons: choices, onPress: resolve });
    try {
      return await notifyProgress(
        message,
        async (progress, cancelled) => {
          // An increment of 0 hides the bar: VS Code shows one if nothing is reported, or once there is
          // progress.
          progress.report({ increment: 0 });
          cancelled.addEventListener('abort', close, { once: true });
          return await promise;
        },
        { hint: chooseInStatusBar(choices) },
      );
    } finally {
      shownButtons.dispose();
      if (this.#shown.get(message) === shown) {
        this.#shown.delete(message);
      }
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#buttons.dispose();
    for (const { close } of this.#shown.values()) {
      close();
    }
  }
}

/** Returns a sentence that refers the user to the buttons in the status bar, by their titles. */
function chooseInStatusBar(titles: readonly string[]): string {
  const list = new Intl.ListFormat(textLanguage(), { type: 'disjunction' }).format(titles);
  return vscode.l10n.t({
    message: 'Choose {0} in the status bar.',
    args: [list],
    comment: ['{0}: titles of buttons, such as “Retry or Sign In”'],
  });
}

/** Returns whether a new sign-in has added or changed a session. */
function hasSignIn({ added, changed }: SessionChange): boolean {
  return added.length > 0 || changed.some(({ isNewSignIn }) => isNewSignIn);
}

/** Returns whether `account` no longer needs a sign-in: its session works again, or was removed. */
function isSettled(account: AccountId, { added, changed, removed }: SessionChange): boolean {
  const works = [...added, ...changed].filter(
    ({ doubt, state }) => state === 'active' && doubt === undefined,
  );
  return [...works, ...removed].some((session) => session.account.id === account);
}
