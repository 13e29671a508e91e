import { abortable, throwIfAborted } from '../../async/abort.ts';
import type { Disposable } from '../../async/disposable.ts';
import { Emitter } from '../../async/event.ts';
import { inSlices } from '../../async/slices.ts';
import type { TextReplacement } from '../document/labelDocumentEdit.ts';
import { LabelTable } from './labelTable.ts';
import { rebaseRestored } from './rebaseTable.ts';
import type { TableBase } from './tableBase.ts';
import type { RowChange } from './tableModel.ts';

/** Length of changed text, in UTF-16 units, beyond which the whole table is read again in slices. */
const longChange = 200_000;

/** Number of rows beyond which rows are compared in slices. */
const manyRows = 2000;

/** The table of a text document: it follows the document, and reads long changes in slices. */
export class TableDocument implements Disposable {
  readonly #base: TableBase;
  readonly #onDidChange = new Emitter<RowChange | undefined>();
  #table: LabelTable | undefined;
  #reading: Reading;

  /** Fires after each change with the rows that it has replaced; with undefined if any row may differ. */
  readonly onDidChange = this.#onDidChange.event;

  /**
   * Creates the table of a document with the current `text`, which is read in slices unless `expected` has
   * the same text.
   */
  constructor(base: TableBase, text: string, expected?: Promise<LabelTable>) {
    this.#base = base;
    const read = textReader(base, text);
    this.#reading = this.#read(async (signal) => {
      const ofText = await expected;
      const isSame = ofText?.model.textBetween(0, ofText.model.length) === text;
      const table = isSame ? ofText : await read(signal);
      table.recheck(base.markEarlier(table.model));
      table.recheck(rebaseRestored(table));
      return table;
    });
  }

  /** The table as it is now; undefined while a long change is being read. */
  get table(): LabelTable | undefined {
    return this.#table;
  }

  /** Returns the table once all changes are read. Throws `CancelledError` if aborted or disposed. */
  async ready(signal?: AbortSignal): Promise<LabelTable> {
    while (this.#table === undefined) {
      const { done, ending } = this.#reading;
      try {
        await abortable(done, signal);
      } catch (error) {
        // A long change may have replaced that reading.
        if (ending === this.#reading.ending) {
          throw error;
        }
      }
    }
    return this.#table;
  }

  /**
   * Applies changes of the text, as editors report them. `text` returns the whole text after them, which is
   * read again if they are long.
   */
  apply(changes: readonly TextReplacement[], text: () => string): void {
    const length = changes.reduce((sum, each) => sum + each.length + each.content.length, 0);
    if (length > longChange) {
      this.#reading.ending.abort();
      this.#reading = this.#read(textReader(this.#base, text()));
    } else if (this.#table === undefined) {
      this.#reading.changes.push(changes);
    } else {
      this.#onDidChange.fire(this.#table.apply(changes));
    }
  }

  /** Compares the rows with the ids `changed` again, as their base has changed. */
  recheck(changed: Iterable<string>): void {
    const ids = Array.from(changed);
    const table = this.#table;
    if (table === undefined) {
      ids.forEach((id) => this.#reading.ids.add(id));
    } else if (ids.length > manyRows) {
      this.#reading = this.#read(async (signal) => {
        for await (const slice of inSlices(ids)) {
          throwIfAborted(signal);
          table.recheck(slice);
        }
        return table;
      });
    } else if (ids.length > 0) {
      table.recheck(ids);
      this.#onDidChange.fire(undefined);
    }
  }

  dispose(): void {
    this.#reading.ending.abort();
    this.#onDidChange.dispose();
  }

  #read(read: ReadTable): Reading {
    this.#table = undefined;
    const ending = new AbortController();
    const reading: Omit<Reading, 'done'> = { ending, changes: [], ids: new Set() };
    const done = this.#readInSlices(read, reading);
    // There may be no caller waiting; a waiting one still gets the error.
    done.catch(() => undefined);
    return { ...reading, done };
  }

  async #readInSlices(
    read: ReadTable,
    { changes, ending, ids }: Omit<Reading, 'done'>,
  ): Promise<void> {
    const table = await read(ending.signal);
    throwIfAborted(ending.signal);
    this.#table = table;
    this.#onDidChange.fire(undefined);
    changes.forEach((each) => this.#onDidChange.fire(table.apply(each)));
    this.recheck(ids);
  }
}

/** Work in slices that returns the current table. Throws `CancelledError`. */
type ReadTable = (signal: AbortSignal) => Promise<LabelTable>;

function textReader(base: TableBase, text: string): ReadTable {
  return async (signal) => await LabelTable.of(base, text, signal);
}

/** Reading of all or many rows. */
interface Reading {
  readonly done: Promise<void>;
  readonly ending: AbortController;
  /** Changes of the text since the reading began. */
  readonly changes: (readonly TextReplacement[])[];
  /** Ids of rows whose base has changed since the reading began. */
  readonly ids: Set<string>;
}
