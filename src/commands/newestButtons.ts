import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { showProgressButtons } from '../surfaces/progressButtons.ts';
import { quickPickRow, showQuickPick } from '../surfaces/quickPick.ts';
import { countText } from './formatNumber.ts';

/** A notification with buttons. */
interface NotificationInStatusBar {
  readonly message: string;
  /** Titles of its buttons. */
  readonly buttons: readonly string[];
  /** Called with the title of a button that the user presses. */
  readonly onPress: (button: string) => void;
}

/**
 * Buttons of notifications in the status bar. There is room for one notification only: the newest one shows
 * its buttons, and a single button lists those of the others.
 */
export class NewestButtons implements Disposable {
  /** Notifications with buttons, oldest first. */
  readonly #all = new Set<NotificationInStatusBar>();
  #shown: Disposable | undefined;

  /** Shows the buttons of `notification` until disposed. */
  show(notification: NotificationInStatusBar): Disposable {
    this.#all.add(notification);
    this.#render();
    return {
      dispose: () => {
        if (this.#all.delete(notification)) {
          this.#render();
        }
      },
    };
  }

  dispose(): void {
    this.#all.clear();
    this.#render();
  }

  #render(): void {
    this.#shown?.dispose();
    const shown = new DisposableStore();
    this.#shown = shown;
    const [newest, ...others] = [...this.#all].toReversed();
    if (newest === undefined) {
      return;
    }
    const buttonFor = (title: string, press: () => void): vscode.Command => {
      const command = `workforce.notification.${randomUUID()}`;
      shown.add(vscode.commands.registerCommand(command, press));
      return { title, command };
    };
    const { buttons, message, onPress } = newest;
    shown.add(
      showProgressButtons(
        buttons.map((title) => buttonFor(title, () => onPress(title))),
        message,
      ),
    );
    if (others.length > 0) {
      const title = countText(others.length, {
        one: (count) => vscode.l10n.t('{0} More Notification…', count),
        other: (count) => vscode.l10n.t('{0} More Notifications…', count),
      });
      const messages = others.map((other) => other.message).join('\n');
      const list = buttonFor(title, () => void this.#choose(others, title));
      shown.add(showProgressButtons([list], messages));
    }
  }

  /** Lets the user choose a button of the `others`. */
  async #choose(others: readonly NotificationInStatusBar[], title: string): Promise<void> {
    const rows = others.flatMap((notification) =>
      notification.buttons.map((button) =>
        quickPickRow({ label: button, detail: notification.message, button, notification }),
      ),
    );
    const chosen = await showQuickPick(rows, { title });
    chosen?.notification.onPress(chosen.button);
  }
}
