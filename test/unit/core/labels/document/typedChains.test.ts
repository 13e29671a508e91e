import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TypedChains } from '../../../../../src/core/labels/document/typedChains.ts';
import { CollectingLog } from '../../../../support/collectingLog.ts';

const document = 'workforce-label:/a/7/REMOTE';

/** A store that takes its time, as VS Code does. */
class SlowStore {
  readonly #values = new Map<string, string>();
  updates = 0;

  get(key: string): unknown {
    const text = this.#values.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  }

  async update(key: string, value: unknown): Promise<void> {
    this.updates++;
    const text = JSON.stringify(value);
    await nextTurn();
    this.#values.set(key, text);
  }
}

const windowOf = (store: SlowStore): TypedChains => new TypedChains(store, new CollectingLog());

/** Which of `texts` count as typed. */
function typed(chains: TypedChains, ...texts: readonly string[]): readonly string[] {
  return texts.filter((text) => chains.has(document, text));
}

describe('TypedChains', () => {
  it('has what was typed in steps from what was read, also once it was taken back', () => {
    const chains = windowOf(new SlowStore());
    chains.begin(document, 'read');
    chains.extend(document, 'read', 'typed', []);
    chains.extend(document, 'typed', 'typed on', []);
    assert.deepEqual(typed(chains, 'read', 'typed', 'typed on', 'by a program'), [
      'read',
      'typed',
      'typed on',
    ]);
    assert.equal(chains.has(`${document}/other`, 'read'), false);
  });

  it('has the titles under which it was typed, until the label is read again', async () => {
    const store = new SlowStore();
    const chains = windowOf(store);
    chains.begin(document, 'read');
    chains.extend(document, 'read', 'typed', ['Forged']);
    chains.extend(document, 'typed', 'typed on', []);
    chains.extend(document, 'by a program', 'typed', ['Nothing of it']);
    assert.deepEqual(chains.titlesOf(document), ['Forged']);
    chains.restart(document, 'typed on');
    assert.deepEqual(chains.titlesOf(document), ['Forged']);
    while (windowOf(store).titlesOf(document).length === 0) {
      await nextTurn();
    }
    chains.begin(document, 'read again');
    assert.deepEqual(chains.titlesOf(document), []);
  });

  it('has nothing that was typed into the text of a program', () => {
    const chains = windowOf(new SlowStore());
    chains.begin(document, 'read');
    chains.extend(document, 'by a program', 'typed', []);
    assert.deepEqual(typed(chains, 'read', 'by a program', 'typed'), ['read']);
  });

  it('has nothing of before the label was read again', () => {
    const chains = windowOf(new SlowStore());
    chains.begin(document, 'read');
    chains.extend(document, 'read', 'typed', []);
    chains.begin(document, 'read again');
    assert.deepEqual(typed(chains, 'read', 'typed', 'read again'), ['read again']);
  });

  it('begins anew with what was typed where that is made from what somebody else has changed', () => {
    const chains = windowOf(new SlowStore());
    chains.begin(document, 'read');
    chains.extend(document, 'read', 'typed', []);
    chains.restart(document, 'typed');
    assert.deepEqual(typed(chains, 'read', 'typed'), ['typed']);
    chains.restart(document, 'by a program');
    assert.deepEqual(typed(chains, 'read', 'typed', 'by a program'), []);
  });

  it('forgets the oldest of very many', () => {
    const chains = windowOf(new SlowStore());
    chains.begin(document, 'typed -1');
    for (let stroke = 0; stroke < 10_000; stroke++) {
      chains.extend(document, `typed ${stroke - 1}`, `typed ${stroke}`, []);
    }
    assert.deepEqual(typed(chains, 'typed -1', 'typed 0', 'typed 9999'), ['typed 0', 'typed 9999']);
  });

  it('has after a reload of the window what was typed last, and nothing else', async () => {
    const store = new SlowStore();
    const chains = windowOf(store);
    chains.begin(document, 'typed -1');
    for (let stroke = 0; stroke < 200; stroke++) {
      chains.extend(document, `typed ${stroke - 1}`, `typed ${stroke}`, []);
    }
    while (!windowOf(store).has(document, 'typed 199')) {
      await nextTurn();
    }
    assert.ok(store.updates < 5, `${store.updates}`);
    const texts = ['typed 1', 'typed 100', 'typed 199', 'by a program'];
    assert.deepEqual(typed(windowOf(store), ...texts), ['typed 100', 'typed 199']);
    chains.end(document);
    while (windowOf(store).has(document, 'typed 199')) {
      await nextTurn();
    }
  });
});
