import * as z from 'zod/mini';
import { isLabelId, type LabelId } from '../../account/labelAddress.ts';
import type { Label } from '../../api/label.ts';
import { isEditableField, type EditableField } from '../../api/labelFields.ts';
import { inSlices } from '../../async/slices.ts';
import { labelColumns } from '../labelColumns.ts';
import { unchangedCell, type BaseCell } from './baseCell.ts';
import { labelsOf, recordTexts } from './recordTexts.ts';
import { cellOf, cellsOf, columnOf, fieldColumns } from './tableColumns.ts';
import { TableModel } from './tableModel.ts';
import { tableText } from './tableText.ts';

/** Maximum length of a table's text, in UTF-16 units: longer texts are neither opened nor stored. */
export const maximumTableLength = 40_000_000;

/** Maximum number of sent values, and of earlier contents, remembered for a cell. */
const maximumSent = 20;

const cellSchema = z.object({
  id: z.string(),
  field: z.string(),
  served: z.string(),
  sent: z.array(z.string()).check(z.maxLength(maximumSent)),
  earlier: z._default(z.array(z.string()).check(z.maxLength(maximumSent)), []),
});

/** Stored form of a base: its text, the cells of which more is known, and the labels as last read. */
const storedSchema = z.object({
  version: z.literal(1),
  text: z.string().check(z.maxLength(maximumTableLength)),
  cells: z.array(cellSchema),
  records: z._default(z.array(z.string()), []),
});

/** Stored form of a base, as JSON. */
export type StoredTableBase = z.output<typeof storedSchema>;

/** State of a cell as far as it is known, with its history. */
interface KnownCell {
  readonly cell: BaseCell;
  /** Contents that the cell showed before, by which an older text of the table is recognized. */
  readonly earlier: readonly string[];
}

/**
 * Base of a table: its labels as they were when their cells were opened or last saved, and as last read from
 * the service. Rows are neither added nor removed.
 */
export class TableBase {
  readonly #rows = new Map<string, readonly string[]>();
  /** Cells of which more is known than their content. */
  readonly #cells = new Map<string, ReadonlyMap<EditableField, KnownCell>>();
  /** Cached text until a cell changes: opening a table needs it several times. */
  #text: Promise<string> | undefined;
  readonly #labels = new Map<LabelId, Label>();
  /** Labels that were read, saved or decided about since the base was made. */
  readonly #followed = new Set<string>();

  /**
   * Creates the base of a table of `labels`, except those whose id a text file cannot represent exactly.
   * Works in slices.
   */
  static async of(labels: Iterable<Label>): Promise<TableBase> {
    const base = new TableBase();
    for await (const slice of inSlices(labels)) {
      for (const label of slice) {
        const cells = cellsOf(label);
        if (cells[0] === label.id) {
          base.#add(cells);
          base.#labels.set(label.id, label);
        }
      }
    }
    return base;
  }

