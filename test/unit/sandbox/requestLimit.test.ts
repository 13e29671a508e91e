import assert from 'node:assert/strict';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { callApi, envelopeOf, refresh, signIn } from './sandboxClient.ts';

describe('sandbox: request limit', () => {
  let sandbox: Sandbox;
  let clock: number;
  let tokens: Awaited<ReturnType<typeof signIn>>;

  beforeEach(async () => {
    clock = Date.UTC(2026, 0, 1, 12, 0, 0, 500);
    sandbox = await startSandbox({ labels: 1, requestsPerMinute: 2 }, () => clock);
    tokens = await signIn(sandbox);
  });
  afterEach(async () => {
    await sandbox.close();
  });

  async function call(): Promise<Response> {
    return await callApi(sandbox, tokens.access_token, '/v1/test/index');
  }

  it('accepts so many requests within any minute', async () => {
    assert.equal((await call()).status, 200);
    clock += 40_000;
    assert.equal((await call()).status, 200);
    const refused = await call();
    assert.equal(refused.status, 429);
    assert.equal((await envelopeOf(refused)).code, 429);
    assert.equal(refused.headers.get('retry-after'), '20');
    clock += 19_999;
    assert.equal((await call()).status, 429);
    clock += 1;
    assert.equal((await call()).status, 200);
    assert.equal((await call()).headers.get('retry-after'), '40');
  });

  it('says when by a date or not at all if the option says so', async () => {
    await call();
    await call();
    sandbox.control.setOption({ retryAfter: 'date' });
    // Half a second later than the minute, since a date has whole seconds only.
    assert.equal((await call()).headers.get('retry-after'), 'Thu, 01 Jan 2026 12:01:01 GMT');
    sandbox.control.setOption({ retryAfter: 'none' });
    const silent = await call();
    assert.equal(silent.status, 429);
    assert.equal(silent.headers.get('retry-after'), null);
  });

  it('spares the token endpoint, and ends with the option', async () => {
    await call();
    await call();
    assert.equal((await call()).status, 429);
    assert.equal((await refresh(sandbox, tokens.refresh_token)).status, 200);
    sandbox.control.setOption({ requestsPerMinute: 0 });
    assert.equal((await call()).status, 200);
  });
});
