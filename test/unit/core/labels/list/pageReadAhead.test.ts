import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
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
    readAhead = new PageReadAhead(
      async ({ current, size }, signal) => {
        asked.push(`${current}/${size}`);
        signals.push(signal);
        return await (current === 9 ? Promise.reject(new Error('ninth')) : `${current}/${size}`);
      },
      { atATime: 6, signal: undefined },
    );
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

  describe('with answers that come in another order', () => {
    let answers: Map<number, PromiseWithResolvers<string>>;
    let cancelling: AbortController;
    let slow: PageReadAhead<string>;

    beforeEach(() => {
      answers = new Map();
      cancelling = new AbortController();
      slow = new PageReadAhead(
        async ({ current }) => {
          const answer = Promise.withResolvers<string>();
          answers.set(current, answer);
          return await answer.promise;
        },
        { atATime: 3, signal: cancelling.signal },
      );
    });

    async function arrive(current: number): Promise<void> {
      answers.get(current)?.resolve(`page ${current}`);
      await setImmediate();
    }

    it('asks for further pages while an earlier one is late, but for no more at a time', async () => {
      const first = slow.take(
        page(1),
        [2, 3, 4, 5].map((current) => page(current)),
      );
      assert.deepEqual([...answers.keys()], [1, 2, 3]);
      await arrive(3);
      assert.deepEqual([...answers.keys()], [1, 2, 3, 4]);
      await arrive(2);
      await arrive(4);
      assert.deepEqual([...answers.keys()], [1, 2, 3, 4, 5]);
      await arrive(1);
      assert.equal(await first, 'page 1');
      assert.equal(
        await slow.take(
          page(2),
          [3, 4, 5, 6, 7].map((current) => page(current)),
        ),
        'page 2',
      );
      assert.deepEqual([...answers.keys()], [1, 2, 3, 4, 5, 6, 7]);
    });

    it('asks for no further page once one has failed, until its turn has come', async () => {
      const first = slow.take(
        page(1),
        [2, 3, 4, 5].map((current) => page(current)),
      );
      answers.get(3)?.reject(new Error('third'));
      await setImmediate();
      await arrive(1);
      assert.equal(await first, 'page 1');
      const second = slow.take(
        page(2),
        [3, 4, 5, 6].map((current) => page(current)),
      );
      await arrive(2);
      assert.equal(await second, 'page 2');
      assert.deepEqual([...answers.keys()], [1, 2, 3]);
      await assert.rejects(
        slow.take(
          page(3),
          [4, 5].map((current) => page(current)),
        ),
        /third/,
      );
    });

    it('asks for no further page once it is cancelled, whoever is busy', async () => {
      const first = slow.take(
        page(1),
        [2, 3, 4, 5].map((current) => page(current)),
      );
      await arrive(1);
      assert.equal(await first, 'page 1');
      cancelling.abort();
      await arrive(2);
      assert.deepEqual([...answers.keys()], [1, 2, 3, 4]);
    });
  });

  it('ends what is under way when it is disposed', async () => {
    await readAhead.take(page(1), [page(2)]);
    readAhead.dispose();
    assert.ok(signals.every(({ aborted }) => aborted));
  });
});
