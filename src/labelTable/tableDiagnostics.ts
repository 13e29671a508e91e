import * as vscode from 'vscode';
import { rangeOf } from '../commands/textRange.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { labelTableLanguageId } from '../ids.ts';
import { diagnostic } from '../surfaces/diagnostic.ts';
import type { LabelTables } from './labelTables.ts';
import type { TableFile } from './tableFile.ts';

/** Maximum number of problems shown: nobody reads more, and each edit updates them. */
const shownProblems = 250;

/** Diagnostics of the problems that prevent saving a table. */
export class TableDiagnostics implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #collection = this.#disposables.add(
    vscode.languages.createDiagnosticCollection(labelTableLanguageId),
  );

  constructor(tables: LabelTables) {
    this.#disposables.add(
      tables.onDidOpen((file) => {
        // The subscription lives as long as the table.
        file.table.onDidChange(() => this.#update(file));
        this.#update(file);
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#collection.delete(uri)),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #update({ document, table: { table } }: TableFile): void {
    if (table === undefined) {
      return;
    }
    const problems = table.problems(shownProblems);
    if (problems.length === 0 && !this.#collection.has(document.uri)) {
      return;
    }
    this.#collection.set(
      document.uri,
      problems.map(({ kind, message, place }) =>
        diagnostic(rangeOf(document, place), message, kind),
      ),
    );
  }
}
