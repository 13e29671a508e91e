import { abortable } from '../core/async/abort.ts';
import type { Disposable } from '../core/async/disposable.ts';
import type { TextReplacement } from '../core/labels/document/labelDocumentEdit.ts';
import { cellEdits, type CellEdit } from '../core/labels/table/cellEdits.ts';
import type { LabelTable } from '../core/labels/table/labelTable.ts';
import type { TableFile } from './tableFile.ts';

/** Maximum number of times that VS Code may refuse an edit of an unchanged document. */
const maximumRefusals = 3;

/** The document of a table, as its edits need it. */
export interface EditedDocument {
  /** Number of changes so far. */
  readonly version: number;
  readonly isDirty: boolean;
  /** Number of saves so far. */
  readonly saves: number;
  /** Changes the text, which is one step of undo. Returns false if the document refuses. */
  replace(changes: readonly TextReplacement[]): Promise<boolean>;
}

/** Returns edits of the present rows. */
type EditsOf = () => Iterable<CellEdit> | Promise<Iterable<CellEdit>>;

/** Dependencies of the edits of a table. */
export interface TableEditsOptions {
  readonly document: EditedDocument;
  readonly open: Pick<TableFile, 'onDidChange' | 'readOnly' | 'table'>;
}

/**
 * Edits that a grid makes in the document of its table, one after another. What was typed while the table became
 * locked waits until it is not.
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

  /** True if VS Code has not taken the last edit. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Resets the refusal, so that the next edit is attempted. */
  resetRefusal(): void {
    this.#isRefused = false;
  }

  /** Resolves when all edits so far are in the document. */
  async settled(): Promise<void> {
    await this.#last;
  }

  /**
   * Runs `show` at once, and again once the edits that are under way are made: the page shows them already, and
   * a locked table may keep them waiting.
   */
  async show(show: () => Promise<void>): Promise<void> {
    const edits = this.#underWay === 0 ? undefined : this.settled();
    await show();
    if (edits !== undefined) {
      await edits;
      await show();
    }
  }

  /**
   * Sets the cells that `editsOf` returns for the present rows, which it may have to do again. It begins once the
   * edits before it are made. Returns whether VS Code has taken them. Throws `CancelledError` if the editor closes.
   */
  async apply(editsOf: EditsOf): Promise<boolean> {
    return await this.#inTurn(async () => {
      this.#isRefused = !(await this.#apply(editsOf));
      return !this.#isRefused;
    });
  }

  /** Runs `work` once all edits before it are made. */
  async afterwards(work: () => Promise<void>): Promise<void> {
    await this.#inTurn(work);
  }

  dispose(): void {
    this.#ending.abort();
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    // A failure is that of one edit, and its caller's to handle.
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
        // VS Code takes an edit of a read-only document, and does not count it as a change.
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

/** Returns the changes that take back `changes`, which are in order. */
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
