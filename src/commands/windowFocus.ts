import type * as vscode from 'vscode';
import type { Disposable } from '../core/async/disposable.ts';

/** Focus of VS Code's window. */
export type FocusableWindow = Pick<typeof vscode.window, 'state' | 'onDidChangeWindowState'>;

/**
 * Calls `listener` whenever the window regains focus. VS Code fires the same event when the user becomes
 * active again in a focused window; such events are ignored.
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
