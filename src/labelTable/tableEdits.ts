import { abortable } from '../core/async/abort.ts';
import type { Disposable } from '../core/async/disposable.ts';
import type { TextReplacement } from '../core/labels/document/labelDocumentEdit.ts';
import { cellEdits, type CellEdit } from '../core/labels/table/cellEdits.ts';
import type { LabelTable } from '../core/labels/table/labelTable.ts';
import type { TableFile } from './tableFile.ts';

/** Maximum number of times that VS Code may refuse an edit of an unchanged document. */
const maximumRefusals = 3;

/** Document of a table, as required by its edits. */
export interface EditedDocument {
  /** Number of changes so far. */
  readonly version: number;
  readonly isDirty: boolean;
  /** Number of saves so far. */
  readonly saves: number;
  /** Changes the text in one undo step. Returns false if the document refuses. */
  replace(changes: readonly TextReplacement[]): Promise<boolean>;
}

/** Returns edits for the current rows. */
type EditsOf = () => Iterable<CellEdit> | Promise<Iterable<CellEdit>>;

/** Dependencies of the edits of a table. */
export interface TableEditsOptions {
  readonly document: EditedDocument;
  readonly open: Pick<TableFile, 'onDidChange' | 'readOnly' | 'table'>;
}

/**
 * Edits that a grid makes in the document of its table, one after another. Edits of a locked table wait until
 * it is unlocked.
 */
export class TableEdits implements Disposable {
  readonly #options: TableEditsOptions;
  readonly #ending = new AbortController();
  #last: Promise<unknown> = Promise.resolve();
  #underWay = 0;
  #isRefused = false;

  constructor(options: TableEditsOptions) {
    this.#options = options;
  }

  /** True if VS Code has not accepted the last edit. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Resets the refusal, so that the next edit is attempted. */
  resetRefusal(): void {
    this.#isRefused = false;
  }

  /** Resolves when all edits so far are in the document. */
  async whenSettled(): Promise<void> {
    await this.#last;
  }

  /**
   * Runs `show` at once and, if edits are pending, again once they are applied: the page already shows their
   * text, and a locked table may delay them.
   */
  async show(show: () => Promise<void>): Promise<void> {
    const edits = this.#underWay === 0 ? undefined : this.whenSettled();
    await show();
    if (edits !== undefined) {
      await edits;
      await show();
    }
  }

  /**
   * Applies the edits that `editsOf` returns for the current rows, after all earlier edits; `editsOf` is
   * called again if the table changes meanwhile. Returns whether VS Code has accepted them. Throws
   * `CancelledError` if the editor closes.
   */
  async apply(editsOf: EditsOf): Promise<boolean> {
    return await this.#inTurn(async () => {
      this.#isRefused = !(await this.#apply(editsOf));
      return !this.#isRefused;
    });
  }

  /** Runs `work` once all earlier edits are applied. */
  async runAfterEdits(work: () => Promise<void>): Promise<void> {
    await this.#inTurn(work);
  }

  dispose(): void {
    this.#ending.abort();
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    // A failure concerns only one edit, whose caller handles it.
    this.#last = turn.catch(() => undefined);
    this.#underWay++;
    try {
      return await turn;
    } finally {
      this.#underWay--;
    }
  }

  async #apply(editsOf: EditsOf): Promise<boolean> {
    const { document, open } = this.#options;
    for (let refusals = 0; refusals < maximumRefusals;) {
      await this.#unlocked();
      const table = await open.table.ready(this.#ending.signal);
      const { saves, version } = document;
      const changes = await cellEdits(table.model, await editsOf());
      if (changes === undefined || table !== open.table.table || document.version !== version) {
        continue;
      }
      if (changes.length === 0) {
        return true;
      }
      const inverse = inverseOf(changes, table);
      if (await document.replace(changes)) {
        if (document.isDirty || document.saves > saves) {
          return true;
        }
        // VS Code accepts an edit of a read-only document without marking it as dirty.
        await document.replace(inverse);
        return false;
      }
      refusals = document.version === version ? refusals + 1 : 0;
    }
    return false;
  }

  /** Waits until the table can be changed. */
  async #unlocked(): Promise<void> {
    const { open } = this.#options;
    while (open.readOnly !== undefined) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const waiting = open.onDidChange(resolve);
      try {
        await abortable(promise, this.#ending.signal);
      } finally {
        waiting.dispose();
      }
    }
  }
}

/** Returns the changes that revert `changes`, which are sorted by position. */
function inverseOf(
  changes: readonly TextReplacement[],
  { model }: LabelTable,
): readonly TextReplacement[] {
  let moved = 0;
  return changes.map(({ content, length, offset }) => {
    const inverse = {
      offset: offset + moved,
      length: content.length,
      content: model.textBetween(offset, offset + length),
    };
    moved += content.length - length;
    return inverse;
  });
}
