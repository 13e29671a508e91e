import * as vscode from 'vscode';
import { labelScheme } from '../core/account/labelAddress.ts';
import type { Disposable } from '../core/async/disposable.ts';
import { accomplishments, type Accomplishment } from '../ids.ts';

/** Completes the steps of the walkthrough by what the person has done, wherever it was done. */
export class Accomplishments implements Disposable {
  readonly #saves = vscode.workspace.onDidSaveTextDocument(({ uri }) => {
    if (uri.scheme === labelScheme) {
      this.note('labelSaved');
    }
  });

  /** Notes that the person has done something; VS Code remembers the steps that are complete. */
  note(accomplishment: Accomplishment): void {
    void vscode.commands.executeCommand('setContext', accomplishments[accomplishment], true);
  }

  dispose(): void {
    this.#saves.dispose();
  }
}
