import assert from 'node:assert/strict';
import { formatNumber } from '../../../../src/core/text/formatNumber.ts';

describe('formatNumber', () => {
  it('writes a count as the language does, whichever was asked for before', () => {
    const count = 1_234_567;
    assert.equal(formatNumber(count, 'en'), '1,234,567');
    assert.equal(formatNumber(count, 'de'), '1.234.567');
    assert.equal(formatNumber(count, 'en'), '1,234,567');
    assert.equal(formatNumber(999, 'pt-br'), '999');
    // The language that VS Code itself is tested in.
    assert.match(formatNumber(count, 'qps-ploc'), /1.?234.?567/);
  });
});
