import assert from 'node:assert/strict';
import { readLabel, type Label } from '../../../../src/core/api/label.ts';
import { labelDetails, labelFieldRows } from '../../../../src/core/labels/labelTitle.ts';
import { localTime } from '../../../../src/core/text/localTime.ts';

const names = new Map([[1, 'Active']]);

function labelOf(record: object): Label {
  const read = readLabel({ id: '7', ...record });
  assert.ok(read.kind === 'label');
  return read.label;
}

function detailsOf(record: object): readonly string[] {
  return labelDetails(labelOf(record), names);
}

describe('a label in a list', () => {
  it('has its code before its status, and no word that the name says', () => {
    assert.deepEqual(detailsOf({ labelCode: 'A1', labelName: 'Night shift', labelStatus: 1 }), [
      'A1',
      'Active',
    ]);
    assert.deepEqual(detailsOf({ labelCode: 'A1', labelStatus: 5 }), ['Status 5']);
    assert.deepEqual(detailsOf({ labelName: 'Night shift' }), []);
  });

  it('has a table of what the service sent, in words', () => {
    const record = {
      labelStatus: 1,
      labelName: 'Night shift',
      labelCode: 'A1',
      createTime: '2023-01-02',
      updateTime: '2023-05-06T07:08:09Z',
      tags: ['a', 'b'],
    };
    assert.deepEqual(labelFieldRows(labelOf(record), names, 'en'), [
      ['Code', 'A1'],
      ['Name', 'Night shift'],
      ['Status', 'Active (1)'],
      ['ID', '7'],
      ['Create time', '2023-01-02'],
      ['Update time', localTime('2023-05-06T07:08:09Z', 'en')],
      ['Tags', '["a","b"]'],
    ]);
  });

  it('has a table that is not long, however much the service sends', () => {
    const fields = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`f${index}`, 'x']),
    );
    const table = labelFieldRows(labelOf(fields), names, 'en');
    assert.equal(table.length, 21);
    assert.deepEqual(table.at(-1), ['…', '']);
  });
});
