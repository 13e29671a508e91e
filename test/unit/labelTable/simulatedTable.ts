import { setImmediate } from 'node:timers/promises';
import type { Label } from '../../../src/core/api/label.ts';
import { Emitter } from '../../../src/core/async/event.ts';
import type { TextReplacement } from '../../../src/core/labels/document/labelDocumentEdit.ts';
import { TableBase } from '../../../src/core/labels/table/tableBase.ts';
import { TableDocument } from '../../../src/core/labels/table/tableDocument.ts';
import { TableRows } from '../../../src/core/labels/table/tableRows.ts';
import { TableEdits, type EditedDocument } from '../../../src/labelTable/tableEdits.ts';
import { changedText } from '../core/labels/table/tables.ts';

const orderOptions = () => ({ locale: 'en', now: 0 });

/** A document that takes edits as VS Code does: later, and only if it is what it was when they were made. */
class SimulatedDocument implements EditedDocument {
  readonly table: TableDocument;
  text: string;
  version = 1;
  saves = 0;
  isDirty = false;
  /** Number of turns of the event loop until an edit is made. */
  latency: () => number = () => 1;
  isReadOnly = false;

  constructor(base: TableBase, text: string) {
    this.text = text;
    this.table = new TableDocument(base, text);
  }

  async replace(changes: readonly TextReplacement[]): Promise<boolean> {
    const { version } = this;
    for (let turns = this.latency(); turns > 0; turns--) {
      await setImmediate();
    }
    if (version !== this.version) {
      return false;
    }
    this.change(changes);
    this.isDirty = !this.isReadOnly;
    await setImmediate();
    return true;
  }

  /** Changes the text at once, as somebody who types in the text beside the grid. */
  change(changes: readonly TextReplacement[]): void {
    this.version++;
    this.isDirty = true;
    this.text = changedText(this.text, changes);
    this.table.apply(changes, () => this.text);
  }
}

/** A table that is open without VS Code: its document, the rows of a grid, and the grid's edits. */
export class SimulatedTable {
  readonly document: SimulatedDocument;
  readonly rows: TableRows;
  readonly edits: TableEdits;
  readonly #onDidChange = new Emitter<void>();
  #readOnly: string | undefined;

  private constructor(document: SimulatedDocument, rows: TableRows) {
    this.document = document;
    this.rows = rows;
    this.edits = new TableEdits({ document, open: this });
  }

  static async of(labels: readonly Label[]): Promise<SimulatedTable> {
    const base = await TableBase.of(labels);
    const document = new SimulatedDocument(base, await base.text());
    return new SimulatedTable(document, await TableRows.of(document.table, { orderOptions }));
  }

  get table(): TableDocument {
    return this.document.table;
  }

  readonly onDidChange = this.#onDidChange.event;

  get readOnly(): string | undefined {
    return this.#readOnly;
  }

  set readOnly(reason: string | undefined) {
    this.#readOnly = reason;
    this.#onDidChange.fire();
  }
}
