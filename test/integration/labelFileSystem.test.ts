import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as z from 'zod';
import type { LabelRecord } from '../../src/sandbox/labelRecord.ts';
import { eventually } from './eventually.ts';
import { person } from './person.ts';
import { administrator, integrator, startSignedIn } from './service.ts';

const update = 'POST /api/v2/label/update';
const list = 'GET /api/v2/label/list';
const recordSchema = z.looseObject({ labelName: z.string(), labelStatus: z.int() });

describe('label file system', () => {
  const { fs } = vscode.workspace;
  const service = startSignedIn();
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

  async function write(record: object): Promise<void> {
    await fs.writeFile(uri, new TextEncoder().encode(JSON.stringify(record)));
  }

  function onServer(): LabelRecord {
    return service().record(administrator, label.id);
  }

  it('reads the whole record as the service has it', async () => {
    assert.deepEqual(await read(), onServer());
    const { type, size } = await fs.stat(uri);
    assert.equal(type, vscode.FileType.File);
    assert.ok(size >= (await fs.readFile(uri)).byteLength);
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
    await write({ ...others, labelStatus, labelName: 'Inside' });
    assert.equal(onServer().labelName, 'Inside');
    await write({ ...(await read()), labelStatus: labelStatus + 1 });
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
    await write(await read());
    assert.equal(service().requests(update), sent);
  });

  it('refuses an emptied field, and sends nothing', async () => {
    const sent = service().requests(update);
    await assert.rejects(write({ ...(await read()), labelName: '' }), /cannot be emptied/);
    await assert.rejects(
      write({ ...(await read()), id: 'another' }),
      /ID of a label cannot change/,
    );
    assert.equal(service().requests(update), sent);
  });

  it('settles a lost answer by reading again', async () => {
    const record = await read();
    const sent = service().requests(update);
    const { proxy } = service();
    proxy.path = '/api/v2/label/update';
    proxy.fault = { kind: 'resetAfterForwarding' };
    try {
      await write({ ...record, labelName: 'Arrived' });
      assert.equal(proxy.faultCount, 1);
      assert.equal(service().requests(update), sent + 1);
      assert.equal(onServer().labelName, 'Arrived');
      proxy.fault = { kind: 'resetBeforeForwarding' };
      await assert.rejects(write({ ...record, labelName: 'Never arrived' }), {
        code: 'Unavailable',
      });
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
    const path = `/${service().accountId(administrator)}/${label.id}/${label.labelCode}.label.json`;
    const earlier = uri.with({ path, query: '' });
    assert.equal(String(await fs.readFile(earlier)), String(await fs.readFile(uri)));
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
      const text = 'Looking for a label among all';
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

  it('lets nothing be created, renamed or deleted', async () => {
    const other = service().labelUri(administrator, { id: 'another', labelCode: 'OTHER' });
    await assert.rejects(async () => await fs.delete(uri), { code: 'NoPermissions' });
    await assert.rejects(async () => await fs.rename(uri, other), { code: 'NoPermissions' });
    assert.ok(onServer());
  });
});
