import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { WorkforceAccount } from '../../../src/agents/workforceApi.ts';
import type { Consumer } from '../../consumer/extension.ts';
import { eventually } from '../eventually.ts';
import { person } from '../person.ts';
import { accountLabel, administrator, startSignedIn } from '../service.ts';
import { untilNotified } from '../untilNotified.ts';

const update = 'POST /api/v2/label/update';

describe('the API for other extensions', () => {
  const service = startSignedIn({ labels: 450 });

  after(async () => {
    // Whether to forget the changes that were made.
    await untilNotified('is signed out');
  });

  let consumer: Consumer;
  let account: WorkforceAccount;

  before(async () => {
    const extension = vscode.extensions.getExtension<Consumer>('tests.workforce-labels-consumer');
    assert.ok(extension);
    consumer = await extension.activate();
  });

  it('is had in version 1, and in no other', async () => {
    const labels = vscode.extensions.getExtension<{ getApi: (version: unknown) => unknown }>(
      'workforce-tools.workforce-labels',
    );
    const exported = await labels?.activate();
    assert.ok(exported);
    assert.throws(() => exported.getApi(2), /version 1/);
  });

  it('gives nothing away before the person has agreed', async () => {
    assert.equal(await consumer.session(), undefined);
    const id = service().accountId(administrator);
    const forged = { id, accessToken: 'forged', account: { id, label: '' }, scopes: [] };
    await assert.rejects(consumer.api.accounts([forged]), { code: 'request' });
    const made: WorkforceAccount = { id, label: '' };
    await assert.rejects(consumer.api.label(made, '1'), { code: 'request' });
  });

  it('says so to a program that shows it no session', async () => {
    const labels = vscode.extensions.getExtension<{
      getApi: (version: unknown) => { accounts: (sessions: unknown) => Promise<unknown> };
    }>('workforce-tools.workforce-labels');
    const exported = await labels?.activate();
    assert.ok(exported);
    const id = service().accountId(administrator);
    // The first one is what VS Code gives where nobody has agreed.
    for (const shown of [[undefined], undefined, null, [id], [{ id }], { id, accessToken: 'x' }]) {
      await assert.rejects(exported.getApi(1).accounts(shown), { code: 'request' });
    }
  });

  it('takes the session that VS Code gives once the person has agreed', async () => {
    // What the entry in the Accounts menu runs; VS Code has made it when it was asked for a session.
    const done = vscode.commands.executeCommand('workforcetests.workforce-labels-consumerAccess');
    await person.pickItem(service().authenticationLabel(administrator));
    await done;
    const session = await eventually(async () => {
      const given = await consumer.session();
      assert.ok(given);
      return given;
    });
    const [first, ...others] = await consumer.api.accounts([session]);
    assert.ok(first);
    assert.deepEqual(others, []);
    assert.equal(first.label, accountLabel(administrator));
    assert.ok(Object.isFrozen(first));
    account = first;
  });

  it('goes through labels as they are asked for', async () => {
    const records = service().sandbox.control.labels(administrator.tenant);
    const before = service().requests('GET /api/v2/label/list');
    for await (const { id } of consumer.api.labels(account)) {
      assert.equal(id, records[0]?.id);
      break;
    }
    assert.equal(service().requests('GET /api/v2/label/list'), before + 1);
    const ids: string[] = [];
    for await (const { id } of consumer.api.labels(account)) {
      ids.push(id);
    }
    assert.deepEqual(
      ids,
      records.map(({ id }) => id),
    );
  });

  it('refuses a filter that the service does not have, and stops when it is told', async () => {
    const unknown = { q: 'x', colour: 'red' };
    await assert.rejects(consumer.api.labels(account, unknown)[Symbol.asyncIterator]().next(), {
      code: 'request',
    });
    const source = new vscode.CancellationTokenSource();
    source.cancel();
    const cancelled = consumer.api.labels(account, {}, source.token);
    await assert.rejects(cancelled[Symbol.asyncIterator]().next(), { code: 'cancelled' });
  });

  it('finds a label, opens it, and tells of its changes', async () => {
    const record = service().sandbox.control.labels(administrator.tenant)[3];
    assert.ok(record);
    const { id, labelCode, labelName, labelStatus } = record;
    const found = await consumer.api.label(account, id);
    assert.deepEqual(found, { id, labelCode, labelName, labelStatus });
    assert.equal(await consumer.api.label(account, 'there-is-none'), undefined);
    await consumer.api.openLabel(account, id);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputCustom);
    // A change is told once, or again when the service has been read after it.
    const changed = new Set<string>();
    const subscription = consumer.api.onDidChangeLabels(account)((label) => changed.add(label.id));
    const sent = service().requests(update);
    const changes = [{ id, labelName: 'Named by another extension' }];
    const answer = await consumer.api.proposeChanges(account, { title: 'Names', changes });
    assert.deepEqual(answer, { shown: 1, unchanged: 0, missing: [] });
    assert.equal(service().requests(update), sent);
    await person.clickNotification('Another extension proposes this', 'Apply Changes');
    await eventually(() => assert.deepEqual(Array.from(changed), [id]));
    assert.equal(service().requests(update), sent + 1);
    subscription.dispose();
    await untilNotified('Labels changed: 1.');
  });
});
