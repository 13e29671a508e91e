import assert from 'node:assert/strict';
import type { LabelId } from '../../../../../../src/core/account/labelAddress.ts';
import type { RunRecord } from '../../../../../../src/core/labels/changes/journal/runRecord.ts';
import {
  isSameInNormalForm,
  isUndoOrRedo,
} from '../../../../../../src/core/labels/changes/plan/changeSet.ts';
import type { LabelUpdate } from '../../../../../../src/sandbox/labelHistory.ts';

/** What the service says that this person has changed in a label. */
interface OwnUpdates {
  /** While the run was carried out. */
  readonly now: readonly LabelUpdate[];
  readonly ever: readonly LabelUpdate[];
}

/** Checks that the outcome of a label agrees with what the service says has happened. */
export function checkOutcome(record: RunRecord, id: LabelId, { ever, now }: OwnUpdates): void {
  const outcome = record.outcomeOf(id);
  const what = `${id} ${JSON.stringify(outcome)}`;
  assert.ok(now.length <= 1, `${what}: sent ${now.length} times`);
  switch (outcome.kind) {
    case 'done': {
      // What people wish for in this test nobody else wants: it is there only where it was sent.
      const sent = record.sent.get(id)?.fields ?? [];
      const unsent = (record.changes.get(id)?.fields ?? []).filter(
        ({ field }) => !sent.some((each) => each.field === field),
      );
      assert.ok(isUndoOrRedo(record.header.origin) || unsent.length === 0, `${what}: not all sent`);
      if (record.unread.has(id)) {
        break; // It was cancelled before it could be read: that is what the service has answered.
      }
      const fields = ever.flatMap((update) => update.fields);
      for (const { after, field } of record.sent.get(id)?.fields ?? []) {
        const isThere = fields.some(
          (each) => each.field === field && isSameInNormalForm(each.after, after),
        );
        assert.ok(isThere, `${what}: ${field} was never changed`);
      }
      break;
    }
    case 'conflict':
      for (const { current, field, wanted } of outcome.conflicts) {
        assert.ok(!isSameInNormalForm(current, wanted), `${what}: ${field} is ours`);
        const isSent = now.some(({ fields }) => fields.some((each) => each.field === field));
        assert.ok(!isSent, `${what}: changed all the same`);
      }
      break;
    case 'failed':
      if (outcome.isFinal === true) {
        break; // Some of it may have been changed.
      }
      assert.equal(now.length, 0, `${what}: changed all the same`);
      break;
    case 'alreadySo':
    case 'notSent':
      assert.equal(now.length, 0, `${what}: changed all the same`);
      break;
    case 'notKept':
      for (const { current, field, wanted } of outcome.instead) {
        assert.ok(!isSameInNormalForm(current, wanted), `${what}: ${field}`);
      }
      break;
    case 'uncertain':
      break;
  }
}
