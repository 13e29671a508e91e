import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { WorkforceAccount } from '../../../src/agents/workforceApi.ts';
import type { Consumer } from '../../consumer/extension.ts';
import { eventually } from '../eventually.ts';
import { person } from '../person.ts';
import { accountLabel, administrator, startSignedIn } from '../service.ts';
import { untilNotified } from '../untilNotified.ts';
import { untilReviewed } from '../untilReviewed.ts';

const update = 'POST /api/v2/label/update';
const list = 'GET /api/v2/label/list';

/** The API as a program has it that no compiler has checked. */
interface UncheckedApi {
  accounts: (sessions: unknown) => Promise<unknown>;
  labels: (account: unknown, filter: unknown, token?: unknown) => AsyncIterable<unknown>;
  label: (account: unknown, id: unknown, token?: unknown) => Promise<unknown>;
  openLabel: (account: unknown, id: unknown) => Promise<void>;
  proposeChanges: (account: unknown, proposal: unknown) => Promise<unknown>;
  onDidChangeLabels: (
    account: unknown,
  ) => (listener: unknown, thisArgs?: unknown, disposables?: unknown) => unknown;
}

async function uncheckedApi(): Promise<UncheckedApi> {
  const labels = vscode.extensions.getExtension<{ getApi: (version: unknown) => UncheckedApi }>(
    'workforce-tools.workforce-labels',
  );
  const exported = await labels?.activate();
  assert.ok(exported);
  return exported.getApi(1);
}

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

  it('is an object of its own for each caller, so that nobody listens in on another one', async () => {
    const labels = vscode.extensions.getExtension<{ getApi: (version: unknown) => object }>(
      'workforce-tools.workforce-labels',
    );
    const exported = await labels?.activate();
    assert.ok(exported);
    assert.ok(Object.isFrozen(exported) && Object.isFrozen(exported.getApi));
    const [one, other] = [exported.getApi(1), exported.getApi(1)];
    assert.notEqual(one, other);
    assert.equal(Object.getPrototypeOf(one), Object.prototype);
    const methods = new Set(Object.values(other));
    assert.deepEqual(
      Object.values(one).filter((each) => methods.has(each)),
      [],
    );
    assert.throws(() => Object.assign(one, { accounts: () => undefined }), TypeError);
    // What is thrown belongs to no class that the extension goes on using.
    await assert.rejects(consumer.api.label({ id: '', label: '' }, '1'), (error) => {
      assert.equal(Object.getPrototypeOf(error), Error.prototype);
      return true;
    });
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
    const api = await uncheckedApi();
    const id = service().accountId(administrator);
    // The first one is what VS Code gives where nobody has agreed.
    for (const shown of [[undefined], undefined, null, [id], [{ id }], { id, accessToken: 'x' }]) {
      await assert.rejects(api.accounts(shown), { code: 'request' });
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

  it('refuses a session whose access token has been renewed since, and takes the new one', async () => {
    const known = await consumer.session();
    assert.ok(known);
    service().sandbox.control.expireAccessTokens();
    for await (const { id } of consumer.api.labels(account)) {
      assert.ok(id);
      break;
    }
    await assert.rejects(consumer.api.accounts([known]), { code: 'request' });
    await eventually(async () => {
      const renewed = await consumer.session();
      assert.ok(renewed);
      const [{ id } = { id: '' }] = await consumer.api.accounts([renewed]);
      assert.equal(id, account.id);
    });
  });

  it('goes through labels as they are asked for', async () => {
    const records = service().sandbox.control.labels(administrator.tenant);
    const before = service().requests(list);
    for await (const { id } of consumer.api.labels(account)) {
      assert.equal(id, records[0]?.id);
      break;
    }
    assert.equal(service().requests(list), before + 1);
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
    const one = consumer.api.label(account, 'there-is-none', source.token);
    await assert.rejects(one, { code: 'cancelled' });
  });

  it('says so to a program that hands over no token, or nothing to call', async () => {
    const api = await uncheckedApi();
    const asked = service().requests(list);
    const noEvent = { isCancellationRequested: false };
    const noState = { onCancellationRequested: () => ({ dispose: () => {} }) };
    const { signal } = new AbortController();
    for (const token of [null, true, 'stop', {}, noEvent, noState, signal]) {
      const labels = api.labels(account, {}, token);
      await assert.rejects(labels[Symbol.asyncIterator]().next(), { code: 'request' });
      await assert.rejects(api.label(account, '1', token), { code: 'request' });
    }
    assert.equal(service().requests(list), asked);
    const onDidChange = api.onDidChangeLabels(account);
    for (const listener of [undefined, null, 'call', {}]) {
      assert.throws(() => onDidChange(listener), { code: 'request' });
    }
    assert.throws(() => onDidChange(() => {}, undefined, 'disposables'), { code: 'request' });
  });

  it('says so to a program that asks for what there is not', async () => {
    const api = await uncheckedApi();
    const asked = service().requests(list);
    for (const handle of [undefined, null, account.id, {}, { ...account }]) {
      await assert.rejects(api.label(handle, '1'), { code: 'request' });
      assert.throws(() => api.onDidChangeLabels(handle), { code: 'request' });
    }
    for (const id of [undefined, null, 1, '', {}]) {
      await assert.rejects(api.label(account, id), { code: 'request' });
      await assert.rejects(api.openLabel(account, id), { code: 'request' });
    }
    for (const filter of [null, 'travel', { q: 1 }]) {
      const labels = api.labels(account, filter);
      await assert.rejects(labels[Symbol.asyncIterator]().next(), { code: 'request' });
    }
    for (const proposal of [undefined, null, 'x', {}, { title: 'x', changes: [] }]) {
      await assert.rejects(api.proposeChanges(account, proposal), { code: 'request' });
    }
    assert.equal(service().requests(list), asked);
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
    await untilReviewed('Another extension proposes this');
    await person.pressReviewButton('Apply One Change');
    await eventually(() => assert.deepEqual(Array.from(changed), [id]));
    assert.equal(service().requests(update), sent + 1);
    subscription.dispose();
    await untilNotified('1 label changed.');
  });

  it('warns of a code that another label has, which the proposal does not name', async () => {
    const [one, other] = service().sandbox.control.labels(administrator.tenant);
    assert.ok(one && other);
    const changes = [{ id: one.id, labelCode: other.labelCode }];
    const answer = await consumer.api.proposeChanges(account, { title: 'Codes', changes });
    assert.equal(answer.shown, 1);
    await untilReviewed('Several labels would share 1 code.');
    await person.pressReviewButton('Cancel');
  });
});
