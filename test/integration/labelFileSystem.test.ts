import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as z from 'zod';
import type { LabelRecord } from '../../src/sandbox/labelRecord.ts';
import { eventually } from './eventually.ts';
import { agreeing, closeWithoutSaving, openForm, replaceAll } from './labelDocuments.ts';
import { person } from './person.ts';
import { administrator, integrator, startSignedIn } from './service.ts';
import { untilNotified } from './untilNotified.ts';

const update = 'POST /api/v2/label/update';
const list = 'GET /api/v2/label/list';
const recordSchema = z.looseObject({ labelName: z.string(), labelStatus: z.int() });

describe('label file system', () => {
  const { fs } = vscode.workspace;
  const service = startSignedIn();

  afterEach(closeWithoutSaving);

  let label: LabelRecord;
  let uri: vscode.Uri;

  before(() => {
    const plain = service()
      .sandbox.control.labels(administrator.tenant)
      .find(({ labelName, labelCode }) => labelName && labelCode);
    assert.ok(plain);
    label = plain;
    uri = service().labelUri(administrator, label);
  });

  async function read(): Promise<z.infer<typeof recordSchema>> {
    return recordSchema.parse(JSON.parse(new TextDecoder().decode(await fs.readFile(uri))));
  }

  /** Saves the label in an editor with these values; false where nothing was sent. */
  async function save(record: object): Promise<boolean> {
    const document = await openForm(uri);
    await replaceAll(document, JSON.stringify(record));
    return await agreeing(document.save());
  }

  function onServer(): LabelRecord {
    return service().record(administrator, label.id);
  }

  it('reads the whole record as the service has it', async () => {
    assert.deepEqual(await read(), onServer());
    const { type, size } = await fs.stat(uri);
    assert.equal(type, vscode.FileType.File);
    const content = await fs.readFile(uri);
    assert.ok(size >= content.byteLength);
    // Says that it is UTF-8, whatever the settings are.
    assert.deepEqual(Array.from(content.subarray(0, 3)), [0xef, 0xbb, 0xbf]);
    assert.equal((await fs.stat(uri)).size, size);
  });

  it('has a time of change that moves only when the record changes', async () => {
    const { mtime } = await fs.stat(uri);
    assert.equal((await fs.stat(uri)).mtime, mtime);
    service().sandbox.control.updateLabel(administrator.tenant, label.id, { labelName: 'Outside' });
    await eventually(async () => assert.ok((await fs.stat(uri)).mtime > mtime));
    assert.equal((await read()).labelName, 'Outside');
  });

  it('sends what has changed and nothing else', async () => {
    const { labelStatus, ...others } = await read();
    await save({ ...others, labelStatus, labelName: 'Inside' });
    assert.equal(onServer().labelName, 'Inside');
    await save({ ...(await read()), labelStatus: labelStatus + 1 });
    assert.equal(onServer().labelStatus, labelStatus + 1);
    const { id } = label;
    assert.deepEqual(
      new Set(await service().updatesSent(label)),
      new Set([
        { id, labelName: 'Inside' },
        { id, labelStatus: labelStatus + 1 },
      ]),
    );
  });

  it('sends nothing where nothing has changed', async () => {
    const sent = service().requests(update);
    assert.equal(await save(await read()), true);
    assert.equal(service().requests(update), sent);
  });

  it('refuses an emptied field, and sends nothing', async () => {
    const sent = service().requests(update);
    assert.equal(await save({ ...(await read()), labelName: '' }), false);
    await untilNotified('cannot be emptied');
    await vscode.commands.executeCommand('workbench.action.files.revert');
    assert.equal(await save({ ...(await read()), id: 'another' }), false);
    await untilNotified('ID of a label cannot change');
    assert.equal(service().requests(update), sent);
  });

  it('settles a lost answer by reading again', async () => {
    const record = await read();
    const sent = service().requests(update);
    const { proxy } = service();
    proxy.path = '/api/v2/label/update';
    proxy.fault = { kind: 'resetAfterForwarding' };
    try {
      assert.equal(await save({ ...record, labelName: 'Arrived' }), true);
      assert.equal(proxy.faultCount, 1);
      assert.equal(service().requests(update), sent + 1);
      assert.equal(onServer().labelName, 'Arrived');
      proxy.fault = { kind: 'resetBeforeForwarding' };
      assert.equal(await save({ ...(await read()), labelName: 'Never arrived' }), false);
      assert.equal(service().requests(update), sent + 1);
    } finally {
      proxy.fault = { kind: 'pass' };
      proxy.path = undefined;
    }
  });

  it('knows no label that the service does not have', async () => {
    const unknown = service().labelUri(administrator, { id: 'no-such-id', labelCode: 'NONE' });
    await assert.rejects(async () => await fs.stat(unknown), { code: 'FileNotFound' });
    await assert.rejects(async () => await fs.readFile(unknown), { code: 'FileNotFound' });
  });

  it('reads what has the address of an earlier version', async () => {
    const { query } = uri;
    const account = service().accountId(administrator);
    for (const earlier of [
      { path: `/${account}/${label.id}/${label.labelCode}.label.json`, query: '' },
      { path: `/acme · admin/${label.labelCode}.label.json`, query: query.replace(/&code=.*/, '') },
    ]) {
      assert.equal(String(await fs.readFile(uri.with(earlier))), String(await fs.readFile(uri)));
    }
  });

  it('says so of an address that is none, and takes nothing for it', async () => {
    const updates = service().requests(update);
    const none = uri.with({ query: '' });
    const expected = { code: 'FileNotFound', message: /not the address of a label/ };
    await assert.rejects(async () => await fs.stat(none), expected);
    await assert.rejects(async () => await fs.readFile(none), expected);
    await assert.rejects(async () => await fs.writeFile(none, Buffer.from('{}')), expected);
    assert.equal(service().requests(update), updates);
  });

  it('does not look among all labels again for one that is known to be gone', async () => {
    service().sandbox.control.setOption({ pageLimit: 5 });
    const gone = service().labelUri(administrator, { id: 'gone', labelCode: 'GONE' });
    try {
      await assert.rejects(async () => await fs.stat(gone), { code: 'FileNotFound' });
      const asked = service().requests(list);
      for (let count = 0; count < 5; count++) {
        await assert.rejects(async () => await fs.stat(gone), { code: 'FileNotFound' });
      }
      assert.ok(service().requests(list) - asked <= 5);
    } finally {
      service().sandbox.control.setOption({ pageLimit: 200 });
    }
  });

  it('says how far a long search has come, and ends it when told to', async () => {
    const { proxy, sandbox } = service();
    sandbox.control.setOption({ pageLimit: 1, latency: 500 });
    const lost = service().labelUri(administrator, { id: 'lost', labelCode: 'LOST' });
    try {
      const asked = service().requests(list);
      const search = assert.rejects(async () => await fs.stat(lost), /Cancelled/);
      await eventually(() => assert.ok(service().requests(list) > asked + 3));
      // However long it is looked at, it does not come to its end.
      const release = proxy.holdAnswers('/api/v2/label/list');
      const text = 'Looking for the label among all labels';
      await eventually(async () => {
        assert.ok((await person.notifications()).some((each) => each.includes(text)));
      });
      await person.takeScreenshot('longSearch');
      await person.clickNotification(text, 'Cancel');
      await search;
      release();
    } finally {
      proxy.fault = { kind: 'pass' };
      proxy.path = undefined;
      sandbox.control.setOption({ pageLimit: 200, latency: 0 });
    }
  });

  it('says so where the account is not signed in', async () => {
    const foreign = service().labelUri(integrator, label);
    await assert.rejects(async () => await fs.readFile(foreign), {
      code: 'NoPermissions',
      message: /not signed in.*Sign in again/,
    });
  });

  it('takes nothing for a label that no editor shows', async () => {
    const sent = service().requests(update);
    const content = Buffer.from(JSON.stringify({ ...(await read()), labelName: 'Written' }));
    const refused = { code: 'NoPermissions', message: /only from an editor that shows it/ };
    await assert.rejects(async () => await fs.writeFile(uri, content), refused);
    const edit = new vscode.WorkspaceEdit();
    edit.createFile(uri, { overwrite: true, contents: content });
    await Promise.resolve(vscode.workspace.applyEdit(edit)).catch(() => false);
    const document = await vscode.workspace.openTextDocument(uri);
    await replaceAll(document, content.toString());
    assert.equal(await document.save(), false);
    await vscode.workspace.saveAll();
    assert.equal(await vscode.workspace.save(uri), undefined);
    assert.equal(service().requests(update), sent);
    assert.notEqual(onServer().labelName, 'Written');
  });

  it('lets nothing be created, renamed or deleted', async () => {
    const other = service().labelUri(administrator, { id: 'another', labelCode: 'OTHER' });
    await assert.rejects(async () => await fs.delete(uri), { code: 'NoPermissions' });
    await assert.rejects(async () => await fs.rename(uri, other), { code: 'NoPermissions' });
    assert.ok(onServer());
  });
});
