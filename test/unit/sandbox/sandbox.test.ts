import assert from 'node:assert/strict';
import * as z from 'zod';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
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
    sandbox = await startSandbox({ labels: 3, redirectUris: [further] });
  });
  afterEach(async () => {
    await sandbox.close();
  });

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
    await assert.rejects(startSandbox({ labels: -1 }), z.core.$ZodError);
    await assert.rejects(startSandbox({ redirectUris: ['not absolute'] }), z.core.$ZodError);
    await assert.rejects(
      startSandbox({ relayOrigins: ['https://a.example/path'] }),
      z.core.$ZodError,
    );
    assert.throws(() => {
      sandbox.control.setOption({ latency: -5 });
    }, z.core.$ZodError);
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

  it('answers in another order than it was asked in where the latency varies', async () => {
    const { access_token: accessToken } = await signIn(sandbox);
    sandbox.control.setOption({ latency: 50, latencyVariation: 50 });
    const asked = Array.from({ length: 8 }, (_, index) => index);
    const answered: number[] = [];
    const ask = async (index: number): Promise<void> => {
      await callApi(sandbox, accessToken, '/v1/test/index');
      answered.push(index);
    };
    await Promise.all(asked.map(ask));
    assert.deepEqual(
      answered.toSorted((one, other) => one - other),
      asked,
    );
    assert.notDeepEqual(answered, asked);
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

    it('changes a label of one tenant', () => {
      const id = sandbox.control.labels('acme-asia')[2]?.id ?? '';
      const record = sandbox.control.updateLabel('acme-asia', id, { labelName: 'Changed' });
      assert.deepEqual(record, sandbox.control.labels('acme-asia')[2]);
      assert.equal(record?.labelName, 'Changed');
      assert.notEqual(sandbox.control.labels('acme-europe')[2]?.labelName, 'Changed');
      assert.equal(sandbox.control.updateLabel('acme-asia', '1', {}), undefined);
      assert.throws(() => sandbox.control.updateLabel('nowhere', id, {}), RangeError);
    });

    it('hands out copies', () => {
      const [copy] = sandbox.control.labels('acme-europe');
      assert.ok(copy);
      Object.assign(copy, { labelName: 'changed' });
      assert.notEqual(sandbox.control.labels('acme-europe')[0]?.labelName, 'changed');
      assert.throws(() => sandbox.control.labels('nowhere'), RangeError);
    });
  });
});
