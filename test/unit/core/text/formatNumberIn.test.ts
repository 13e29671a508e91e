import assert from 'node:assert/strict';
import { formatNumberIn } from '../../../../src/core/text/countTextIn.ts';

describe('formatNumberIn', () => {
  it('writes a count as the language does, whichever was asked for before', () => {
    const count = 1_234_567;
    assert.equal(formatNumberIn(count, 'en'), '1,234,567');
    assert.equal(formatNumberIn(count, 'de'), '1.234.567');
    assert.equal(formatNumberIn(count, 'en'), '1,234,567');
    assert.equal(formatNumberIn(999, 'pt-br'), '999');
    // The language that VS Code itself is tested in.
    assert.match(formatNumberIn(count, 'qps-ploc'), /1.?234.?567/);
  });
});
