import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { labelText, parseLabelText } from '../../../../../src/core/labels/document/labelText.ts';

function invalidPlace(text: string): { offset: number; length: number } {
  const parsed = parseLabelText(text);
  assert.equal(parsed.kind, 'invalid');
  return parsed.place;
}

describe('labelText', () => {
  it('writes the record as JSON of two spaces, in the order of the service, with a line end', () => {
    const record = { labelName: 'Remote', id: '7', owner: { deputy: null } };
    assert.equal(
      labelText(record),
      '{\n  "labelName": "Remote",\n  "id": "7",\n  "owner": {\n    "deputy": null\n  }\n}\n',
    );
  });

  it('escapes the line separators that an editor would take for line ends', () => {
    const text = labelText({ id: '7', labelName: 'a\u2028b\u2029c' });
    assert.match(text, /"a\\u2028b\\u2029c"/);
    assert.doesNotMatch(text, /[\u2028\u2029]/);
  });

  it('is read back as the same record, whatever it holds', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (record) => {
        const parsed = parseLabelText(labelText(record));
        assert.equal(parsed.kind, 'object');
        assert.equal(JSON.stringify(parsed.values), JSON.stringify(record));
      }),
    );
  });
});

describe('parseLabelText', () => {
  for (const text of [
    `{"id":"1","x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    '['.repeat(20_000),
  ]) {
    it(`refuses what is nested without end: ${text.slice(0, 5)}`, () => {
      const parsed = parseLabelText(text);
      assert.ok(parsed.kind === 'invalid');
      assert.match(parsed.message, /nested too deeply/);
    });
  }

  it('says where each field and its value stand', () => {
    const text = '{ "id": "7",\n  "labelStatus": 12 }';
    const parsed = parseLabelText(text);
    assert.equal(parsed.kind, 'object');
    const { key, value } = parsed.fields.get('labelStatus') ?? assert.fail('no such field');
    assert.equal(text.slice(key.offset, key.offset + key.length), '"labelStatus"');
    assert.equal(text.slice(value.offset, value.offset + value.length), '12');
  });

  it('finds a field that stands there twice', () => {
    const text = '{ "id": "7", "id": "8" }';
    const parsed = parseLabelText(text);
    assert.equal(parsed.kind, 'object');
    assert.deepEqual(parsed.repeated, [{ field: 'id', place: { offset: 13, length: 4 } }]);
    assert.equal(parsed.values['id'], '8');
  });

  it('accepts strict JSON only', () => {
    for (const text of [
      '',
      '{',
      '{ "id": "7", }',
      '{ "id": "7" } // note',
      "{ 'id': '7' }",
      '{ "id": "a\tb" }',
      '{ "id": 01 }',
    ]) {
      assert.equal(parseLabelText(text).kind, 'invalid', text);
    }
    assert.deepEqual(invalidPlace('{ "id": ? }'), { offset: 8, length: 1 });
    assert.deepEqual(invalidPlace('{ "id": "7" } // note'), { offset: 14, length: 7 });
  });

  it('accepts an object only', () => {
    for (const text of ['[]', '"id"', 'null', '7']) {
      assert.equal(parseLabelText(text).kind, 'invalid', text);
    }
  });
});
