import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import * as z from 'zod';
import type { ChangeableOptions } from '../../../src/sandbox/options.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { listenOnLoopback } from '../../support/listenOnLoopback.ts';
import { until } from '../../support/until.ts';
import {
  authorizeUrl,
  callApi,
  envelopeOf,
  locationOf,
  pageSchema,
  press,
  refresh,
  signIn,
  tokenResponseSchema,
} from './sandboxClient.ts';

describe('sandbox: faults', () => {
  const tenant = 'acme-europe';
  let sandbox: Sandbox;

  beforeEach(async () => {
    sandbox = await startSandbox({ labels: 3 });
  });
  afterEach(async () => {
    await sandbox.close();
  });

  async function shape(options: ChangeableOptions): Promise<Record<string, unknown>> {
    const { refresh_token: refreshToken } = await signIn(sandbox);
    sandbox.control.setOption(options);
    const response = await refresh(sandbox, refreshToken);
    assert.equal(response.status, 200);
    return z.record(z.string(), z.unknown()).parse(await response.json());
  }

  function stored(index: number) {
    const record = sandbox.control.labels(tenant)[index];
    assert.ok(record);
    return record;
  }

  it('redirects a refusal without state if the option says so, an approval with it', async () => {
    sandbox.control.setOption({ errorsWithoutState: true });
    const url = authorizeUrl(sandbox, { state: 'mine' });
    assert.equal(locationOf(await press(url, 'deny'), url).search, '?error=access_denied');
    const wrong = authorizeUrl(sandbox, { scope: 'everything' });
    const target = locationOf(await fetch(wrong, { redirect: 'manual' }), wrong);
    assert.equal(target.search, '?error=invalid_scope');
    const approved = locationOf(await press(url, 'approve'), url);
    assert.equal(approved.searchParams.get('state'), 'mine');
  });

  it('issues codes with every kind of character if the option says so, and takes them', async () => {
    sandbox.control.setOption({ oddCodes: true });
    const url = authorizeUrl(sandbox);
    const code = locationOf(await press(url, 'approve'), url).searchParams.get('code');
    assert.match(code ?? '', / %23 %41 a%b#c\+d&e=f$/);
    assert.ok((await signIn(sandbox)).access_token);
  });

  it('has a link scanner follow the redirect before the browser if the option says so', async () => {
    const visits: string[] = [];
    const server = createServer((visit, response) => {
      visits.push(visit.url ?? '');
      response.end();
    });
    const address = `http://127.0.0.1:${await listenOnLoopback(server)}/callback`;
    const scanned = await startSandbox({ labels: 1, linkScanner: true, redirectUris: [address] });
    try {
      const url = authorizeUrl(scanned, { redirect_uri: address });
      const target = locationOf(await press(url, 'approve'), url);
      assert.deepEqual(visits, [`${target.pathname}${target.search}`]);
    } finally {
      server.close();
      await scanned.close();
    }
  });

  describe('token responses', () => {
    it('replaces and adds fields if the option says so', async () => {
      const body = await shape({ tokenFields: { expires_in: '1800', scope: ['tag'], more: null } });
      assert.equal(body['expires_in'], '1800');
      assert.deepEqual(body['scope'], ['tag']);
      assert.equal(body['more'], null);
      assert.equal(body['token_type'], 'bearer');
    });

    it('claims that an access token has no time left, which still works', async () => {
      const body = await shape({ tokenFields: { expires_in: 0 } });
      assert.equal(body['expires_in'], 0);
      const accessToken = z.string().parse(body['access_token']);
      assert.equal((await callApi(sandbox, accessToken, '/v1/test/index')).status, 200);
    });

    it('lacks fields if the option says so', async () => {
      const missing = ['expires_in', 'token_type', 'tenant_id', 'user_id', 'scope', 'jti'];
      const body = await shape({ missingTokenFields: missing });
      assert.deepEqual(Object.keys(body).sort(), ['access_token', 'refresh_token']);
    });

    it('is in the common envelope if the option says so, and rotates all the same', async () => {
      const body = await shape({ tokenEnvelope: true });
      assert.deepEqual([body['code'], body['message']], [0, 'success']);
      const { refresh_token: refreshToken } = tokenResponseSchema.parse(body['data']);
      assert.equal((await refresh(sandbox, refreshToken)).status, 200);
    });

    it('answers late, after it has rotated, if the option says so', async () => {
      const { refresh_token: refreshToken } = await signIn(sandbox);
      sandbox.control.setOption({ tokenLatency: 600_000 });
      const abort = new AbortController();
      const outcome = assert.rejects(refresh(sandbox, refreshToken, abort.signal));
      await until(() => sandbox.control.tokenCalls().at(-1)?.grantType === 'refresh_token');
      abort.abort();
      await outcome;
      sandbox.control.setOption({ tokenLatency: 0 });
      assert.equal((await refresh(sandbox, refreshToken)).status, 400);
      assert.equal(sandbox.control.tokenCalls().at(-1)?.reason, 'reused');
    });
  });

  describe('updates', () => {
    let accessToken: string;

    beforeEach(async () => {
      ({ access_token: accessToken } = await signIn(sandbox, tenant));
    });

    async function update(body: object): Promise<Response> {
      return await callApi(sandbox, accessToken, '/v2/label/update', {
        method: 'POST',
        body: JSON.stringify(body),
      });
    }

    it('succeeds without effect if the option says so', async () => {
      const before = stored(1);
      sandbox.control.setOption({ ignoreUpdateIds: [before.id], updateData: 'record' });
      const envelope = await envelopeOf(await update({ id: before.id, labelName: 'x' }));
      assert.deepEqual(envelope, { code: 0, message: 'success', data: before });
      assert.deepEqual(stored(1), before);
      await update({ id: stored(2).id, labelName: 'x' });
      assert.equal(stored(2).labelName, 'x');
    });

    it('normalizes names if the option says so', async () => {
      const { id } = stored(0);
      const sent = '  Cafe\u0301 \t  au\u00a0lait ';
      await update({ id, labelName: sent });
      assert.equal(stored(0).labelName, sent);
      sandbox.control.setOption({ normalizeNames: true });
      await update({ id, labelName: sent });
      assert.equal(stored(0).labelName, 'Caf\u00e9 au lait');
      assert.equal((await envelopeOf(await update({ id, labelName: ' \t' }))).code, 400);
      assert.equal(stored(0).labelName, 'Caf\u00e9 au lait');
    });

    it('adds modifiedBy with the first update if the option says so', async () => {
      const [{ id }, other] = [stored(0), stored(1)];
      await update({ id, labelStatus: 5 });
      assert.equal('modifiedBy' in stored(0), false);
      sandbox.control.setOption({ lateModifiedBy: true });
      await update({ id, labelStatus: 6 });
      assert.equal(stored(0).modifiedBy, 'hr-administrator');
      const list = await envelopeOf(await callApi(sandbox, accessToken, '/v2/label/list'));
      assert.deepEqual(pageSchema.parse(list.data).records, sandbox.control.labels(tenant));
      assert.deepEqual(stored(1), other);
    });
  });
});
