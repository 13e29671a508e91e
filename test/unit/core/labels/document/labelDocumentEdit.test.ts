import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { EditableField } from '../../../../../src/core/api/labelFields.ts';
import {
  inputOfValue,
  replacementForInput,
  replacementForValue,
  type TextReplacement,
} from '../../../../../src/core/labels/document/labelDocumentEdit.ts';
import { labelText, parseLabelText } from '../../../../../src/core/labels/document/labelText.ts';

const record = { id: '7', labelCode: 'REMOTE', labelName: 'Remote', labelStatus: 1, tags: ['a'] };

function applied(text: string, replacement: TextReplacement | undefined): string {
  assert.ok(replacement !== undefined);
  const { offset, length, content } = replacement;
  return text.slice(0, offset) + content + text.slice(offset + length);
}

function valueIn(text: string, field: string): unknown {
  const parsed = parseLabelText(text);
  assert.equal(parsed.kind, 'object');
  return parsed.values[field];
}

describe('replacementForInput', () => {
  it('reads back as it was typed', () => {
    const fields = fc.constantFrom<EditableField>('labelCode', 'labelName', 'labelStatus');
    fc.assert(
      fc.property(fields, fc.string({ unit: 'binary' }), (field, typed) => {
        const text = labelText(record);
        const replacement = replacementForInput(text, field, typed);
        const changed = replacement === undefined ? text : applied(text, replacement);
        assert.equal(inputOfValue(valueIn(changed, field)), typed);
      }),
    );
  });

  it('touches the value and nothing else', () => {
    const text = '{"id":"7",   "labelName" : "Remote","labelStatus":1}';
    const changed = applied(text, replacementForInput(text, 'labelName', 'Office "B"'));
    assert.equal(changed, String.raw`{"id":"7",   "labelName" : "Office \"B\"","labelStatus":1}`);
  });

  it('adds a field that the text does not have', () => {
    const text = labelText({ id: '7', labelStatus: 1 });
    const changed = applied(text, replacementForInput(text, 'labelName', 'New'));
    assert.equal(changed, labelText({ id: '7', labelStatus: 1, labelName: 'New' }));
  });

  it('changes the last of a field that stands there twice, which is the one that counts', () => {
    const text = '{ "labelName": "a", "labelName": "b" }';
    assert.equal(
      applied(text, replacementForInput(text, 'labelName', 'c')),
      '{ "labelName": "a", "labelName": "c" }',
    );
  });

  it('escapes the line separators that an editor would take for line ends', () => {
    for (const text of [labelText(record), '{ "id": "7" }']) {
      const changed = applied(text, replacementForInput(text, 'labelName', 'a\u2028b'));
      assert.doesNotMatch(changed, /\u2028/);
      assert.equal(valueIn(changed, 'labelName'), 'a\u2028b');
    }
  });

  it('changes nothing where the text says so already, or is not an object', () => {
    assert.equal(replacementForInput(labelText(record), 'labelName', 'Remote'), undefined);
    assert.equal(replacementForInput(labelText(record), 'labelStatus', '1'), undefined);
    assert.equal(replacementForInput('{ "labelName": ', 'labelName', 'x'), undefined);
    assert.equal(replacementForInput('[]', 'labelName', 'x'), undefined);
  });
});

describe('replacementForValue', () => {
  it('restores a value, with the layout of the document', () => {
    const text = labelText({ ...record, tags: 'gone' });
    assert.equal(applied(text, replacementForValue(text, 'tags', ['a'])), labelText(record));
  });

  it('takes a field out', () => {
    const text = labelText({ ...record, colour: 'red' });
    assert.equal(applied(text, replacementForValue(text, 'colour', undefined)), labelText(record));
    assert.equal(replacementForValue(text, 'absent', undefined), undefined);
  });
});
