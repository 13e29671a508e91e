import assert from 'node:assert/strict';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { callApi, envelopeOf, pageSchema, signIn } from './sandboxClient.ts';

describe('sandbox: lists that are late or in disorder', () => {
  const tenant = 'acme-europe';
  let sandbox: Sandbox;
  let clock: number;
  let accessToken: string;

  beforeEach(async () => {
    clock = Date.UTC(2026, 0, 1);
    sandbox = await startSandbox({ labels: 60 }, () => clock);
    ({ access_token: accessToken } = await signIn(sandbox, tenant));
  });
  afterEach(async () => {
    await sandbox.close();
  });

  async function records(query: Readonly<Record<string, string>> = {}) {
    const path = `/v2/label/list?${new URLSearchParams({ size: '60', ...query }).toString()}`;
    const response = await callApi(sandbox, accessToken, path);
    return pageSchema.parse((await envelopeOf(response)).data).records;
  }

  function idAt(index: number): string {
    return sandbox.control.labels(tenant)[index]?.id ?? '';
  }

  async function rename(index: number, labelName: string): Promise<void> {
    const response = await callApi(sandbox, accessToken, '/v2/label/update', {
      method: 'POST',
      body: JSON.stringify({ id: idAt(index), labelName }),
    });
    assert.equal((await envelopeOf(response)).code, 0);
  }

  it('show an update after the lag, in filters too, while the service knows it', async () => {
    const before = await records();
    sandbox.control.setOption({ listLag: 1000 });
    await rename(7, 'Quokka');
    clock += 400;
    sandbox.control.updateLabel(tenant, idAt(8), { labelName: 'Quokka too' });
    assert.equal(sandbox.control.labels(tenant)[7]?.labelName, 'Quokka');
    clock += 599;
    assert.deepEqual(await records(), before);
    assert.deepEqual(await records({ q: 'quokka' }), []);
    clock += 1;
    assert.deepEqual(await records({ q: 'quokka' }), [sandbox.control.labels(tenant)[7]]);
    clock += 400;
    assert.deepEqual(await records(), sandbox.control.labels(tenant));
  });

  it('show an update after a number of list requests', async () => {
    sandbox.control.setOption({ listLagReads: 2 });
    await rename(7, 'Quokka');
    const names: unknown[] = [];
    for (let read = 1; read <= 4; read += 1) {
      const all = await records();
      names.push(all[7]?.['labelName'] === 'Quokka');
    }
    assert.deepEqual(names, [false, false, true, true]);
  });

  it('show the updates one after the other, and all when the lag ends', async () => {
    sandbox.control.setOption({ listLag: 1000 });
    await rename(7, 'First');
    clock += 500;
    await rename(7, 'Second');
    clock += 500;
    assert.equal((await records())[7]?.['labelName'], 'First');
    sandbox.control.setOption({ listLag: 0 });
    assert.equal((await records())[7]?.['labelName'], 'Second');
  });

  it('come in another order each time, filtered ones too, if the option says so', async () => {
    const stable = await records();
    sandbox.control.setOption({ unstableOrder: 5 });
    for (const query of [{}, { labelStatus: '1' }]) {
      const wanted = stable.filter(
        ({ labelStatus }) => !('labelStatus' in query) || labelStatus === 1,
      );
      const [one, two] = [await records(query), await records(query)];
      assert.notDeepEqual(one, wanted);
      assert.notDeepEqual(one, two);
      for (const list of [one, two]) {
        assert.deepEqual(new Set(list.map(({ id }) => id)), new Set(wanted.map(({ id }) => id)));
        for (const [index, { id }] of list.entries()) {
          const distance = Math.abs(wanted.findIndex((label) => label.id === id) - index);
          assert.ok(distance <= 5, `moved by ${distance}`);
        }
      }
    }
    sandbox.control.setOption({ unstableOrder: 0 });
    assert.deepEqual(await records(), stable);
  });
});
