import assert from 'node:assert/strict';
import type { LabelId } from '../../../../../src/core/account/labelAddress.ts';
import { editableFields, type EditableField } from '../../../../../src/core/api/labelFields.ts';
import type { LabelChange } from '../../../../../src/core/labels/changes/changeSet.ts';
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
    const since = this.#takenBack(run, runs) ?? 0;
    const known = new Set(
      left.flatMap(({ fields, id }) => fields.map((each) => key(id, each.field))),
    );
    const modelled = this.#runs.get(run.header.id)?.fields ?? new Map<string, FieldEvents>();
    for (const name of known) {
      const { sent = 0 } = modelled.get(name) ?? {};
      assert.ok(sent > since, `${name}: to be taken back, and was not sent since`);
    }
    for (const [name, { applied = 0 }] of modelled) {
      assert.ok(
        applied <= since || known.has(name),
        `${name}: not to be taken back, and has arrived`,
      );
    }
  }

  /** When the undo began that has taken back what `run` had sent until then, if there is one. */
  #takenBack({ header }: RunRecord, runs: readonly RunRecord[]): number | undefined {
    const undo = runs
      .filter((each) => each.header.undoes === header.id)
      .toSorted((one, other) => this.#begun(one) - this.#begun(other))
      .at(-1);
    if (undo === undefined || undo.isOpen('retry', 'goOn')) {
      return undefined;
    }
    const undone = this.#takenBack(undo, runs) ?? 0;
    const fields = this.#runs.get(undo.header.id)?.fields.values() ?? [];
    return Array.from(fields).some(({ sent = 0 }) => sent > undone) ? this.#begun(undo) : undefined;
  }

  #begun({ header }: RunRecord): number {
    return this.#runs.get(header.id)?.begun ?? 0;
  }

  #eventsOf(run: string, label: LabelId, field: EditableField): FieldEvents {
    const fields = this.#runs.get(run)?.fields;
    assert.ok(fields);
    const events = fields.get(key(label, field)) ?? {};
    fields.set(key(label, field), events);
    return events;
  }
}

function key(label: LabelId, field: EditableField): string {
  return `${label} ${field}`;
}

/** The fields that an update holds. */
export function fieldsIn(
  changes: Partial<Record<EditableField, unknown>>,
): readonly EditableField[] {
  return editableFields.filter((field) => changes[field] !== undefined);
}