  /** Reads a stored base; undefined if `stored` is not one. Works in slices. */
  static async read(stored: unknown): Promise<TableBase | undefined> {
    const parsed = storedSchema.safeParse(stored);
    if (!parsed.success) {
      return undefined;
    }
    const base = new TableBase();
    const model = await TableModel.of(parsed.data.text);
    for await (const slice of inSlices(model.rows())) {
      for (const { cells } of slice) {
        if (isLabelId(cells[0] ?? '') && cells.length !== labelColumns.length) {
          // Another release stored it, with other fields.
          return undefined;
        }
        base.#add(cells);
      }
    }
    for (const { earlier, field, id, sent, served } of parsed.data.cells) {
      const shown = isEditableField(field) ? base.cell(id, field)?.shown : undefined;
      if (isEditableField(field) && shown !== undefined) {
        base.#followed.add(id);
        base.#note(id, field, { cell: { shown, served, sent: latest(sent) }, earlier });
      }
    }
    for await (const labels of labelsOf(parsed.data.records)) {
      labels.forEach((label) => base.#restore(label));
    }
    return base;
  }

  /** Labels as last read; none after a reload of the window if they were too long to store. */
  get labels(): ReadonlyMap<LabelId, Label> {
    return this.#labels;
  }

  /** Number of rows. */
  get size(): number {
    return this.#rows.size;
  }

  /** Returns whether `id` is the id of one of its labels. */
  has(id: string): id is LabelId {
    return this.#rows.has(id);
  }

  /** Returns whether a label was neither read, saved nor decided about since the base was made. */
  isUntouched(id: string): boolean {
    return !this.#followed.has(id);
  }

  /** Ids of its labels, in the order of the rows. */
  *ids(): Generator<LabelId, void, undefined> {
    for (const id of this.#rows.keys()) {
      if (isLabelId(id)) {
        yield id;
      }
    }
  }

  /** Cells of the label `id` without any edit; undefined if the base does not include it. */
  shown(id: string): readonly string[] | undefined {
    return this.#rows.get(id);
  }

  /** Known state of a cell; undefined if the base does not include its label. */
  cell(id: string, field: EditableField): BaseCell | undefined {
    const shown = this.#rows.get(id)?.[columnOf(field)];
    return shown === undefined
      ? undefined
      : (this.#cells.get(id)?.get(field)?.cell ?? unchangedCell(shown));
  }

  /** Returns whether a value other than the shown one was sent for a cell, and may have arrived. */
  mayHaveArrived(id: string, field: EditableField): boolean {
    const cell = this.#cells.get(id)?.get(field)?.cell;
    return cell?.sent.some((sent) => sent !== cell.shown) === true;
  }

  /** Records the current state of a label in the service. */
  noteRead(label: Label): void {
    this.#labels.set(label.id, label);
    this.#followed.add(label.id);
  }

  /** Changes the known state of a cell. */
  set(id: string, field: EditableField, cell: BaseCell): void {
    const row = this.#rows.get(id);
    if (row === undefined) {
      return;
    }
    const shown = row[columnOf(field)];
    const before = this.#cells.get(id)?.get(field)?.earlier ?? [];
    const isOther = shown !== undefined && shown !== cell.shown;
    if (isOther) {
      this.#rows.set(id, row.with(columnOf(field), cell.shown));
      this.#text = undefined;
    }
    this.#followed.add(id);
    this.#note(id, field, {
      cell: { ...cell, sent: latest(cell.sent) },
      earlier: isOther ? latest([...before, shown]) : before,
    });
  }

  /**
   * Marks cells as changed by both sides if a text restored by VS Code still has their earlier content: it
   * may be older than this base, or come from another window, and nobody has edited them. Returns the ids of
   * their rows.
   */
  markEarlier(model: TableModel): readonly string[] {
    const marked: string[] = [];
    for (const [id, fields] of this.#cells) {
      for (const [field, { cell, earlier }] of fields) {
        const text = model.rowsOf(id)[0]?.cells[columnOf(field)];
        if (text !== undefined && text !== cell.shown && earlier.includes(text)) {
          this.set(id, field, { ...cell, served: text });
          marked.push(id);
        }
      }
    }
    return marked;
  }

  /** Current text of the table without any edit. Works in slices. */
  async text(): Promise<string> {
    this.#text ??= tableText(Array.from(this.#rows.values()));
    return await this.#text;
  }

  /** Current stored form, which outlives the window. Works in slices. */
  async stored(): Promise<StoredTableBase> {
    const text = this.text();
    const labels = Array.from(this.#labels.values());
    const cells: StoredTableBase['cells'] = [];
    for await (const slice of inSlices(Array.from(this.#cells))) {
      for (const [id, fields] of slice) {
        for (const [field, { cell, earlier }] of fields) {
          const { sent, served } = cell;
          cells.push({ id, field, served, sent: Array.from(sent), earlier: Array.from(earlier) });
        }
      }
    }
    return { version: 1, text: await text, cells, records: Array.from(await recordTexts(labels)) };
  }

  /** Records the known state of a cell, or deletes it if it is no more than the cell's content. */
  #note(id: string, field: EditableField, known: KnownCell): void {
    const { cell, earlier } = known;
    const others = new Map(this.#cells.get(id));
    if (cell.shown === cell.served && cell.sent.length === 0 && earlier.length === 0) {
      others.delete(field);
    } else {
      others.set(field, known);
    }
    if (others.size === 0) {
      this.#cells.delete(id);
    } else {
      this.#cells.set(id, others);
    }
  }

  #restore(label: Label): void {
    this.#labels.set(label.id, label);
    const row = this.#rows.get(label.id);
    if (fieldColumns.some(({ column, field }) => row?.[column] !== cellOf(label[field]))) {
      this.#followed.add(label.id);
    }
  }

  #add(cells: readonly string[]): void {
    const [id = ''] = cells;
    if (isLabelId(id) && cells.length === labelColumns.length) {
      this.#rows.set(id, cells);
    }
  }
}

/** Returns the last distinct texts, up to the limit. */
function latest(texts: readonly string[]): string[] {
  return Array.from(new Set(texts)).slice(-maximumSent);
}
