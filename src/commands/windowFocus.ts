import type * as vscode from 'vscode';
import type { Disposable } from '../core/async/disposable.ts';

/** Focus of VS Code's window. */
export type FocusableWindow = Pick<typeof vscode.window, 'state' | 'onDidChangeWindowState'>;

/**
 * Calls `listener` each time that the window regains focus. VS Code also reports a user's return from
 * inactivity in a focused window.
 */
export function onDidRegainFocus(window: FocusableWindow, listener: () => void): Disposable {
  let wasFocused = window.state.focused;
  return window.onDidChangeWindowState(({ focused }) => {
    const isRegained = focused && !wasFocused;
    wasFocused = focused;
    if (isRegained) {
      listener();
    }
  });
}
