import type { LabelId } from '../../../../../../src/core/account/labelAddress.ts';
import { isEmpty } from '../../../../../../src/core/api/labelFields.ts';
import type { RunRecord } from '../../../../../../src/core/labels/changes/journal/runRecord.ts';
import {
  isSameInNormalForm,
  type LabelChange,
} from '../../../../../../src/core/labels/changes/plan/changeSet.ts';
import type { LabelUpdate } from '../../../../../../src/sandbox/labelHistory.ts';
import type { ChangeWorld } from './changeWorld.ts';

/** What the service says that a run has changed last in a field. */
type AppliedField = LabelUpdate['fields'][number] & { readonly id: LabelId };

/** What the service says that each run has changed last. */
export class AppliedFields {
  readonly #fields = new Map<string, Map<string, AppliedField>>();

  /** The service has changed a field of the label `id` for the run. */
  add(run: string, id: LabelId, field: LabelUpdate['fields'][number]): void {
    const fields = this.#fields.get(run) ?? new Map<string, AppliedField>();
    this.#fields.set(run, fields.set(`${id} ${field.field}`, { ...field, id }));
  }

  /** Those fields of `changes`, which take `run` back, that are as the run has left them. */
  asLeft(
    run: RunRecord,
    changes: readonly LabelChange[],
    world: ChangeWorld,
  ): readonly AppliedField[] {
    const applied = Array.from(this.#fields.get(run.header.id)?.values() ?? []);
    return applied.filter(({ after, before, field, id }) => {
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
