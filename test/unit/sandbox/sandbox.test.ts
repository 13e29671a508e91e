import assert from 'node:assert/strict';
import * as z from 'zod';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { until } from '../../support/until.ts';
import { callApi, refresh, signIn } from './sandboxClient.ts';

// As they are before any sandbox was started.
const { Request: globalRequest, Response: globalResponse } = globalThis;

async function millisecondsOf(request: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await request();
  return performance.now() - start;
}

describe('sandbox', () => {
  let sandbox: Sandbox;
  const further = 'https://app.example.com/callback';

  beforeEach(async () => {
    sandbox = await startSandbox({ labels: 3, redirectUris: [further], control: true });
  });
  afterEach(async () => {
    await sandbox.close();
  });

  async function post(path: string, body: unknown = {}): Promise<Response> {
    return await fetch(`${sandbox.baseUrl}/__sandbox${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  it('listens on loopback and registers the redirect URIs', () => {
    assert.match(sandbox.baseUrl, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.deepEqual(sandbox.redirectUris, [
      'vscode://workforce-tools.workforce-labels/callback',
      'vscode-insiders://workforce-tools.workforce-labels/callback',
      'vscodium://workforce-tools.workforce-labels/callback',
      'code-oss://workforce-tools.workforce-labels/callback',
      'code-server://workforce-tools.workforce-labels/callback',
      'http://127.0.0.1:53682/callback',
      `${sandbox.baseUrl}/relay`,
      further,
    ]);
  });

  it('refuses options that do not fit', async () => {
    await assert.rejects(startSandbox({ labels: -1 }), z.ZodError);
    await assert.rejects(startSandbox({ redirectUris: ['not absolute'] }), z.ZodError);
    await assert.rejects(startSandbox({ relayOrigins: ['https://a.example/path'] }), z.ZodError);
    assert.throws(() => {
      sandbox.control.setOption({ latency: -5 });
    }, z.ZodError);
  });

  it('leaves the global Request and Response as they were', () => {
    assert.equal(globalThis.Request, globalRequest);
    assert.equal(globalThis.Response, globalResponse);
  });

  it('ends open connections and waiting answers when it is closed', async () => {
    const { access_token: accessToken } = await signIn(sandbox);
    sandbox.control.setOption({ latency: 600_000 });
    const waiting = callApi(sandbox, accessToken, '/v1/test/index');
    const outcome = assert.rejects(waiting);
    await until(() => sandbox.control.requests()['GET /api/v1/test/index'] !== undefined);
    await sandbox.close();
    await outcome;
    await assert.rejects(fetch(sandbox.baseUrl));
    await sandbox.close();
  });

  it('adds the latency to API and token requests, not to pages', async () => {
    const { access_token: accessToken, refresh_token: refreshToken } = await signIn(sandbox);
    sandbox.control.setOption({ latency: 60 });
    assert.ok((await millisecondsOf(async () => await callApi(sandbox, accessToken, '/x'))) >= 55);
    assert.ok((await millisecondsOf(async () => await refresh(sandbox, refreshToken))) >= 55);
    sandbox.control.setOption({ latency: 600_000 });
    assert.equal((await fetch(`${sandbox.baseUrl}/relay`)).status, 400);
  });

  it('answers what it does not know with a bare 404', async () => {
    const response = await fetch(`${sandbox.baseUrl}/unknown`);
    assert.equal(response.status, 404);
    assert.equal(await response.text(), 'Not found');
  });

  describe('control', () => {
    it('expires access tokens', async () => {
      const tokens = await signIn(sandbox);
      sandbox.control.expireAccessTokens();
      assert.equal((await callApi(sandbox, tokens.access_token, '/v1/test/index')).status, 401);
      assert.equal((await refresh(sandbox, tokens.refresh_token)).status, 200);
    });

    it('revokes the refresh tokens of a tenant', async () => {
      const [europe, asia] = [
        await signIn(sandbox, 'acme-europe'),
        await signIn(sandbox, 'acme-asia'),
      ];
      sandbox.control.revokeRefreshTokens({ tenantId: 'acme-europe' });
      assert.equal((await refresh(sandbox, europe.refresh_token)).status, 400);
      assert.equal(sandbox.control.tokenCalls().at(-1)?.reason, 'revoked');
      assert.equal((await refresh(sandbox, asia.refresh_token)).status, 200);
    });

    it('hands out copies', () => {
      const [copy] = sandbox.control.labels('acme-europe');
      assert.ok(copy);
      Object.assign(copy, { labelName: 'changed' });
      assert.notEqual(sandbox.control.labels('acme-europe')[0]?.labelName, 'changed');
      assert.throws(() => sandbox.control.labels('nowhere'), RangeError);
    });

    it('is not served over HTTP unless that is asked for', async () => {
      const closed = await startSandbox({ labels: 1 });
      try {
        assert.equal((await fetch(`${closed.baseUrl}/__sandbox/state`)).status, 404);
      } finally {
        await closed.close();
      }
    });

    it('shows the state over HTTP, without secrets', async () => {
      const tokens = await signIn(sandbox);
      const text = await (await fetch(`${sandbox.baseUrl}/__sandbox/state`)).text();
      for (const secret of [tokens.access_token, tokens.refresh_token, sandbox.clientSecret]) {
        assert.equal(text.includes(secret), false);
      }
      assert.deepEqual(JSON.parse(text), {
        options: sandbox.control.options(),
        tenantIds: sandbox.control.tenantIds(),
        userIds: sandbox.control.userIds(),
        tokenCalls: sandbox.control.tokenCalls(),
        requests: { 'POST /auth/oauth/authorize': 1, 'POST /auth/oauth/token': 1 },
      });
    });

    it('steers over HTTP', async () => {
      const tokens = await signIn(sandbox, 'acme-asia');
      assert.equal((await post('/options', { unauthorized: 'envelope' })).status, 204);
      assert.equal((await post('/expire-access-tokens')).status, 204);
      assert.equal((await callApi(sandbox, tokens.access_token, '/v1/test/index')).status, 200);
      assert.equal(sandbox.control.options().unauthorized, 'envelope');

      assert.equal((await post('/revoke-refresh-tokens', { tenantId: 'acme-asia' })).status, 204);
      assert.equal((await refresh(sandbox, tokens.refresh_token)).status, 400);

      const id = sandbox.control.labels('acme-asia')[2]?.id;
      const change = { tenantId: 'acme-asia', id, labelName: 'From outside' };
      assert.equal((await post('/update-label', change)).status, 204);
      const labels = await fetch(`${sandbox.baseUrl}/__sandbox/labels/acme-asia`);
      assert.deepEqual(await labels.json(), sandbox.control.labels('acme-asia'));
      assert.equal(sandbox.control.labels('acme-asia')[2]?.labelName, 'From outside');
    });

    it('refuses over HTTP what does not fit', async () => {
      assert.equal((await post('/options', { latency: -1 })).status, 400);
      assert.equal((await post('/options', { port: 80 })).status, 400);
      assert.equal((await post('/update-label', { tenantId: 'nowhere', id: '1' })).status, 400);
      assert.equal((await post('/update-label', { tenantId: 'acme-asia', id: '1' })).status, 400);
      const url = `${sandbox.baseUrl}/__sandbox/expire-access-tokens`;
      assert.equal((await fetch(url, { method: 'POST' })).status, 415);
      assert.equal((await fetch(`${sandbox.baseUrl}/__sandbox/labels/nowhere`)).status, 400);
    });
  });
});
