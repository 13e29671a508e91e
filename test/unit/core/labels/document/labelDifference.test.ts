import assert from 'node:assert/strict';
import {
  changesBetween,
  type LabelProblem,
  type LabelProblemKind,
} from '../../../../../src/core/labels/document/labelDifference.ts';
import { labelText } from '../../../../../src/core/labels/document/labelText.ts';

const record = {
  id: '1780000000000000001',
  labelCode: 'REMOTE-00005',
  labelName: 'Remote by agreement',
  labelStatus: 1,
  updateTime: '2026-02-03T04:05:06.000Z',
  owner: { department: 'Harvest', costCenters: [4100, 4200] },
  archivedBy: null,
};

function changed(changes: Record<string, unknown>, from: Record<string, unknown> = record): string {
  return labelText({ ...from, ...changes });
}

function withStatus(digits: string): string {
  return labelText(record).replace('"labelStatus": 1', `"labelStatus": ${digits}`);
}

function without(field: string): string {
  return labelText(Object.fromEntries(Object.entries(record).filter(([name]) => name !== field)));
}

function problems(text: string): readonly LabelProblem[] {
  const difference = changesBetween(record, text);
  assert.equal(difference.kind, 'invalid');
  return difference.problems;
}

function assertProblem(text: string, kind: LabelProblemKind, field: string | undefined): void {
  const found = problems(text);
  assert.deepEqual(
    found.map((problem) => [problem.kind, problem.field]),
    [[kind, field]],
  );
  assert.notEqual(found[0]?.message, '');
}

describe('changesBetween', () => {
  it('refuses a status that JavaScript would round', () => {
    for (const digits of ['9007199254740993', '9007199254740991.4', '1.0000000000000000001']) {
      assertProblem(withStatus(digits), 'wrongType', 'labelStatus');
    }
  });

  it('finds nothing to send in the text of the record itself, however it is laid out', () => {
    assert.deepEqual(changesBetween(record, labelText(record)), { kind: 'unchanged' });
    const reversed = Object.fromEntries(Object.entries(record).toReversed());
    assert.deepEqual(changesBetween(record, JSON.stringify(reversed)), { kind: 'unchanged' });
  });

  it('sends the changed fields and no others', () => {
    assert.deepEqual(changesBetween(record, changed({ labelName: 'Remote' })), {
      kind: 'changes',
      changes: { labelName: 'Remote' },
    });
    assert.deepEqual(changesBetween(record, changed({ labelCode: 'R', labelStatus: -3 })), {
      kind: 'changes',
      changes: { labelCode: 'R', labelStatus: -3 },
    });
    assert.deepEqual(changesBetween(record, changed({ labelStatus: 0 })), {
      kind: 'changes',
      changes: { labelStatus: 0 },
    });
  });

  it('sends a value where the service had none', () => {
    for (const none of [{ labelName: null }, { labelName: '' }, { labelName: undefined }]) {
      const empty = { ...record, ...none };
      assert.deepEqual(changesBetween(empty, changed({ labelName: 'New' }, empty)), {
        kind: 'changes',
        changes: { labelName: 'New' },
      });
      assert.deepEqual(changesBetween(empty, changed({ labelName: '' }, empty)), {
        kind: 'unchanged',
      });
      assert.deepEqual(changesBetween(empty, without('labelName')), { kind: 'unchanged' });
    }
  });

  it('refuses to empty a field, in whichever way', () => {
    assertProblem(changed({ labelName: '' }), 'emptied', 'labelName');
    assertProblem(changed({ labelCode: null }), 'emptied', 'labelCode');
    assertProblem(without('labelStatus'), 'emptied', 'labelStatus');
  });

  it('refuses another id, and none', () => {
    assertProblem(changed({ id: '2' }), 'idChanged', 'id');
    assertProblem(without('id'), 'idChanged', 'id');
    // The same digits as a number are another id.
    assertProblem(changed({ id: Number(record.id) }), 'idChanged', 'id');
  });

  it('refuses changed, missing and added read-only fields', () => {
    assertProblem(changed({ updateTime: 'now' }), 'readOnlyChanged', 'updateTime');
    assertProblem(
      changed({ owner: { ...record.owner, costCenters: [4200, 4100] } }),
      'readOnlyChanged',
      'owner',
    );
    assertProblem(without('archivedBy'), 'readOnlyChanged', 'archivedBy');
    assertProblem(changed({ colour: 'red' }), 'unknownField', 'colour');
    assertProblem(changed({ toString: 'red' }), 'unknownField', 'toString');
  });

  it('does not mind the order of a read-only object’s fields', () => {
    const owner = { costCenters: [4100, 4200], department: 'Harvest' };
    assert.deepEqual(changesBetween(record, changed({ owner })), { kind: 'unchanged' });
  });

  it('refuses a status that is no whole number, and names that are no text', () => {
    for (const labelStatus of ['1', 1.5, 2 ** 53, true, [1]]) {
      assertProblem(changed({ labelStatus }), 'wrongType', 'labelStatus');
    }
    assertProblem(changed({ labelName: 7 }), 'wrongType', 'labelName');
    assertProblem(changed({ labelCode: {} }), 'wrongType', 'labelCode');
  });

  it('refuses what is not JSON, and a field that stands there twice', () => {
    assertProblem('{ "id": ', 'syntax', undefined);
    const twice = labelText(record).replace('{\n', '{\n  "labelName": "First",\n');
    assertProblem(twice, 'repeatedField', 'labelName');
  });

  it('names every problem, in the order of the text, at its place', () => {
    const text = changed({ labelName: '', labelStatus: 'x', updateTime: 'now' });
    assert.deepEqual(
      problems(text).map(({ place }) => text.slice(place.offset, place.offset + place.length)),
      ['""', '"x"', '"now"'],
    );
  });

  it('takes a read-only value that the service sent before for out of date, not for changed', () => {
    const earlier = '2025-01-01T00:00:00.000Z';
    const text = changed({ updateTime: earlier, labelName: 'Remote' });
    const wasServed = (field: string, value: unknown): boolean =>
      field === 'updateTime' && value === earlier;
    assert.deepEqual(changesBetween(record, text, wasServed), {
      kind: 'changes',
      changes: { labelName: 'Remote' },
    });
    assertProblem(text, 'readOnlyChanged', 'updateTime');
    // The id is never out of date.
    assert.equal(changesBetween(record, changed({ id: '2' }), () => true).kind, 'invalid');
  });
});
