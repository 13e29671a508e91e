import assert from 'node:assert/strict';
import * as z from 'zod';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { callApi, envelopeOf, pageSchema, signIn } from './sandboxClient.ts';

describe('sandbox: label endpoints', () => {
  const tenant = 'acme-europe';
  const total = 450;
  let sandbox: Sandbox;
  let accessToken: string;

  beforeEach(async () => {
    // Time stands still: what moves with each update must move all the same.
    sandbox = await startSandbox({ labels: total, oddLabels: true }, () => Date.UTC(2026, 0, 1));
    ({ access_token: accessToken } = await signIn(sandbox, tenant));
  });
  afterEach(async () => {
    await sandbox.close();
  });

  async function list(query: Readonly<Record<string, string>> = {}) {
    const path = `/v2/label/list?${new URLSearchParams(query).toString()}`;
    const response = await callApi(sandbox, accessToken, path);
    assert.equal(response.status, 200);
    return await envelopeOf(response);
  }

  async function listPage(query: Readonly<Record<string, string>> = {}) {
    const { code, message, data } = await list(query);
    assert.deepEqual([code, message], [0, 'success']);
    return pageSchema.parse(data);
  }

  async function update(body: unknown): Promise<Response> {
    return await callApi(sandbox, accessToken, '/v2/label/update', {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  async function updateAs(contentType: string | undefined): Promise<Response> {
    const body = JSON.stringify({ id: stored(0).id, labelName: `Sent as ${contentType}` });
    return await fetch(`${sandbox.baseUrl}/api/v2/label/update`, {
      method: 'POST',
      // Without this, fetch adds a content type for a text.
      body: new TextEncoder().encode(body),
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(contentType !== undefined && { 'content-type': contentType }),
      },
    });
  }

  function stored(index: number) {
    const record = sandbox.control.labels(tenant)[index];
    assert.ok(record);
    return record;
  }

  function matching(matches: (code: string, name: string, status: number) => boolean): string[] {
    return sandbox.control
      .labels(tenant)
      .filter(({ labelCode, labelName, labelStatus }) =>
        matches(labelCode.toLowerCase(), (labelName ?? '').toLowerCase(), labelStatus),
      )
      .map(({ id }) => id);
  }

  async function idsOf(query: Readonly<Record<string, string>>): Promise<string[]> {
    const page = await listPage({ ...query, size: '200' });
    assert.equal(page.total, page.records.length);
    return page.records.map(({ id }) => id);
  }

  describe('list', () => {
    it('answers with the first 20 by default', async () => {
      const page = await listPage();
      assert.deepEqual(
        { ...page, records: page.records.length },
        { records: 20, total, size: 20, current: 1, pages: 23 },
      );
      assert.deepEqual(page.records, sandbox.control.labels(tenant).slice(0, 20));
    });

    it('answers with each record once over all pages', async () => {
      const seen: unknown[] = [];
      for (let current = 1; current <= 4; current++) {
        const page = await listPage({ current: String(current), size: '120' });
        assert.deepEqual([page.current, page.size, page.pages], [current, 120, 4]);
        seen.push(...page.records);
      }
      assert.deepEqual(seen, sandbox.control.labels(tenant));
    });

    it('answers with no records behind the last page', async () => {
      const page = await listPage({ current: '1000', size: '100' });
      assert.deepEqual(page, { records: [], total, size: 100, current: 1000, pages: 5 });
    });

    it('cuts the size to the page limit', async () => {
      const page = await listPage({ size: '100000' });
      assert.deepEqual([page.records.length, page.size, page.pages], [200, 200, 3]);
      sandbox.control.setOption({ pageLimit: 7 });
      assert.equal((await listPage({})).size, 7);
    });

    it('finds q in code or name, whatever the case', async () => {
      const wanted = matching((code, name) => code.includes('council') || name.includes('council'));
      assert.ok(wanted.length > 3 && wanted.length < total);
      assert.deepEqual(await idsOf({ q: 'COUNcil' }), wanted);
      assert.deepEqual(
        await idsOf({ q: '试用期' }),
        matching((_, name) => name.includes('试用期')),
      );
    });

    it('filters by part of the code and by part of the name', async () => {
      const byCode = matching((code) => code.includes('shift-'));
      assert.ok(byCode.length > 3);
      assert.deepEqual(await idsOf({ labelCode: 'Shift-' }), byCode);
      const byName = matching((_, name) => name.includes('rota'));
      assert.deepEqual(await idsOf({ labelName: 'ROTA' }), byName);
      assert.deepEqual(await idsOf({ labelName: 'SHIFT-' }), []);
    });

    it('takes special characters literally', async () => {
      const special = '/EU 100% #1?a=b&c';
      const wanted = matching((code) => code.includes(special.toLowerCase()));
      assert.ok(wanted.length > 0);
      assert.deepEqual(await idsOf({ labelCode: special }), wanted);
    });

    it('filters by status, negative ones too, and joins filters by "and"', async () => {
      for (const wanted of [0, 2]) {
        assert.deepEqual(
          await idsOf({ labelStatus: String(wanted) }),
          matching((_code, _name, status) => status === wanted),
        );
      }
      sandbox.control.updateLabel(tenant, stored(5).id, { labelStatus: -1 });
      assert.ok((await idsOf({ labelStatus: '-1' })).includes(stored(5).id));
      assert.deepEqual(
        await idsOf({ q: 'visa', labelName: 'permit', labelStatus: '1' }),
        matching(
          (code, name, status) => code.includes('visa') && name.includes('permit') && status === 1,
        ),
      );
    });

    for (const query of [
      { current: '0' },
      { current: '-1' },
      { current: '1.5' },
      { current: 'x' },
      { current: '99999999999' },
      { size: '0' },
      { size: '1e2' },
      { size: ' 5' },
      { labelStatus: 'active' },
      { q: '' },
      { labelCode: '' },
      { labelName: '' },
      { labelStatus: '' },
    ]) {
      it(`refuses ${JSON.stringify(query)}`, async () => {
        const { code, message } = await list(query);
        assert.equal(code, 400);
        assert.match(message, new RegExp(Object.keys(query).join()));
      });
    }
  });

  describe('update', () => {
    it('changes the fields that are sent, and no others', async () => {
      const before = stored(13);
      const response = await update({ id: before.id, labelName: 'Neu', ignored: true });
      assert.deepEqual(await envelopeOf(response), { code: 0, message: 'success', data: {} });
      const after = stored(13);
      assert.deepEqual(after, { ...before, labelName: 'Neu', updateTime: after.updateTime });
      assert.ok(after.updateTime > before.updateTime);

      await update({ id: before.id, labelCode: 'C-1', labelStatus: -7 });
      assert.equal(stored(13).labelCode, 'C-1');
      assert.equal(stored(13).labelStatus, -7);
      assert.equal(stored(13).labelName, 'Neu');
      assert.ok(stored(13).updateTime > after.updateTime);
    });

    it('shows in the list and its filters at once', async () => {
      assert.deepEqual(await idsOf({ q: 'quokka' }), []);
      await update({ id: stored(300).id, labelName: 'Quokka' });
      assert.deepEqual(await idsOf({ q: 'quokka' }), [stored(300).id]);
      assert.equal(stored(300).labelName, 'Quokka');
    });

    it('gives a name to a record that had none', async () => {
      const index = sandbox.control.labels(tenant).findIndex((label) => !('labelName' in label));
      await update({ id: stored(index).id, labelName: 'Named' });
      assert.equal(stored(index).labelName, 'Named');
    });

    it('leaves other tenants alone', async () => {
      const before = sandbox.control.labels('acme-asia');
      assert.equal(before[0]?.id, stored(0).id);
      await update({ id: stored(0).id, labelName: 'Europe only' });
      assert.deepEqual(sandbox.control.labels('acme-asia'), before);
    });

    const id = '1780000000000000001';
    const wrong: Readonly<Record<string, unknown>> = {
      'no JSON': '{',
      'an empty body': '',
      'an array': [],
      null: null,
      'no id': { labelName: 'x' },
      'an empty id': { id: '', labelName: 'x' },
      'a number as id': { id: 1, labelName: 'x' },
      'an empty code': { id, labelCode: '' },
      'an empty name': { id, labelName: '' },
      'null as name': { id, labelName: null },
      'a number as code': { id, labelCode: 7 },
      'a text as status': { id, labelStatus: '1' },
      'a fraction as status': { id, labelStatus: 1.5 },
    };
    for (const [name, body] of Object.entries(wrong)) {
      it(`refuses ${name} and changes nothing`, async () => {
        const before = sandbox.control.labels(tenant);
        assert.equal(before[0]?.id, id);
        const response = await update(body);
        assert.equal(response.status, 200);
        assert.equal((await envelopeOf(response)).code, 400);
        assert.deepEqual(sandbox.control.labels(tenant), before);
      });
    }

    it('refuses an unknown id', async () => {
      assert.equal((await envelopeOf(await update({ id: '7', labelName: 'x' }))).code, 404);
    });

    it('refuses the ids that the option lists', async () => {
      const before = stored(1);
      sandbox.control.setOption({ failUpdateIds: [before.id] });
      const envelope = await envelopeOf(await update({ id: before.id, labelName: 'x' }));
      assert.equal(envelope.code, 423);
      assert.deepEqual(stored(1), before);
    });

    it('answers with the record or null if the option says so', async () => {
      const recordSchema = z.object({ data: z.looseObject({ labelName: z.string() }) });
      sandbox.control.setOption({ updateData: 'record' });
      const answer: unknown = await (await update({ id, labelName: 'x' })).json();
      assert.equal(recordSchema.parse(answer).data.labelName, 'x');
      sandbox.control.setOption({ updateData: 'null' });
      assert.equal((await envelopeOf(await update({ id, labelName: 'y' }))).data, null);
    });
  });

  describe('the content type of an update', () => {
    for (const contentType of [
      undefined,
      'application/json',
      'Application/JSON; charset=utf-8',
      'text/json',
      'application/merge-patch+json',
    ]) {
      it(`may be ${contentType ?? 'absent'}`, async () => {
        assert.equal((await envelopeOf(await updateAs(contentType))).code, 0);
        assert.equal(stored(0).labelName, `Sent as ${contentType}`);
      });
    }

    for (const contentType of [
      'application/x-www-form-urlencoded',
      'text/plain;charset=UTF-8',
      'multipart/form-data; boundary=x',
      'application/jsonp',
    ]) {
      it(`may not be ${contentType}`, async () => {
        const before = stored(0);
        const response = await updateAs(contentType);
        assert.equal(response.status, 415);
        assert.equal((await envelopeOf(response)).code, 415);
        assert.deepEqual(stored(0), before);
      });
    }
  });

  it('answers failures with an HTTP status if the option says so', async () => {
    sandbox.control.setOption({ apiErrors: 'http' });
    const response = await update({ id: '7', labelName: 'x' });
    assert.equal(response.status, 404);
    assert.equal((await envelopeOf(response)).code, 404);
  });

  it('requires a scope if the option says so', async () => {
    sandbox.control.setOption({ labelScope: 'payroll' });
    assert.equal((await list()).code, 403);
    sandbox.control.setOption({ labelScope: 'tag' });
    assert.equal((await list()).code, 0);
  });
});
