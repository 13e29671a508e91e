import assert from 'node:assert/strict';
import { accountOf } from '../../../../../src/core/account/account.ts';
import { parseBaseUrl } from '../../../../../src/core/connections/parseBaseUrl.ts';
import { RecentLabels } from '../../../../../src/core/labels/list/recentLabels.ts';
import { labelOf } from '../arbitraryLabels.ts';

describe('RecentLabels', () => {
  const baseUrl = parseBaseUrl('https://workforce.example.com');
  const { id: one } = accountOf(baseUrl, 'tenant', 'one');
  const { id: other } = accountOf(baseUrl, 'tenant', 'other');
  let stored: Map<string, unknown>;
  let recent: RecentLabels;

  beforeEach(() => {
    stored = new Map();
    recent = new RecentLabels({
      get: (key) => stored.get(key),
      update: async (key, value) => {
        stored.set(key, structuredClone(value));
        await Promise.resolve();
      },
    });
  });

  it('keeps the last ones of each account, each once, the newest first', async () => {
    for (let id = 1; id <= 25; id++) {
      await recent.add(one, labelOf({ id: String(id) }));
    }
    await recent.add(one, labelOf({ id: '10' }));
    const ids = recent.read(one).map(({ id }) => id as string);
    assert.deepEqual(ids.slice(0, 3), ['10', '25', '24']);
    assert.equal(new Set(ids).size, 20);
    assert.deepEqual(recent.read(other), []);
  });

  it('keeps no more than what a label is called', async () => {
    await recent.add(one, labelOf({ id: '1', labelName: 'A', secretNote: 'x' }));
    assert.doesNotMatch(JSON.stringify([...stored.values()]), /secretNote/);
    assert.equal(recent.read(one)[0]?.labelName, 'A');
  });

  it('keeps up with what its labels are called, and with no others', async () => {
    const first = labelOf({ id: '1', labelCode: 'OLD' });
    await recent.add(one, first);
    await recent.add(one, labelOf({ id: '2' }));
    await recent.update(one, labelOf({ id: '1', labelCode: 'NEW', secretNote: 'x' }));
    await recent.update(one, labelOf({ id: '3', labelCode: 'OTHER' }));
    assert.equal(recent.find(one, first.id)?.labelCode, 'NEW');
    assert.deepEqual(
      recent.read(one).map(({ id }) => id as string),
      ['2', '1'],
    );
    assert.equal(recent.find(other, first.id), undefined);
    assert.doesNotMatch(JSON.stringify([...stored.values()]), /secretNote/);
  });

  it('leaves out what is stored but is no label', () => {
    stored.set(`workforce.labels.recent.${one}`, [null, { id: '1' }, { id: 3.5 }, 'x']);
    assert.deepEqual(
      recent.read(one).map(({ id }) => id as string),
      ['1'],
    );
    stored.set(`workforce.labels.recent.${one}`, 'none');
    assert.deepEqual(recent.read(one), []);
  });
});
