import * as vscode from 'vscode';
import { openDocument } from '../commands/openDocuments.ts';
import { rangeOf } from '../commands/textRange.ts';
import { labelScheme } from '../core/account/labelAddress.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import type { LabelProblemKind } from '../core/labels/document/labelDifference.ts';
import { replacementForValue } from '../core/labels/document/labelDocumentEdit.ts';
import { displayText } from '../core/text/displayText.ts';
import { labelLanguageId } from '../ids.ts';
import { diagnostic, diagnosticSource, quickFix } from '../surfaces/diagnostic.ts';
import type { LabelFileSystem } from './labelFileSystem.ts';

const restorableProblems: ReadonlySet<string> = new Set<LabelProblemKind>([
  'emptied',
  'idChanged',
  'readOnlyChanged',
  'wrongType',
  'unknownField',
]);

/**
 * Diagnostics of problems that prevent saving a label document, with a quick fix that restores the service's
 * value.
 */
export class LabelDiagnostics implements Disposable, vscode.CodeActionProvider {
  readonly #files: LabelFileSystem;
  readonly #disposables = new DisposableStore();
  readonly #collection = this.#disposables.add(
    vscode.languages.createDiagnosticCollection(labelLanguageId),
  );

  constructor(files: LabelFileSystem) {
    this.#files = files;
    this.#disposables.add(
      files.onDidOpenFile((file) => {
        // The subscription lives as long as the file.
        file.onDidChangeState(() => this.#updateDocuments(file.uri));
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidOpenTextDocument((document) => this.#update(document)),
    );
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#update(document)),
    );
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#collection.delete(uri)),
    );
    this.#disposables.add(
      vscode.languages.registerCodeActionsProvider({ scheme: labelScheme }, this, {
        providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
      }),
    );
    vscode.workspace.textDocuments.forEach((document) => this.#update(document));
  }

  /** Returns the quick fixes; called by VS Code. */
  provideCodeActions(
    document: vscode.TextDocument,
    _range: vscode.Range,
    context: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    return context.diagnostics.flatMap((marked) => {
      const action = this.#restoration(document, marked);
      return action === undefined ? [] : [action];
    });
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #restoration(
    document: vscode.TextDocument,
    marked: vscode.Diagnostic,
  ): vscode.CodeAction | undefined {
    const file = this.#files.file(document.uri);
    const isOurs =
      marked.source === diagnosticSource &&
      typeof marked.code === 'string' &&
      restorableProblems.has(marked.code);
    if (!isOurs || file?.record === undefined) {
      return undefined;
    }
    const text = document.getText();
    const difference = file.difference(text);
    const problem =
      difference?.kind === 'invalid'
        ? difference.problems.find(
            ({ kind, place }) =>
              kind === marked.code && rangeOf(document, place).start.isEqual(marked.range.start),
          )
        : undefined;
    if (problem?.field === undefined) {
      return undefined;
    }
    const replacement = replacementForValue(text, problem.field, file.record[problem.field]);
    if (replacement === undefined) {
      return undefined;
    }
    const action = quickFix(
      problem.kind === 'unknownField'
        ? vscode.l10n.t('Remove “{0}”', displayText(problem.field))
        : vscode.l10n.t('Restore the service’s value of “{0}”', displayText(problem.field)),
    );
    action.diagnostics = [marked];
    action.isPreferred = true;
    action.edit = new vscode.WorkspaceEdit();
    action.edit.replace(document.uri, rangeOf(document, replacement), replacement.content);
    return action;
  }

  #updateDocuments(uri: vscode.Uri): void {
    const document = openDocument(uri);
    if (document !== undefined) {
      this.#update(document);
    }
  }

  #update(document: vscode.TextDocument): void {
    if (document.uri.scheme !== labelScheme) {
      return;
    }
    const difference = this.#files.file(document.uri)?.difference(document.getText());
    const problems = difference?.kind === 'invalid' ? difference.problems : [];
    this.#collection.set(
      document.uri,
      problems.map(({ kind, message, place }) =>
        diagnostic(rangeOf(document, place), message, kind),
      ),
    );
  }
}
