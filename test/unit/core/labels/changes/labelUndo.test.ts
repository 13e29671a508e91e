import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Label } from '../../../../../src/core/api/label.ts';
import {
  editableFields,
  editableValues,
  type LabelChanges,
} from '../../../../../src/core/api/labelFields.ts';
import type { DoneUpdate } from '../../../../../src/core/labels/changes/bulkUpdate.ts';
import { canUndo, planUndo } from '../../../../../src/core/labels/changes/labelUndo.ts';
import { arbitraryValues, labelOf } from '../arbitraryLabels.ts';

const old = labelOf({ id: '1', labelCode: 'A', labelName: 'Old', labelStatus: 1 });

/** `changes` as they were sent for `label`. */
function sent(label: Label, changes: LabelChanges): DoneUpdate {
  return { label, changes, updated: { ...label, ...changes } };
}

function byId(...labels: readonly Label[]): Map<string, Label> {
  return new Map(labels.map((label) => [label.id, label]));
}

describe('planUndo', () => {
  it('brings back what was changed, in the label as it is now, and nothing else', () => {
    const done = sent(old, { labelName: 'New', labelStatus: 2 });
    const now = { ...done.updated, labelCode: 'B', record: { updateTime: 'later' } };
    assert.deepEqual(planUndo([done], byId(now)), {
      updates: [{ label: now, changes: { labelName: 'Old', labelStatus: 1 } }],
      leftAlone: [],
    });
  });

  it('leaves a field alone that was changed since, and names it', () => {
    const done = sent(old, { labelName: 'New', labelStatus: 2 });
    const now = { ...done.updated, labelName: 'Newer' };
    assert.deepEqual(planUndo([done], byId(now)), {
      updates: [{ label: now, changes: { labelStatus: 1 } }],
      leftAlone: [{ label: now, reason: 'Changed since, left as it is: Name.' }],
    });
    const all = { ...now, labelStatus: 3 };
    assert.deepEqual(planUndo([done], byId(all)), {
      updates: [],
      leftAlone: [{ label: all, reason: 'Changed since, left as it is: Name, Status.' }],
    });
  });

  it('brings back a field that holds what the service has made of what was written', () => {
    const done = sent(old, { labelCode: 'b', labelName: 'New ', labelStatus: 2 });
    const updated = { ...done.updated, labelCode: 'B', labelName: 'New' };
    const changes = { labelCode: 'A', labelName: 'Old', labelStatus: 1 };
    assert.deepEqual(planUndo([{ ...done, updated }], byId(updated)), {
      updates: [{ label: updated, changes }],
      leftAlone: [],
    });
    // What was written counts too: the service may change it only later.
    assert.deepEqual(planUndo([{ ...done, updated }], byId(done.updated)), {
      updates: [{ label: done.updated, changes }],
      leftAlone: [],
    });
    const now = { ...updated, labelName: 'Newer' };
    assert.deepEqual(planUndo([{ ...done, updated }], byId(now)), {
      updates: [{ label: now, changes: { labelCode: 'A', labelStatus: 1 } }],
      leftAlone: [{ label: now, reason: 'Changed since, left as it is: Name.' }],
    });
  });

  it('leaves a field alone that was emptied since', () => {
    const done = sent(old, { labelStatus: 2 });
    const { leftAlone, updates } = planUndo([done], byId({ ...old, labelStatus: undefined }));
    assert.deepEqual(updates, []);
    assert.match(leftAlone[0]?.reason ?? '', /Status/);
  });

  it('leaves a label alone that the service no longer has', () => {
    const done = sent(old, { labelStatus: 2 });
    assert.deepEqual(planUndo([done], byId()), {
      updates: [],
      leftAlone: [{ label: done.updated, reason: 'The service no longer has this label.' }],
    });
  });

  it('leaves a field alone that was empty, since it cannot be emptied', () => {
    const unnamed = labelOf({ id: '1', labelStatus: 1 });
    const done = sent(unnamed, { labelName: 'New', labelStatus: 2 });
    assert.deepEqual(planUndo([done], byId(done.updated)), {
      updates: [{ label: done.updated, changes: { labelStatus: 1 } }],
      leftAlone: [{ label: done.updated, reason: 'Was empty, cannot be emptied again: Name.' }],
    });
  });

  it('has nothing to do for a label that somebody else has brought back', () => {
    const done = sent(old, { labelStatus: 2 });
    assert.deepEqual(planUndo([done], byId(old)), {
      updates: [],
      leftAlone: [{ label: old, reason: 'It has its old values already.' }],
    });
  });

  it('never writes over what it did not write, and says of each label what comes of it', () => {
    const fields = arbitraryValues({
      text: fc.constantFrom('a', 'b', 'c'),
      wholeNumber: fc.nat(2),
    }).map((values) => editableValues(values));
    fc.assert(
      fc.property(fields, fields, fields, (before, written, now) => {
        const { id, record } = old;
        const done = sent({ id, record, ...before }, written);
        const current = { id, record, ...now };
        const { leftAlone, updates } = planUndo([done], byId(current));
        const changes = updates[0]?.changes ?? {};
        for (const field of editableFields) {
          const isOurs = written[field] !== undefined && now[field] === written[field];
          const isWanted = isOurs && before[field] !== undefined && before[field] !== now[field];
          assert.equal(changes[field], isWanted ? before[field] : undefined, field);
        }
        assert.ok(updates.length + leftAlone.length > 0);
        assert.ok(leftAlone.length <= 1);
      }),
    );
  });
});

describe('canUndo', () => {
  it('says whether there is an old value to bring back', () => {
    const unnamed = labelOf({ id: '1', labelStatus: 1 });
    assert.equal(canUndo([]), false);
    assert.equal(canUndo([sent(unnamed, { labelName: 'New' })]), false);
    assert.equal(
      canUndo([sent(unnamed, { labelName: 'New' }), sent(old, { labelStatus: 2 })]),
      true,
    );
  });
});
