import assert from 'node:assert/strict';
import type { LabelId } from '../../../../../../src/core/account/labelAddress.ts';
import { editableFields, type EditableField } from '../../../../../../src/core/api/labelFields.ts';
import {
  openActions,
  outcomeKinds,
} from '../../../../../../src/core/labels/changes/journal/labelOutcome.ts';
import type { RecordedChain } from '../../../../../../src/core/labels/changes/journal/recordedChain.ts';
import type { RunRecord } from '../../../../../../src/core/labels/changes/journal/runRecord.ts';
import type { LabelChange } from '../../../../../../src/core/labels/changes/plan/changeSet.ts';
import type { UndoRedoDirection } from '../../../../../../src/core/labels/undoRedoDirection.ts';

/** What has happened to one field of a label in a run: the places of these events among all events. */
interface FieldEvents {
  /** When it was sent last; what the service has refused does not count. */
  sent?: number | undefined;
  /** When the service has applied it last. */
  applied?: number;
}

interface ModelledRun {
  readonly begun: number;
  readonly fields: Map<string, FieldEvents>;
}

/** A field of a label, and since when it is looked at. */
interface TurnedField {
  readonly id: LabelId;
  readonly field: EditableField;
  readonly direction: UndoRedoDirection;
  readonly since: number;
}

/** What is left to be taken back of each run, by the order of what has happened, which the test sees. */
export class UndoModel {
  readonly #runs = new Map<string, ModelledRun>();
  #events = 0;

  /** A run begins. */
  begun({ id }: RunRecord['header']): void {
    this.#runs.set(id, { begun: ++this.#events, fields: new Map() });
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

  /** Checks what is said to be left of a run: at least what has arrived, at most what was sent. */
  check(chain: RecordedChain, direction: UndoRedoDirection, left: readonly LabelChange[]): void {
    const known = new Set(
      left.flatMap(({ fields, id }) => fields.map((each) => keyOf(id, each.field))),
    );
    const { root, reversals } = chain;
    for (const id of root.changes.keys()) {
      const isUnsure = reversals.some(({ run }) => run.changes.has(id) && isOpen(run, id));
      for (const field of editableFields) {
        const key = keyOf(id, field);
        const senders = [{ direction: 'redo' as const, run: root }, ...reversals].filter(
          (each) => each.direction !== direction,
        );
        if (known.has(key)) {
          const wasSent = senders.some(({ run }) => this.#sentIn(run, key) > 0);
          assert.ok(wasSent, `${key}: left to ${direction}, and was not sent`);
        } else if (!isUnsure) {
          const applied = Math.max(
            0,
            ...senders.map(({ run }) =>
              run === root
                ? (this.#runs.get(run.header.id)?.fields.get(key)?.applied ?? 0)
                : this.#appliedIn(run, id, field),
            ),
          );
          const isTurned = this.#isTurned(chain, { id, field, direction, since: applied });
          assert.ok(applied === 0 || isTurned, `${key}: not left to ${direction}, and has arrived`);
        }
      }
    }
  }

  /** Returns whether what has happened `since` was reversed, or left alone, by a turn in this direction. */
  #isTurned(
    { root, reversals }: RecordedChain,
    { direction, field, id, since }: TurnedField,
  ): boolean {
    // What of the run itself is sent later is as good as redone.
    if (direction === 'redo' && this.#appliedIn(root, id, field) > since) {
      return true;
    }
    return reversals.some(({ direction: reversed, run }) => {
      const applied = this.#appliedIn(run, id, field);
      const isPlanned = run.changes.get(id)?.fields.some((each) => each.field === field);
      const isLater = (this.#runs.get(run.header.id)?.begun ?? 0) > since;
      const isLeftAlone = isPlanned === true && isLater && applied < since;
      return reversed === direction && (applied > since || isLeftAlone);
    });
  }

  #sentIn(run: RunRecord, key: string): number {
    return this.#runs.get(run.header.id)?.fields.get(key)?.sent ?? 0;
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

/** Whether it is not known, or not certain for good, what has come of a label. */
function isOpen(record: RunRecord, id: LabelId): boolean {
  const outcome = record.outcomeOf(id);
  return openActions.some((action) => action === outcomeKinds[outcome.kind].again);
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
