import type * as vscode from 'vscode';
import type { Disposable } from '../core/async/disposable.ts';

/** Part of VS Code's tree that reports the selection. */
export type SelectableTree<Row> = Pick<vscode.TreeView<Row>, 'selection' | 'onDidChangeSelection'>;

/**
 * Selected rows of a tree. VS Code reports a row as not selected while it requests the row again, which takes
 * long in a busy window. Such rows count as selected until VS Code reports a changed selection.
 */
export class RowSelection<Row extends { readonly id: string }> implements Disposable {
  readonly #tree: SelectableTree<Row>;
  readonly #renderedAs: (row: Row) => Row | undefined;
  readonly #subscription: Disposable;
  #known: readonly Row[] = [];

  /** `renderedAs`: returns the current row for the same item; undefined if there is none. */
  constructor(tree: SelectableTree<Row>, renderedAs: (row: Row) => Row | undefined) {
    this.#tree = tree;
    this.#renderedAs = renderedAs;
    this.#subscription = tree.onDidChangeSelection(({ selection }) => {
      this.#known = selection;
    });
  }

  /** Current rows of the selection. */
  get rows(): readonly Row[] {
    const { selection } = this.#tree;
    if (selection.length >= this.#known.length) {
      // VS Code may have reported an incomplete selection while it was reloading rows.
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
