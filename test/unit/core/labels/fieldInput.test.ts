import assert from 'node:assert/strict';
import {
  valueOfCell,
  valueOfInput,
  wrongValueText,
} from '../../../../src/core/labels/fieldInput.ts';

describe('valueOfInput', () => {
  it('takes text for names and codes as it is', () => {
    assert.equal(valueOfInput('labelName', ''), '');
    assert.equal(valueOfInput('labelCode', ' 12 '), ' 12 ');
  });

  it('takes whole numbers for the status, and keeps everything else as it was typed', () => {
    assert.equal(valueOfInput('labelStatus', '-3'), -3);
    assert.equal(valueOfInput('labelStatus', ''), null);
    for (const typed of ['-', '007', '1.5', '1e3', ' 1', 'x', '99999999999999999999']) {
      assert.equal(valueOfInput('labelStatus', typed), typed);
    }
  });
});

describe('valueOfCell', () => {
  it('takes text as it is, and whole numbers however they are written', () => {
    assert.equal(valueOfCell('labelName', ' 12 '), ' 12 ');
    assert.equal(valueOfCell('labelStatus', ' +007 '), 7);
  });

  it('keeps as text what is no whole number, for which there is a reason', () => {
    for (const cell of ['many', '1.5', '1e3', '0x10']) {
      assert.equal(valueOfCell('labelStatus', cell), cell);
      assert.notEqual(wrongValueText('labelStatus', cell), undefined);
    }
    assert.equal(wrongValueText('labelStatus', 7), undefined);
  });
});

describe('wrongValueText', () => {
  it('refuses a text of a length that only damaged files have', () => {
    assert.equal(wrongValueText('labelName', 'x'.repeat(100_000)), undefined);
    assert.equal(wrongValueText('labelName', 'x'.repeat(100_001)), 'This text is too long.');
  });
});
