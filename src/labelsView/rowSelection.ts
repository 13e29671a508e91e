import type * as vscode from 'vscode';
import type { Disposable } from '../core/async/disposable.ts';

/** What is needed of VS Code's tree to know what is selected in it. */
export type SelectableTree<Row> = Pick<vscode.TreeView<Row>, 'selection' | 'onDidChangeSelection'>;

/**
 * The rows that are selected in a tree. VS Code says that rows are not selected while it reads them again, which
 * takes long in a busy window: until it says that the selection has changed, they are.
 */
export class RowSelection<Row extends { readonly id: string }> implements Disposable {
  readonly #tree: SelectableTree<Row>;
  readonly #renderedAs: (row: Row) => Row | undefined;
  readonly #subscription: Disposable;
  #known: readonly Row[] = [];

  /** `renderedAs` returns the row that stands for the same thing by now, or undefined if none does. */
  constructor(tree: SelectableTree<Row>, renderedAs: (row: Row) => Row | undefined) {
    this.#tree = tree;
    this.#renderedAs = renderedAs;
    this.#subscription = tree.onDidChangeSelection(({ selection }) => {
      this.#known = selection;
    });
  }

  /** Those rows, as they are rendered now. */
  get rows(): readonly Row[] {
    const { selection } = this.#tree;
    if (selection.length >= this.#known.length) {
      // What VS Code said first may have been said while it read rows again.
      this.#known = selection;
      return selection;
    }
    const current = new Map(selection.map((row) => [row.id, row]));
    return this.#known.flatMap((row) => current.get(row.id) ?? this.#renderedAs(row) ?? []);
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
