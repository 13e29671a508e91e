import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import * as z from 'zod';
import { readLabel } from '../../../../src/core/api/label.ts';
import { editableFields, sentValueSchema } from '../../../../src/core/api/labelFields.ts';
import { displayJson } from '../../../../src/core/text/displayText.ts';
import { parseExactJson, parseJson } from '../../../../src/core/text/exactJson.ts';

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

  it('does not take one that is nested without end, and leaves what can be shown', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
      // With a number that is kept digit by digit.
      ['{"b":12345678901234567890,"a":', '}'],
    ] as const) {
      const deep = `${open.repeat(20_000)}1${close.repeat(20_000)}`;
      const page = z
        .object({ data: z.object({ records: z.array(z.unknown()) }) })
        .parse(
          parseJson(`{"code":0,"data":{"records":[{"id":"1"},{"id":"2","x":${deep}},{"id":"3"}]}}`),
        );
      const [first, second, third] = page.data.records.map(readLabel);
      assert.deepEqual([first?.kind, second?.kind, third?.kind], ['label', 'unreadable', 'label']);
      assert.ok(second?.kind === 'unreadable');
      assert.equal(second.unreadable.reason, 'nested too deeply');
      assert.ok(displayJson(second.unreadable.record).length < 50_000);
      assert.ok(structuredClone(JSON.stringify(second.unreadable.record)).includes('"2"'));
    }
  });

  it('keeps nothing of one that is too large to be shown in a moment', () => {
    for (const record of [
      { id: '1', labelName: '\u202E'.repeat(200_000) },
      { id: '1', ...Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`f${i}`, 1])) },
      { id: '1', numbers: Array(200_000).fill(1) },
    ]) {
      const read = readLabel(record);
      assert.ok(read.kind === 'unreadable');
      assert.deepEqual(read.unreadable, { record: { id: '1' }, reason: 'too large' });
    }
    for (const record of [
      'x'.repeat(200_000),
      { id: 'x'.repeat(200_000) },
      Array(200_000).fill(1),
    ]) {
      const read = readLabel(record);
      assert.deepEqual(read.kind === 'unreadable' && read.unreadable.record, null);
    }
    assert.equal(readLabel({ id: '1', labelName: 'x'.repeat(150_000) }).kind, 'label');
  });

  it('takes one that is nested as far as anybody does', () => {
    const record: unknown = JSON.parse(`{"id":"1","x":${'['.repeat(49)}${']'.repeat(49)}}`);
    assert.equal(readLabel(record).kind, 'label');
    assert.equal(readLabel({ id: '1', x: record }).kind, 'unreadable');
  });

  it('names the fields that are wrong', () => {
    const read = readLabel({ id: 7.5, labelStatus: 'active' });
    assert.ok(read.kind === 'unreadable');
    assert.match(read.unreadable.reason, /id.*labelStatus/);
    assert.doesNotMatch(read.unreadable.reason, /active/);
  });

  it('takes an empty text for none where a field holds text, and nowhere else', () => {
    assert.equal(readLabel({ id: '7', labelName: '' }).kind, 'label');
    assert.equal(readLabel({ id: '7', labelStatus: '' }).kind, 'unreadable');
  });

  it('makes of numbers and digits what the document says, in the order of the service', () => {
    const json =
      '{"labelStatus":"-1","parent":9007199254740995,"id":9007199254740993,"labelCode":"7"}';
    const read = readLabel(parseExactJson(json));
    assert.ok(read.kind === 'label');
    assert.deepEqual([read.label.id, read.label.labelStatus], ['9007199254740993', -1]);
    assert.equal(
      JSON.stringify(read.label.record),
      '{"labelStatus":-1,"parent":9007199254740995,"id":"9007199254740993","labelCode":"7"}',
    );
  });

  it('takes a number for no text, which might have had zeros before it', () => {
    assert.equal(readLabel({ id: '7', labelCode: 7 }).kind, 'unreadable');
  });

  it('takes each field that can change as its schema has it, and none or null', () => {
    const values = fc.oneof(fc.anything(), fc.string(), fc.integer(), fc.double());
    const fields = Object.fromEntries(editableFields.map((field) => [field, values]));
    fc.assert(
      fc.property(fc.record(fields, { requiredKeys: [] }), (record) => {
        const isRight = editableFields.every(
          (field) => z.nullish(sentValueSchema(field)).safeParse(record[field]).success,
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
