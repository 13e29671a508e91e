import assert from 'node:assert/strict';
import { PageChanges } from '../../../src/labelTable/pageChanges.ts';
import { CollectingLog } from '../../support/collectingLog.ts';
import { KeyValueStore } from '../../support/keyValueStore.ts';

const log = new CollectingLog();

/** Two extension hosts, one after the other, with the same store. */
function hosts(store = new KeyValueStore()): [PageChanges, PageChanges] {
  return [new PageChanges({ store, log }), new PageChanges({ store, log })];
}

describe('PageChanges', () => {
  it('goes on with what a page had not been answered, after its window was loaded anew', () => {
    const [before, after] = hosts();
    before.begin({ page: 'a', sequence: 0 });
    before.receive(1);
    before.take(1);
    before.receive(2);
    assert.equal(after.begin({ page: 'a', sequence: 3 }), true);
    assert.equal(after.taken, 1);
    assert.equal(after.receive(4), 1);
  });

  it('has the text of an open cell go on only if no change was taken since', () => {
    const [before, after] = hosts();
    before.begin({ page: 'a', sequence: 0 });
    before.take(1);
    assert.equal(after.begin({ page: 'a', sequence: 1 }), true);
    assert.equal(after.begin({ page: 'a', sequence: 0 }), false);
  });

  it('takes no change again that was in the document when VS Code had an older state of the page', () => {
    const [before, after] = hosts();
    before.begin({ page: 'a', sequence: 0 });
    before.take(7);
    after.begin({ page: 'a', sequence: 3 });
    assert.equal(after.taken, 7);
    assert.equal(after.receive(4), 7);
  });

  it('takes nothing of a page that was closed, or that it never had', () => {
    const [before, after] = hosts();
    before.begin({ page: 'a', sequence: 0 });
    before.take(1);
    before.close();
    assert.equal(after.begin({ page: 'a', sequence: 2 }), false);
    assert.equal(after.receive(3), 2);
    assert.equal(after.begin({ page: 'b', sequence: 5 }), false);
  });

  it('keeps the pages of other tables apart, and the latest hundred', () => {
    const store = new KeyValueStore();
    for (let page = 0; page < 101; page++) {
      const changes = new PageChanges({ store, log });
      changes.begin({ page: `page ${page}`, sequence: 0 });
      changes.take(page);
    }
    const goesOn = (page: number): boolean =>
      new PageChanges({ store, log }).begin({ page: `page ${page}`, sequence: page });
    assert.deepEqual([goesOn(100), goesOn(1), goesOn(0)], [true, true, false]);
  });

  it('goes on counting where the page had received an answer in the same window', () => {
    const [changes] = hosts();
    changes.begin({ page: 'a', sequence: 0 });
    changes.receive(1);
    changes.begin({ page: 'a', sequence: 1 });
    assert.equal(changes.receive(2), 1);
    assert.equal(changes.taken, 0);
  });

  it('reads nothing from a store that has something else', () => {
    const store = new KeyValueStore();
    store.values.set('workforce.tables.pages', { page: 'a' });
    assert.equal(new PageChanges({ store, log }).begin({ page: 'a', sequence: 1 }), false);
  });

  it('logs that a change could not be noted', async () => {
    const failing = new CollectingLog();
    const store = {
      get: () => undefined,
      update: async () => await Promise.reject(new Error('full')),
    };
    new PageChanges({ store, log: failing }).begin({ page: 'a', sequence: 0 });
    await new Promise(setImmediate);
    assert.match(failing.lines.join(), /could not be noted: full/);
  });
});
