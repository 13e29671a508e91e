import type * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { createPassingStatusBarItem } from './statusBarItem.ts';

/**
 * Buttons of a progress notification. Such a notification is the only one that an extension can close, and VS
 * Code gives it no button but Cancel. A link in its text does not help: the accessible name of a notification
 * is its raw text, so a screen reader would read out `[Retry](command:…)`. So the buttons are below it, in
 * the status bar, and a sentence in the text says so.
 */
export interface ProgressButtons {
  readonly buttons?: readonly vscode.Command[];
  /** Sentence after the title that says where the buttons are; omitted if each progress message says so itself. */
  readonly hint?: string;
}

/** Shows `buttons` in the status bar until disposed. `about` is their tooltip: the text that they belong to. */
export function showProgressButtons(buttons: readonly vscode.Command[], about: string): Disposable {
  const shown = new DisposableStore();
  for (const button of buttons) {
    const { item, show } = createPassingStatusBarItem();
    shown.add(item);
    item.name = button.title;
    item.command = button;
    show({ icon: 'bell-dot', text: button.title, tooltip: about });
  }
  return shown;
}
