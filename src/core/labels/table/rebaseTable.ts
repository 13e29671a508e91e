import type { LabelId } from '../../account/labelAddress.ts';
import type { Label } from '../../api/label.ts';
import { cellRelation, unchangedCell } from './baseCell.ts';
import type { CellEdit } from './cellEdits.ts';
import type { LabelTable } from './labelTable.ts';
import { structuralProblem } from './rowFindings.ts';
import type { TableConflict } from './savePlan.ts';
import type { TableBase } from './tableBase.ts';
import { cellOf, fieldColumns } from './tableColumns.ts';

/**
 * Bases each cell on the current value of its label if the text has that value: it was saved, or adopted from
 * somebody else. Call this only after the text was edited, so that no edit can get lost in between. Returns
 * the labels whose base has changed; their rows must be compared again.
 */
export function rebaseTable(
  { base, model }: LabelTable,
  labels: Iterable<Label>,
): ReadonlySet<LabelId> {
  const ids = new Set<LabelId>();
  for (const label of labels) {
    const [row, ...others] = model.rowsOf(label.id);
    if (row === undefined || others.length > 0 || structuralProblem(row) !== undefined) {
      continue;
    }
    for (const { column, field } of fieldColumns) {
      const cell = base.cell(label.id, field);
      const text = row.cells[column];
      if (cell === undefined || text === undefined) {
        continue;
      }
      const now = cellOf(label[field]);
      if (text === now) {
        base.set(label.id, field, unchangedCell(now));
        ids.add(label.id);
      } else if (cellRelation(cell, text, now) === 'alreadySo') {
        base.set(label.id, field, { shown: text, served: now, sent: [] });
        ids.add(label.id);
      }
    }
  }
  return ids;
}

/**
 * Applies `rebaseTable` to a text restored by VS Code, with the labels as last read: the document may have
 * closed after its text adopted values from somebody else, but before its base did. Skips labels that were
 * sent, as they may have been read before that. Returns the labels whose base has changed.
 */
export function rebaseRestored(table: LabelTable): ReadonlySet<LabelId> {
  const { base } = table;
  const isSent = (id: LabelId): boolean =>
    fieldColumns.some(({ field }) => (base.cell(id, field)?.sent.length ?? 0) > 0);
  const labels = Array.from(base.labels.values());
  return rebaseTable(
    table,
    labels.filter(({ id }) => !base.isUntouched(id) && !isSent(id)),
  );
}

/**
 * Returns the edits that update unedited cells to the current labels: to values of somebody else, and to
 * saved values in the form in which the service stored them. Call `rebaseTable` once they are made.
 */
export function outdatedCells(table: LabelTable, labels: Iterable<Label>): readonly CellEdit[] {
  const { base, model } = table;
  const edits: CellEdit[] = [];
  for (const label of labels) {
    const [row] = model.rowsOf(label.id);
    if (row === undefined || table.findings(row).problems.length > 0) {
      continue;
    }
    for (const { column, field } of fieldColumns) {
      const cell = base.cell(label.id, field);
      const text = row.cells[column];
      const now = cellOf(label[field]);
      if (cell !== undefined && text !== undefined && text !== now) {
        const relation = cellRelation(cell, text, now);
        if (relation !== 'own' && relation !== 'conflict') {
          edits.push({ row: row.index, field, cell: now });
        }
      }
    }
  }
  return edits;
}

/**
 * Bases the cells of `conflicts` on the values of somebody else, as the user wants to replace these with the
 * values in the table. Returns the labels whose base has changed; their rows must be compared again.
 */
export function keepOwn(
  base: TableBase,
  conflicts: readonly TableConflict[],
): ReadonlySet<LabelId> {
  for (const { current, field, id } of conflicts) {
    base.set(id, field, unchangedCell(cellOf(current)));
  }
  return new Set(conflicts.map(({ id }) => id));
}
