import assert from 'node:assert/strict';
import { joinSentences } from '../../../../src/core/text/joinSentences.ts';

describe('sentences', () => {
  it('are one text, with spaces where the language has them', () => {
    assert.equal(joinSentences(['Changed: 2.', 'Failed: 1.']), 'Changed: 2. Failed: 1.');
    assert.equal(joinSentences(['已更改: 2 个。', '失败: 1 个。']), '已更改: 2 个。失败: 1 个。');
  });

  it('are nothing where there are none', () => {
    assert.equal(joinSentences([]), '');
  });

  it('take time that grows with their number alone', () => {
    usageOf(10_000);
    // 40 times as many sentences would take 1,600 times as long if each were looked at again for every other one.
    assert.ok(usageOf(400_000) < 400 * Math.max(usageOf(10_000), 1000));
  });
});

/** Processor time that so many sentences take, in microseconds. */
function usageOf(count: number): number {
  const sentences = Array.from({ length: count }, (_, index) => `“Key ${index}” appears twice.`);
  const started = process.threadCpuUsage();
  assert.equal(joinSentences(sentences).split('twice.').length, count + 1);
  return process.threadCpuUsage(started).user;
}
