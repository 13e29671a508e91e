import assert from 'node:assert/strict';
import { LabelHistory } from '../../../src/sandbox/labelHistory.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { callApi, signIn, type Tokens } from './sandboxClient.ts';

describe('sandbox: history of labels', () => {
  const tenant = 'acme-europe';
  let sandbox: Sandbox;
  let clock: number;

  beforeEach(async () => {
    clock = Date.UTC(2026, 0, 1);
    sandbox = await startSandbox({ labels: 3 }, () => clock);
  });
  afterEach(async () => {
    await sandbox.close();
  });

  async function update({ access_token: accessToken }: Tokens, changes: object): Promise<void> {
    await callApi(sandbox, accessToken, '/v2/label/update', {
      method: 'POST',
      body: JSON.stringify(changes),
    });
  }

  it('tells which token and user set which field from what to what, and when', async () => {
    const [first, second] = sandbox.control.labels(tenant);
    assert.ok(first && second);
    const [one, other] = [await signIn(sandbox, tenant), await signIn(sandbox, tenant)];
    await update(one, { id: first.id, labelName: 'One', labelStatus: first.labelStatus });
    clock += 1000;
    await update(other, { id: second.id, labelCode: 'X' });
    sandbox.control.updateLabel(tenant, first.id, { labelName: 'Two' }, 'payroll-integrator');
    sandbox.control.updateLabel(tenant, first.id, { labelName: 'Three' });
    const whose = { tenantId: tenant, userId: 'hr-administrator' };
    const ofFirst = [
      {
        ...whose,
        labelId: first.id,
        at: clock - 1000,
        tokenId: one.jti,
        fields: [
          { field: 'labelName', before: first.labelName, after: 'One' },
          { field: 'labelStatus', before: first.labelStatus, after: first.labelStatus },
        ],
      },
      {
        ...whose,
        userId: 'payroll-integrator',
        labelId: first.id,
        at: clock,
        fields: [{ field: 'labelName', before: 'One', after: 'Two' }],
      },
      {
        ...whose,
        userId: 'another-user',
        labelId: first.id,
        at: clock,
        fields: [{ field: 'labelName', before: 'Two', after: 'Three' }],
      },
    ];
    const ofSecond = {
      ...whose,
      labelId: second.id,
      at: clock,
      tokenId: other.jti,
      fields: [{ field: 'labelCode', before: second.labelCode, after: 'X' }],
    };
    assert.deepEqual(sandbox.control.labelHistory(tenant, first.id), ofFirst);
    assert.deepEqual(sandbox.control.labelHistory(tenant), [
      ofFirst[0],
      ofSecond,
      ...ofFirst.slice(1),
    ]);
  });

  it('holds applied updates alone, of the tenant alone', async () => {
    const [first] = sandbox.control.labels(tenant);
    assert.ok(first);
    const tokens = await signIn(sandbox, tenant);
    await update(tokens, { id: 'unknown', labelName: 'x' });
    await update(tokens, { id: first.id, labelName: '' });
    sandbox.control.setOption({ ignoreUpdateIds: [first.id] });
    await update(tokens, { id: first.id, labelName: 'x' });
    sandbox.control.updateLabel('acme-asia', first.id, { labelName: 'x' });
    assert.deepEqual(sandbox.control.labelHistory(tenant), []);
    assert.equal(sandbox.control.labelHistory('acme-asia').length, 1);
    assert.throws(() => sandbox.control.labelHistory('nowhere'), RangeError);
  });

  it('forgets the oldest updates in the end', () => {
    const history = new LabelHistory();
    const total = 3 * LabelHistory.limit;
    for (let at = 1; at <= total; at += 1) {
      history.add({ at, tenantId: tenant, labelId: '1', userId: 'a', fields: [] });
    }
    const kept = history.updates(tenant);
    assert.ok(kept.length >= LabelHistory.limit && kept.length < 2 * LabelHistory.limit);
    assert.equal(kept.at(-1)?.at, total);
    assert.equal(kept[0]?.at, total - kept.length + 1);
  });
});
