import * as vscode from 'vscode';
import { labelScheme } from '../core/account/labelAddress.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import type { LabelProblemKind } from '../core/labels/document/labelDifference.ts';
import { replacementForValue } from '../core/labels/document/labelDocumentEdit.ts';
import { labelLanguageId } from '../ids.ts';
import type { LabelFileSystem } from './labelFileSystem.ts';
import { openDocument } from './openDocuments.ts';
import { rangeOf } from './textRange.ts';

const diagnosticSource = 'Workforce';

const restorable: ReadonlySet<string> = new Set<LabelProblemKind>([
  'emptied',
  'idChanged',
  'readOnlyChanged',
  'wrongType',
  'unknownField',
]);

/** Marks in label documents what cannot be saved, and offers to restore what the service has. */
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
        // Lives as long as the file does.
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

  /** Called by VS Code. */
  provideCodeActions(
    document: vscode.TextDocument,
    _range: vscode.Range,
    context: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    return context.diagnostics.flatMap((diagnostic) => {
      const action = this.#restoration(document, diagnostic);
      return action === undefined ? [] : [action];
    });
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #restoration(
    document: vscode.TextDocument,
    diagnostic: vscode.Diagnostic,
  ): vscode.CodeAction | undefined {
    const file = this.#files.file(document.uri);
    const isOurs =
      diagnostic.source === diagnosticSource &&
      typeof diagnostic.code === 'string' &&
      restorable.has(diagnostic.code);
    if (!isOurs || file?.record === undefined) {
      return undefined;
    }
    const text = document.getText();
    const difference = file.difference(text);
    const problem =
      difference?.kind === 'invalid'
        ? difference.problems.find(
            ({ kind, place }) =>
              kind === diagnostic.code &&
              rangeOf(document, place).start.isEqual(diagnostic.range.start),
          )
        : undefined;
    if (problem?.field === undefined) {
      return undefined;
    }
    const replacement = replacementForValue(text, problem.field, file.record[problem.field]);
    if (replacement === undefined) {
      return undefined;
    }
    const action = new vscode.CodeAction(
      problem.kind === 'unknownField'
        ? vscode.l10n.t('Remove “{0}”', problem.field)
        : vscode.l10n.t('Restore the service’s value of “{0}”', problem.field),
      vscode.CodeActionKind.QuickFix,
    );
    action.diagnostics = [diagnostic];
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
      problems.map(({ kind, message, place }) => {
        const diagnostic = new vscode.Diagnostic(rangeOf(document, place), message);
        diagnostic.source = diagnosticSource;
        diagnostic.code = kind;
        return diagnostic;
      }),
    );
  }
}
