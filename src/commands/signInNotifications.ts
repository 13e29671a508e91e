import * as vscode from 'vscode';
import type { AccountId } from '../core/account/account.ts';
import type { Disposable } from '../core/async/disposable.ts';
import type { SessionChange, Sessions } from '../core/session/sessions.ts';
import { notifyProgress, type NotificationButtons } from '../surfaces/notify.ts';
import { NewestButtons } from './newestButtons.ts';
import { textLanguage } from './textLanguage.ts';

/** Sign-in that a notification asks for. */
export interface AwaitedSignIn {
  /** Account to sign in to; any, if absent. */
  readonly account?: AccountId | undefined;
}

interface ShownNotification extends AwaitedSignIn {
  readonly close: () => void;
}

/**
 * Notifications that ask for a sign-in, and close after a sign-in in any window. VS Code cannot close a
 * message, but ends a progress with its task, so each is the progress of waiting for the sign-in, without a
 * bar.
 */
export class SignInNotifications implements Disposable {
  readonly #subscription: Disposable;
  readonly #buttons = new NewestButtons();
  /** Open notifications by message. */
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
   * Shows `message` with `buttons`, replacing one with the same message, like VS Code. Returns the button
   * pressed; undefined if none was.
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
          // No progress is made: VS Code shows a bar from the first step on, or without any step.
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

/** Returns the sentence that sends the user to buttons in the status bar, by their titles. */
function chooseInStatusBar(titles: readonly string[]): string {
  const list = new Intl.ListFormat(textLanguage(), { type: 'disjunction' }).format(titles);
  return vscode.l10n.t({
    message: 'Choose {0} in the status bar.',
    args: [list],
    comment: ['{0}: titles of buttons, such as “Retry or Sign In”'],
  });
}

/** Returns whether a session was added or renewed. */
function hasSignIn({ added, changed }: SessionChange): boolean {
  return added.length > 0 || changed.some(({ isNewSignIn }) => isNewSignIn);
}

/** Returns whether `account` needs no sign-in any more: its session works, or was removed. */
function isSettled(account: AccountId, { added, changed, removed }: SessionChange): boolean {
  const works = [...added, ...changed].filter(
    ({ doubt, state }) => state === 'active' && doubt === undefined,
  );
  return [...works, ...removed].some((session) => session.account.id === account);
}
