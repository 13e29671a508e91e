import type { LabelId } from '../../../../../../src/core/account/labelAddress.ts';
import { isEmpty } from '../../../../../../src/core/api/labelFields.ts';
import type { RecordedChain } from '../../../../../../src/core/labels/changes/journal/recordedChain.ts';
import type { RunRecord } from '../../../../../../src/core/labels/changes/journal/runRecord.ts';
import {
  isSameInNormalForm,
  type LabelChange,
} from '../../../../../../src/core/labels/changes/plan/changeSet.ts';
import type { LabelUpdate } from '../../../../../../src/sandbox/labelHistory.ts';
import type { ChangeWorld } from './changeWorld.ts';

/** What the service says that a run has changed last in a field. */
type AppliedField = LabelUpdate['fields'][number] & {
  readonly id: LabelId;
  readonly order: number;
};

/** What the service says that each run has changed last, in the order in which it did. */
export class AppliedFields {
  readonly #fields = new Map<string, Map<string, AppliedField>>();
  #count = 0;

  /** The service has changed a field of the label `id` for the run. */
  add(run: string, id: LabelId, field: LabelUpdate['fields'][number]): void {
    const fields = this.#fields.get(run) ?? new Map<string, AppliedField>();
    this.#count++;
    this.#fields.set(run, fields.set(`${id} ${field.field}`, { ...field, id, order: this.#count }));
  }

  /** Those fields of `changes`, which take a run back, that are as it or its redos have left them. */
  asLeft(
    { root, reversals }: RecordedChain,
    changes: readonly LabelChange[],
    world: ChangeWorld,
  ): readonly AppliedField[] {
    const redos = reversals.filter(({ direction }) => direction === 'redo').map(({ run }) => run);
    const last = new Map<string, AppliedField & { readonly run: RunRecord }>();
    for (const run of [root, ...redos]) {
      for (const [key, field] of this.#fields.get(run.header.id) ?? []) {
        // A redo over what somebody else has entered replaces that: it is what an undo gives back.
        if (field.order > (last.get(key)?.order ?? 0)) {
          last.set(key, { ...field, run });
        }
      }
    }
    return Array.from(last.values()).filter(({ after, before, field, id, run }) => {
      const sent = run.sent.get(id)?.fields.find((each) => each.field === field);
      // What somebody else has changed between the reading and the sending nobody has seen.
      const wasSeen = sent === undefined || sent.before === before;
      const taken = changes.find((change) => change.id === id)?.fields ?? [];
      const isTaken = taken.some((each) => each.field === field);
      return isTaken && wasSeen && !isEmpty(before) && world.values(id)[field] === after;
    });
  }
}

/** Whether the service has the value of before a run again, or what it makes of that. */
export function isGivenBack({ before, field, id }: AppliedField, world: ChangeWorld): boolean {
  return isSameInNormalForm(world.values(id)[field], before ?? undefined);
}
