import assert from 'node:assert/strict';
import type { PartialSandboxOptions } from '../../../src/sandbox/options.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { callApi, refresh, signIn, tokensOf, type Tokens } from './sandboxClient.ts';

describe('sandbox: gateway', () => {
  const now = Date.UTC(2026, 0, 1);
  let sandbox: Sandbox;
  let tokens: Tokens;

  beforeEach(async () => {
    sandbox = await startSandbox({ labels: 3 }, () => now);
    tokens = await signIn(sandbox);
  });
  afterEach(async () => {
    await sandbox.close();
  });

  function standBefore(...gateway: NonNullable<PartialSandboxOptions['gateway']>): void {
    sandbox.control.setOption({ gateway });
  }

  async function test(): Promise<Response> {
    return await callApi(sandbox, tokens.access_token, '/v1/test/index');
  }

  it('answers as Spring does, with any status, and asks for no token', async () => {
    for (const [status, error] of [
      [404, 'Not Found'],
      [502, 'Bad Gateway'],
    ] as const) {
      standBefore({ status });
      const response = await callApi(sandbox, 'unknown', '/v1/test/index');
      assert.equal(response.status, status);
      assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
      assert.equal(response.headers.get('www-authenticate'), null);
      assert.deepEqual(await response.json(), {
        timestamp: '2026-01-01T00:00:00.000Z',
        status,
        error,
        path: '/api/v1/test/index',
      });
    }
  });

  it('redirects to where it is told', async () => {
    standBefore({ status: 308, body: 'empty', location: 'https://new.example/' });
    const url = `${sandbox.baseUrl}/api/v1/test/index`;
    const response = await fetch(url, { redirect: 'manual' });
    assert.equal(response.status, 308);
    assert.equal(response.headers.get('location'), 'https://new.example/');
  });

  it('answers with an envelope, a page or nothing', async () => {
    standBefore({ status: 200, body: 'envelope' });
    const busy = await test();
    assert.equal(busy.status, 200);
    assert.deepEqual(await busy.json(), { code: -1, message: 'system busy' });
    standBefore({ status: 404, body: 'envelope', code: 5000, message: 'No route' });
    assert.deepEqual(await (await test()).json(), { code: 5000, message: 'No route' });
    standBefore({ status: 503, body: 'html' });
    const page = await test();
    assert.equal(page.headers.get('content-type'), 'text/html');
    assert.match(await page.text(), /Service Unavailable/);
    standBefore({ body: 'empty' });
    assert.equal(await (await test()).text(), '');
  });

  it('leaves a refresh token usable if it answers instead of the service', async () => {
    standBefore({ endpoint: 'token', status: 404 });
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      assert.equal((await refresh(sandbox, tokens.refresh_token)).status, 404);
    }
    standBefore();
    await tokensOf(await refresh(sandbox, tokens.refresh_token));
  });

  it('loses a token response if it answers after the service', async () => {
    standBefore({ endpoint: 'token', when: 'after', body: 'envelope', times: 1 });
    assert.equal((await refresh(sandbox, tokens.refresh_token)).status, 502);
    assert.equal(sandbox.control.tokenCalls().at(-1)?.outcome, 'ok');
    assert.equal((await refresh(sandbox, tokens.refresh_token)).status, 400);
    assert.equal(sandbox.control.tokenCalls().at(-1)?.reason, 'reused');
  });

  it('keeps nothing of the answer that it replaces', async () => {
    standBefore({ when: 'after', body: 'empty' });
    const response = await callApi(sandbox, 'unknown', '/v1/test/index');
    assert.equal(response.status, 502);
    assert.equal(response.headers.get('www-authenticate'), null);
    assert.equal(response.headers.get('content-type'), null);
  });

  it('hides that an update was applied if it answers after the service', async () => {
    standBefore({ endpoint: 'update', when: 'after' });
    const id = sandbox.control.labels('acme-europe')[1]?.id;
    const response = await callApi(sandbox, tokens.access_token, '/v2/label/update', {
      method: 'POST',
      body: JSON.stringify({ id, labelName: 'Applied' }),
    });
    assert.equal(response.status, 502);
    assert.equal(sandbox.control.labels('acme-europe')[1]?.labelName, 'Applied');
  });

  it('answers so many times, in the order of the faults, at their endpoints alone', async () => {
    standBefore(
      { endpoint: 'list', status: 503, times: 2 },
      { endpoint: 'list', status: 504, times: 1 },
    );
    const statuses: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const response = await callApi(sandbox, tokens.access_token, '/v2/label/list');
      statuses.push(response.status);
      assert.equal((await test()).status, 200);
    }
    assert.deepEqual(statuses, [503, 503, 504, 200]);
    assert.deepEqual(sandbox.control.options().gateway, []);
    assert.equal(sandbox.control.requests()['GET /api/v2/label/list'], 4);
  });

  it('says when to try again by seconds or a date, or does not', async () => {
    standBefore({ status: 429, body: 'envelope', code: 429, retryAfter: 90 });
    assert.equal((await test()).headers.get('retry-after'), '90');
    sandbox.control.setOption({ retryAfter: 'date' });
    assert.equal((await test()).headers.get('retry-after'), 'Thu, 01 Jan 2026 00:01:30 GMT');
    sandbox.control.setOption({ retryAfter: 'none' });
    assert.equal((await test()).headers.get('retry-after'), null);
    standBefore({ status: 429 });
    sandbox.control.setOption({ retryAfter: 'seconds' });
    assert.equal((await test()).headers.get('retry-after'), null);
  });
});
