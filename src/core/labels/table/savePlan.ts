import { isLabelId, type LabelId } from '../../account/labelAddress.ts';
import type { Label } from '../../api/label.ts';
import { isEmpty, isValueOf, type EditableField, type FieldValue } from '../../api/labelFields.ts';
import { inSlices } from '../../async/slices.ts';
import {
  valueOf,
  type ChangePlan,
  type ContestedFields,
  type FieldChange,
  type LabelChange,
} from '../changes/plan/changeSet.ts';
import { valueOfInput } from '../fieldInput.ts';
import type { FreshLabels, LabelsToRead } from '../reading/freshLabels.ts';
import { cellRelation, type CellRelation } from './baseCell.ts';
import type { LabelTable } from './labelTable.ts';
import type { TableBase } from './tableBase.ts';
import { cellOf, columnOf, fieldColumns } from './tableColumns.ts';
import type { TableRow } from './tableRow.ts';

/** Field of a label that somebody else has changed since the table was opened. */
interface ForeignTableChange {
  readonly id: LabelId;
  readonly field: EditableField;
  /** Value that the table was opened with. */
  readonly before: FieldValue | undefined;
  /** Current value in the service. */
  readonly current: FieldValue | undefined;
}

/** Field that the table and somebody else have changed differently. */
export interface TableConflict extends ForeignTableChange {
  /** Value in the table. */
  readonly wanted: FieldValue | undefined;
}

/** Effect of saving a table. */
export interface SavePlan extends ChangePlan {
  /** Fields that are not sent until the user has chosen between both values. */
  readonly conflicts: readonly TableConflict[];
  /** Fields that keep the value of somebody else. */
  readonly foreign: readonly ForeignTableChange[];
  /** Labels without a row in the text; they do not change. */
  readonly deleted: readonly LabelId[];
}

/** Save plan with conflicting fields: the user decides whose values stay. */
export interface ContestedSavePlan extends SavePlan {
  readonly contested: ContestedFields;
}

/**
 * Adds the fields in conflict to the changes of a plan. Sending them replaces the values of somebody else, which
 * `found` holds.
 */
export function withConflicts(
  plan: SavePlan,
  found: ReadonlyMap<LabelId, Label>,
): ContestedSavePlan {
  const changes = new Map(plan.changes.map((change) => [change.id, change]));
  const labels = new Map(plan.labels);
  const contested = new Map<LabelId, Set<EditableField>>();
  for (const { current, field, id, wanted } of plan.conflicts) {
    const label = found.get(id);
    if (label !== undefined) {
      const { labelCode: code, labelName: name } = label;
      const fields = changes.get(id)?.fields ?? [];
      changes.set(id, { id, code, name, fields: [...fields, { field, before: current, wanted }] });
      labels.set(id, label);
      contested.set(id, (contested.get(id) ?? new Set()).add(field));
    }
  }
  return { ...plan, changes: Array.from(changes.values()), labels, contested };
}

/** Returns the labels with changed cells, with the codes by which they are found. Works in slices. */
export async function labelsToSave(table: LabelTable): Promise<LabelsToRead> {
  const labels = new Map<LabelId, readonly string[]>();
  for await (const slice of inSlices(table.model.rows())) {
    for (const row of slice) {
      const code = table.base.cell(row.id, 'labelCode');
      if (table.findings(row).changed.length > 0 && isLabelId(row.id) && code !== undefined) {
        const codes = [code.served, ...code.sent, row.cells[columnOf('labelCode')] ?? ''];
        labels.set(row.id, Array.from(new Set(codes.filter((each) => each !== ''))));
      }
    }
  }
  return labels;
}

/**
 * Plans a save by comparing three values of each cell: in the base, in the text, and the current one in the
 * service. `found` and `gone` must cover at least `labelsToSave`. Rows with problems are left out: they
 * prevent saving. Works in slices; returns undefined if the text has changed meanwhile.
 */
export async function planSave(
  table: LabelTable,
  { found, gone }: Pick<FreshLabels, 'found' | 'gone'>,
): Promise<SavePlan | undefined> {
  const { base, model } = table;
  const { version } = model;
  const plan = new GrowingSavePlan();
  for await (const slice of inSlices(base.ids())) {
    for (const id of slice) {
      const [row] = model.rowsOf(id);
      const label = found.get(id);
      if (row === undefined) {
        plan.deleted.push(id);
      } else if (table.findings(row).problems.length > 0) {
        continue;
      } else if (label !== undefined) {
        plan.add(label, row, base);
      } else if (gone.has(id)) {
        plan.gone.push(id);
      } else if (table.findings(row).changed.length > 0) {
        plan.unknown.push(id);
      }
    }
  }
  return model.version === version ? plan : undefined;
}

class GrowingSavePlan implements SavePlan {
  readonly changes: LabelChange[] = [];
  readonly labels = new Map<LabelId, Label>();
  readonly gone: LabelId[] = [];
  readonly unknown: LabelId[] = [];
  readonly conflicts: TableConflict[] = [];
  readonly foreign: ForeignTableChange[] = [];
  readonly deleted: LabelId[] = [];
  unchanged = 0;

  /** Compares the cells of a label. */
  add(label: Label, row: TableRow, base: TableBase): void {
    const { id, labelCode: code, labelName: name } = label;
    const fields: FieldChange[] = [];
    const relations = new Set<CellRelation>();
    for (const { column, field } of fieldColumns) {
      const cell = base.cell(id, field);
      const text = row.cells[column];
      if (cell === undefined || text === undefined) {
        continue;
      }
      const relation = cellRelation(cell, text, cellOf(label[field]));
      relations.add(relation);
      if (relation === 'same') {
        continue;
      }
      const current = valueOf(label, field);
      const before = fieldValue(field, cell.served);
      const wanted = fieldValue(field, text);
      if (relation === 'own') {
        fields.push({ field, before: current, wanted });
      } else if (relation === 'conflict') {
        this.conflicts.push({ id, field, before, wanted, current });
      } else if (relation === 'foreign') {
        this.foreign.push({ id, field, before, current });
      }
    }
    if (fields.length > 0) {
      this.changes.push({ id, code, name, fields });
      this.labels.set(id, label);
    } else if (relations.has('alreadySo') && !relations.has('conflict')) {
      this.unchanged++;
    }
  }
}

/** Value of a cell; undefined if the cell is empty or invalid. */
function fieldValue(field: EditableField, cell: string): FieldValue | undefined {
  const value = valueOfInput(field, cell);
  return !isEmpty(value) && isValueOf(field, value) ? value : undefined;
}
