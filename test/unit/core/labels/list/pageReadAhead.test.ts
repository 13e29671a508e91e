import assert from 'node:assert/strict';
import type { PagePosition } from '../../../../../src/core/labels/list/pageCursor.ts';
import { PageReadAhead } from '../../../../../src/core/labels/list/pageReadAhead.ts';

function page(current: number, size = 10): PagePosition {
  return { current, size };
}

describe('PageReadAhead', () => {
  let asked: string[];
  let signals: AbortSignal[];
  let readAhead: PageReadAhead<string>;

  beforeEach(() => {
    asked = [];
    signals = [];
    readAhead = new PageReadAhead(async ({ current, size }, signal) => {
      asked.push(`${current}/${size}`);
      signals.push(signal);
      return await (current === 9 ? Promise.reject(new Error('ninth')) : `${current}/${size}`);
    });
  });

  it('asks for each page once, before its turn', async () => {
    assert.equal(await readAhead.take(page(1), [page(2), page(3)]), '1/10');
    assert.deepEqual(asked, ['1/10', '2/10', '3/10']);
    assert.equal(await readAhead.take(page(2), [page(3), page(4)]), '2/10');
    assert.deepEqual(asked, ['1/10', '2/10', '3/10', '4/10']);
  });

  it('drops what was not foreseen, and reads ahead no more if that happens again and again', async () => {
    await readAhead.take(page(1), [page(2)]);
    assert.equal(await readAhead.take(page(2, 5), [page(3, 5)]), '2/5');
    assert.equal(signals[1]?.aborted, true);
    await readAhead.take(page(7), [page(8)]);
    await readAhead.take(page(3), [page(4)]);
    asked.length = 0;
    await readAhead.take(page(1), [page(2)]);
    assert.deepEqual(asked, ['1/10']);
  });

  it('keeps a failure until the turn of its page', async () => {
    await readAhead.take(page(8), [page(9)]);
    await assert.rejects(readAhead.take(page(9), []), /ninth/);
  });

  it('ends what is under way when it is disposed', async () => {
    await readAhead.take(page(1), [page(2)]);
    readAhead.dispose();
    assert.ok(signals.every(({ aborted }) => aborted));
  });
});
