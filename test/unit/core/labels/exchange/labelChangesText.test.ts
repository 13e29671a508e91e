import assert from 'node:assert/strict';
import { TimeoutError } from '../../../../../src/core/errors/timeoutError.ts';
import { emptyOutcome } from '../../../../../src/core/labels/changes/changesOutcome.ts';
import {
  changesTexts,
  resultText,
} from '../../../../../src/core/labels/exchange/labelChangesText.ts';
import { labelOf } from '../arbitraryLabels.ts';

const label = labelOf({ id: '1', labelCode: 'A', labelName: 'One', labelStatus: 1 });

describe('changesTexts', () => {
  it('gives two texts that differ in the changed values alone', () => {
    const changes = { labelName: 'Uno\n', labelStatus: 2 };
    const { before, after } = changesTexts([{ label, changes }], new Map([[2, 'Paused']]));
    assert.equal(before, 'One · A · 1\n  Name: "One"\n  Status: 1');
    assert.equal(after, 'One · A · 1\n  Name: "Uno\\n"\n  Status: Paused (2)');
  });
});

describe('resultText', () => {
  it('names what failed, what was left alone and what was not sent', () => {
    const update = { label, changes: { labelStatus: 2 } };
    const text = resultText({
      done: [{ ...update, updated: label }],
      failed: [{ ...update, error: new TimeoutError('example.com', 30) }],
      leftAlone: [{ label, reason: 'Because.' }],
      notSent: [update],
    });
    assert.equal(
      text,
      [
        'Changed: 1',
        '',
        'Failed: 1',
        '',
        'One · A · 1',
        '  example.com did not answer within 30 seconds.',
        '',
        'Left as they are: 1',
        '',
        'One · A · 1',
        '  Because.',
        '',
        'Not sent: 1',
        'One · A · 1',
        '',
      ].join('\n'),
    );
    assert.equal(resultText(emptyOutcome), 'Changed: 0\n');
  });
});
