import type { LabelId } from '../../account/labelAddress.ts';
import type { EditableField, FieldValue } from '../../api/labelFields.ts';
import type { LabelOutcome } from '../changes/journal/labelOutcome.ts';
import type { RunRecord } from '../changes/journal/runRecord.ts';
import type { FieldChange, LabelChange } from '../changes/plan/changeSet.ts';
import type { TableBase } from './tableBase.ts';
import { cellOf } from './tableColumns.ts';

/** Parts of a run that a save needs. */
export type SaveRun = Pick<RunRecord, 'changes' | 'outcomeOf' | 'sent' | 'unread'>;

/**
 * One save of a table. The base records the values before they are sent, and their outcome afterwards, so
 * that a sent value never counts as somebody else's, even if the window dies in between.
 */
export class TableSave {
  readonly #base: TableBase;
  /** Fields whose value was not sent before, by label. */
  readonly #new = new Map<LabelId, Set<EditableField>>();

  /** Records the values of `changes` in the base, which must be stored before any of them is sent. */
  constructor(base: TableBase, changes: readonly LabelChange[]) {
    this.#base = base;
    for (const { fields, id } of changes) {
      for (const { field, wanted } of fields) {
        const cell = base.cell(id, field);
        const value = cellOf(wanted);
        if (cell !== undefined && !cell.sent.includes(value)) {
          base.set(id, field, { ...cell, sent: [...cell.sent, value] });
          this.#new.set(id, (this.#new.get(id) ?? new Set()).add(field));
        }
      }
    }
  }

  /**
   * Updates the base of all cells of `run` with their outcomes. Returns the labels whose base may have
   * changed; their rows must be compared again.
   */
  finish(run: SaveRun): ReadonlySet<LabelId> {
    for (const [id, { fields }] of run.changes) {
      const outcome = run.outcomeOf(id);
      for (const change of fields) {
        const after = run.sent.get(id)?.fields.find(({ field }) => field === change.field)?.after;
        if (isSaved(outcome, change.field, after !== undefined)) {
          const served = after ?? change.wanted;
          this.#saved(id, change, cellOf(served), run.unread.has(id));
        } else {
          this.#left(id, change, after);
        }
      }
    }
    return new Set(run.changes.keys());
  }

  #saved(id: LabelId, { field, wanted }: FieldChange, served: string, isUnread: boolean): void {
    const shown = cellOf(wanted);
    // As long as the label has not been read, the service may turn out to have stored another form.
    this.#base.set(id, field, { shown, served, sent: isUnread ? [shown] : [] });
  }

  /**
   * Updates the base of a cell that was not saved. `sent`: value that was sent, or may have been; it may
   * still arrive.
   */
  #left(id: LabelId, { field, wanted }: FieldChange, sent: FieldValue | undefined): void {
    const cell = this.#base.cell(id, field);
    if (cell !== undefined) {
      const isNew = this.#new.get(id)?.has(field) === true;
      const before = isNew ? cell.sent.filter((each) => each !== cellOf(wanted)) : cell.sent;
      const added = sent === undefined ? [] : [cellOf(sent)];
      this.#base.set(id, field, { ...cell, sent: [...before, ...added] });
    }
  }
}

/**
 * Returns whether the service has the wanted value of a field. An outcome that lists fields does not cover
 * those that were not sent.
 */
function isSaved(outcome: LabelOutcome, field: EditableField, wasSent: boolean): boolean {
  switch (outcome.kind) {
    case 'done':
    case 'alreadySo':
      return true;
    case 'conflict':
      return wasSent && outcome.conflicts.every((conflict) => conflict.field !== field);
    case 'notKept':
      return wasSent && outcome.instead.every((kept) => kept.field !== field);
    case 'failed':
    case 'uncertain':
    case 'notSent':
      return false;
  }
}
