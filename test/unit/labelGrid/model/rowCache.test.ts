import assert from 'node:assert/strict';
import { surfaceText } from '../../../../src/core/text/surfaceText.ts';
import { RowCache } from '../../../../src/labelGrid/model/rowCache.ts';

const row = (text: string) => ({ cells: [{ text: surfaceText('form', [text]) }] });
const slice = (from: number, to: number) => ({
  from,
  rows: Array.from({ length: to - from }, (_, index) => row(String(from + index))),
});
const textAt = (cache: RowCache, index: number) => cache.at(index)?.cells[0]?.text;

describe('The rows that have come', () => {
  it('lack what has not come, from the first to the last of it', () => {
    const cache = new RowCache();
    cache.setVersion(1, 1);
    cache.add(slice(10, 20), 1, 1);
    assert.equal(cache.missing({ from: 10, to: 20 }), undefined);
    assert.deepEqual(cache.missing({ from: 5, to: 15 }), { from: 5, to: 10 });
    assert.deepEqual(cache.missing({ from: 5, to: 25 }), { from: 5, to: 25 });
    assert.ok(!cache.isComplete({ from: 9, to: 12 }));
  });

  it('are shown when they are outdated, and asked for again', () => {
    const cache = new RowCache();
    cache.setVersion(1, 1);
    cache.add(slice(0, 10), 1, 1);
    cache.setVersion(2, 1);
    assert.equal(textAt(cache, 4), '4');
    assert.deepEqual(cache.missing({ from: 0, to: 10 }), { from: 0, to: 10 });
  });

  it('are dropped with a new order, and not taken in another one', () => {
    const cache = new RowCache();
    cache.setVersion(1, 1);
    cache.add(slice(0, 10), 1, 1);
    cache.setVersion(2, 2);
    assert.equal(cache.at(4), undefined);
    cache.add(slice(0, 10), 1, 1);
    assert.equal(cache.at(4), undefined);
  });

  it('are few, whatever was scrolled through', () => {
    const cache = new RowCache();
    cache.setVersion(1, 1);
    for (let from = 0; from < 100_000; from += 200) {
      cache.add(slice(from, from + 200), 1, 1);
      cache.prune({ from, to: from + 200 });
    }
    assert.equal(textAt(cache, 99_900), '99900');
    const kept = Array.from({ length: 100_000 }, (_, index) => cache.at(index)).filter(
      (each) => each !== undefined,
    );
    assert.ok(kept.length <= 4200, String(kept.length));
  });
});
