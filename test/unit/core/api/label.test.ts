import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import * as z from 'zod';
import { readLabel } from '../../../../src/core/api/label.ts';
import { editableFields, valueSchema } from '../../../../src/core/api/labelFields.ts';

describe('readLabel', () => {
  it('keeps everything that the service sent, in its order', () => {
    const record = {
      zebra: [1],
      id: '7',
      labelCode: 'A',
      labelName: null,
      labelStatus: 1,
      extra: {},
    };
    const read = readLabel(record);
    assert.ok(read.kind === 'label');
    assert.deepEqual(Object.keys(read.label.record), Object.keys(record));
    assert.deepEqual(read.label.record, record);
    assert.equal(read.label.labelCode, 'A');
    assert.equal(read.label.labelName, undefined);
    assert.equal(read.label.labelStatus, 1);
  });

  it('takes missing, null and empty fields alike', () => {
    for (const empty of [undefined, null, '']) {
      const read = readLabel({ id: '7', labelCode: empty, labelName: empty });
      assert.ok(read.kind === 'label');
      assert.equal(read.label.labelCode, undefined);
      assert.equal(read.label.labelName, undefined);
    }
  });

  it('names the fields that are wrong', () => {
    const read = readLabel({ id: 7, labelStatus: 'active' });
    assert.ok(read.kind === 'unreadable');
    assert.match(read.unreadable.reason, /id.*labelStatus/);
    assert.doesNotMatch(read.unreadable.reason, /active/);
  });

  it('takes an empty text for none where a field holds text, and nowhere else', () => {
    assert.equal(readLabel({ id: '7', labelName: '' }).kind, 'label');
    assert.equal(readLabel({ id: '7', labelStatus: '' }).kind, 'unreadable');
  });

  it('takes each field that can change as its schema has it, and none or null', () => {
    const values = fc.oneof(fc.anything(), fc.string(), fc.integer(), fc.double());
    const fields = Object.fromEntries(editableFields.map((field) => [field, values]));
    fc.assert(
      fc.property(fc.record(fields, { requiredKeys: [] }), (record) => {
        const isRight = editableFields.every(
          (field) => z.nullish(valueSchema(field)).safeParse(record[field]).success,
        );
        assert.equal(readLabel({ id: '7', ...record }).kind, isRight ? 'label' : 'unreadable');
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const read = readLabel(value);
        assert.ok(read.kind === 'label' || Object.is(read.unreadable.record, value));
      }),
    );
  });
});
