import * as vscode from 'vscode';
import { onDidRegainFocus } from '../commands/windowFocus.ts';
import { labelScheme } from '../core/account/labelAddress.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import type { RunRecord } from '../core/labels/changes/journal/runRecord.ts';
import type { Log } from '../core/log/log.ts';
import { accomplishments, extensionId, walkthroughId, type Accomplishment } from '../ids.ts';

/**
 * Completes the steps of the walkthrough by the user's actions. VS Code follows the completion events of the
 * manifest only once the walkthrough has been opened in a window, and never completes a step whose context key
 * was set before. So the steps name an event that never fires, and the command behind their check marks
 * completes them.
 */
export class WalkthroughSteps implements Disposable {
  readonly #store: vscode.Memento;
  readonly #log: Log;
  /** Steps reported as completed, by this window or before it opened. */
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
      // Steps completed in another window are in the store by now, but not in what VS Code shows in this one.
      onDidRegainFocus(vscode.window, () => this.#stored().forEach((step) => this.#complete(step))),
    );
  }

  /** Records an accomplishment of the user. */
  note(accomplishment: Accomplishment): void {
    const step = accomplishments[accomplishment];
    this.#complete(step);
    if (this.#store.get(step) !== true) {
      this.#store.update(step, true).then(undefined, (error: unknown) => {
        this.#log.warn(`A step of the walkthrough could not be stored: ${reasonOf(error)}`);
      });
    }
  }

  /** Records the accomplishments of a run. */
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

  /** Completes a step once, so that the user can clear its check mark. */
  #complete(step: string): void {
    if (this.#completed.has(step)) {
      return;
    }
    this.#completed.add(step);
    const id = `${extensionId}#${walkthroughId}#${step}`;
    vscode.commands.executeCommand('welcome.markStepComplete', id).then(undefined, () => {
      // Where it has not loaded the walkthrough yet, VS Code remembers the step before it fails.
      this.#log.debug('The step of the walkthrough will be complete when VS Code has loaded it.');
    });
  }
}
