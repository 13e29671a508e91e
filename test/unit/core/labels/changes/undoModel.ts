import assert from 'node:assert/strict';
import type { LabelId } from '../../../../../src/core/account/labelAddress.ts';
import { editableFields, type EditableField } from '../../../../../src/core/api/labelFields.ts';
import type { LabelChange } from '../../../../../src/core/labels/changes/changeSet.ts';
import { outcomeKinds } from '../../../../../src/core/labels/changes/labelOutcome.ts';
import type { RunRecord } from '../../../../../src/core/labels/changes/runRecord.ts';

/** What has happened to one field of a label in a run: the places of these events among all events. */
interface FieldEvents {
  /** When it was sent last; what the service has refused does not count. */
  sent?: number | undefined;
  /** When the service has applied it last. */
  applied?: number;
}

interface ModelledRun {
  readonly undoes: string | undefined;
  readonly begun: number;
  readonly fields: Map<string, FieldEvents>;
}

/** A run that undoes another one, at `depth` 1, or what undoes it, at 2, and so on. */
interface Undo {
  readonly record: RunRecord;
  readonly depth: number;
}

/** What is left to be taken back of each run, by the order of what has happened, which the test sees. */
export class UndoModel {
  readonly #runs = new Map<string, ModelledRun>();
  #events = 0;

  /** A run begins. */
  begun({ id, undoes }: RunRecord['header']): void {
    this.#runs.set(id, { undoes, begun: ++this.#events, fields: new Map() });
  }

  /** Fields of a label leave. Returns what forgets that, in case the service refuses them. */
  sent(run: string, label: LabelId, fields: readonly EditableField[]): () => void {
    const events = fields.map((field) => this.#eventsOf(run, label, field));
    const before = events.map(({ sent }) => sent);
    for (const each of events) {
      each.sent = ++this.#events;
    }
    return () => events.forEach((each, index) => (each.sent = before[index]));
  }

  /** The service has changed a field for the run. */
  applied(run: string, label: LabelId, field: EditableField): void {
    this.#eventsOf(run, label, field).applied = ++this.#events;
  }

  /** Checks what is said to be left of `run`: at least what has arrived, at most what was sent. */
  check(run: RunRecord, left: readonly LabelChange[], runs: readonly RunRecord[]): void {
    const known = new Set(
      left.flatMap(({ fields, id }) => fields.map((each) => keyOf(id, each.field))),
    );
    const undos = undosOf(run, runs);
    for (const id of run.changes.keys()) {
      const isUnsure = undos.some(({ record }) => isPlannedIn(record, id) && isOpen(record, id));
      for (const field of editableFields) {
        const key = keyOf(id, field);
        const { applied = 0, sent = 0 } = this.#runs.get(run.header.id)?.fields.get(key) ?? {};
        if (known.has(key)) {
          assert.ok(sent > 0, `${key}: to be taken back, and was not sent`);
        } else if (applied > 0 && !isUnsure) {
          const isBack = this.#isTakenBack(id, field, applied, undos);
          const isDealtWith = undos.some((undo) => this.#hasDealtWith(undo, id, field, applied));
          assert.ok(isBack || isDealtWith, `${key}: not to be taken back, and has arrived`);
        }
      }
    }
  }

  /** Whether what has happened `since` was taken back, and that not in its turn. */
  #isTakenBack(id: LabelId, field: EditableField, since: number, undos: readonly Undo[]): boolean {
    const [last] = undos
      .map(({ depth, record }) => ({ depth, applied: this.#appliedIn(record, id, field) }))
      .filter(({ applied }) => applied > since)
      .toSorted((one, other) => other.applied - one.applied);
    return last !== undefined && last.depth % 2 === 1;
  }

  /** Whether an undo that began `since` has left a field alone that it was to take back. */
  #hasDealtWith(
    { depth, record }: Undo,
    id: LabelId,
    field: EditableField,
    since: number,
  ): boolean {
    const isPlanned = record.changes.get(id)?.fields.some((each) => each.field === field);
    const isLater = (this.#runs.get(record.header.id)?.begun ?? 0) > since;
    const isLeftAlone = this.#appliedIn(record, id, field) < since;
    return depth % 2 === 1 && isPlanned === true && isLater && isLeftAlone;
  }

  /** 0 if never. What somebody else has changed before it could be read is theirs, whether ours was there or not. */
  #appliedIn(record: RunRecord, id: LabelId, field: EditableField): number {
    const outcome = record.outcomeOf(id);
    const isTheirs =
      outcome.kind === 'conflict' && outcome.conflicts.some((each) => each.field === field);
    const events = this.#runs.get(record.header.id)?.fields.get(keyOf(id, field));
    return isTheirs ? 0 : (events?.applied ?? 0);
  }

  #eventsOf(run: string, label: LabelId, field: EditableField): FieldEvents {
    const fields = this.#runs.get(run)?.fields;
    assert.ok(fields);
    const events = fields.get(keyOf(label, field)) ?? {};
    fields.set(keyOf(label, field), events);
    return events;
  }
}

/** What undoes `run`, and what undoes that. */
function undosOf(run: RunRecord, runs: readonly RunRecord[], depth = 1): readonly Undo[] {
  const undos = runs.filter(({ header }) => header.undoes === run.header.id);
  const further = undos.flatMap((undo) => undosOf(undo, runs, depth + 1));
  return undos.map((record): Undo => ({ record, depth })).concat(further);
}

function isPlannedIn({ changes }: RunRecord, id: LabelId): boolean {
  return changes.has(id);
}

/** Whether it is not known, or not certain for good, what has come of a label. */
function isOpen(record: RunRecord, id: LabelId): boolean {
  const outcome = record.outcomeOf(id);
  return outcomeKinds[outcome.kind].again !== 'never';
}

function keyOf(label: LabelId, field: EditableField): string {
  return `${label} ${field}`;
}

/** The fields that an update holds. */
export function fieldsIn(
  changes: Partial<Record<EditableField, unknown>>,
): readonly EditableField[] {
  return editableFields.filter((field) => changes[field] !== undefined);
}
