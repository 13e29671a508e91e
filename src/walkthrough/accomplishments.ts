import * as vscode from 'vscode';
import { labelScheme } from '../core/account/labelAddress.ts';
import type { Disposable } from '../core/async/disposable.ts';
import type { RunRecord } from '../core/labels/changes/runRecord.ts';
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

  /** Notes what a run of changes has done. */
  noteRun({ counts, header }: RunRecord): void {
    if (counts.done > 0) {
      this.note(header.origin === 'undo' ? 'changesUndone' : 'labelsChanged');
    }
  }

  dispose(): void {
    this.#saves.dispose();
  }
}
