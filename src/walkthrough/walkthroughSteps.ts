import * as vscode from 'vscode';
import { onDidRegainFocus } from '../commands/windowFocus.ts';
import { labelScheme } from '../core/account/labelAddress.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import type { RunRecord } from '../core/labels/changes/journal/runRecord.ts';
import type { Log } from '../core/log/log.ts';
import { accomplishments, extensionId, walkthroughId, type Accomplishment } from '../ids.ts';

/**
 * Completes the steps of the walkthrough as the user performs them. VS Code evaluates the completion events
 * of the manifest only after the walkthrough has been opened in a window, and never completes a step whose
 * context key was set before. So the manifest names an event that never fires, and the steps are completed
 * with the command behind their check marks.
 */
export class WalkthroughSteps implements Disposable {
  readonly #store: vscode.Memento;
  readonly #log: Log;
  /** Steps that were reported as completed, by this window or before it opened. */
  readonly #completed: Set<string>;
  readonly #disposables = new DisposableStore();

  /** `store`: storage shared by all windows. */
  constructor(store: vscode.Memento, log: Log) {
    this.#store = store;
    this.#log = log;
    this.#completed = new Set(this.#stored());
    this.#disposables.add(
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (uri.scheme === labelScheme) {
          this.note('labelSaved');
        }
      }),
    );
    this.#disposables.add(
      // Steps completed in another window are already in the store, but this window does not show them yet.
      onDidRegainFocus(vscode.window, () => this.#stored().forEach((step) => this.#complete(step))),
    );
  }

  /** Records that the user has accomplished something. */
  note(accomplishment: Accomplishment): void {
    const step = accomplishments[accomplishment];
    this.#complete(step);
    if (this.#store.get(step) !== true) {
      this.#store.update(step, true).then(undefined, (error: unknown) => {
        this.#log.warn(`A step of the walkthrough could not be stored: ${reasonOf(error)}`);
      });
    }
  }

  /** Records what the user has accomplished with a run. */
  noteRun({ counts, header }: RunRecord): void {
    if (counts.done > 0) {
      this.note(header.origin === 'undo' ? 'changesUndone' : 'labelsChanged');
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #stored(): string[] {
    return Object.values(accomplishments).filter((step) => this.#store.get(step) === true);
  }

  /** Completes a step only once, so that the user can clear its check mark. */
  #complete(step: string): void {
    if (this.#completed.has(step)) {
      return;
    }
    this.#completed.add(step);
    const id = `${extensionId}#${walkthroughId}#${step}`;
    vscode.commands.executeCommand('welcome.markStepComplete', id).then(undefined, () => {
      // If VS Code has not loaded the walkthrough yet, the command fails, but VS Code remembers the step.
      this.#log.debug('The step of the walkthrough will be complete when VS Code has loaded it.');
    });
  }
}
