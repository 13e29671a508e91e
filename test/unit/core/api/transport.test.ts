import assert from 'node:assert/strict';
import { HttpTransport } from '../../../../src/core/api/transport.ts';
import { systemClock } from '../../../../src/core/async/clock.ts';
import { CancelledError } from '../../../../src/core/errors/cancelledError.ts';
import { NetworkError } from '../../../../src/core/errors/networkError.ts';
import { TimeoutError } from '../../../../src/core/errors/timeoutError.ts';
import { startSandbox, type Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { TcpProxy } from '../../../support/tcpProxy.ts';

const secret = 'SeCrEt0123456789';

describe('HttpTransport', () => {
  let sandbox: Sandbox;
  let proxy: TcpProxy;
  let log: CollectingLog;

  before(async () => {
    sandbox = await startSandbox({ labels: 1 });
    proxy = await TcpProxy.start(sandbox.baseUrl);
  });

  beforeEach(() => {
    log = new CollectingLog();
    proxy.fault = { kind: 'pass' };
  });

  after(async () => {
    await proxy.close();
    await sandbox.close();
  });

  const transport = (timeout = 10_000): HttpTransport =>
    new HttpTransport({ fetch, clock: systemClock, log, timeout: () => timeout });

  const request = (path = '/auth/oauth/authorize') => ({
    method: 'GET' as const,
    url: new URL(`${proxy.baseUrl}${path}?code=${secret}`),
    headers: { authorization: `Bearer ${secret}` },
  });

  it('gives back an answer of any status', async () => {
    assert.equal((await transport().send(request('/nowhere'))).status, 404);
    proxy.fault = { kind: 'answer', status: 503, body: 'busy', headers: { 'retry-after': '3' } };
    const response = await transport().send(request());
    assert.deepEqual([response.status, response.body], [503, 'busy']);
    assert.equal(response.headers.get('retry-after'), '3');
  });

  it('logs method, path and outcome, and nothing else of the request', async () => {
    await transport().send(request());
    proxy.fault = { kind: 'resetBeforeForwarding' };
    await assert.rejects(transport().send(request()), NetworkError);
    assert.match(log.lines[0] ?? '', /^GET \/auth\/oauth\/authorize HTTP 400 \(\d+ ms\)$/);
    assert.match(log.lines[1] ?? '', /^GET \/auth\/oauth\/authorize failed: \w+ \(\d+ ms\)$/);
    assert.ok(!log.lines.join().includes(secret));
  });

  it('does not follow a redirect', async () => {
    const other = await startSandbox({ labels: 1 });
    try {
      const location = `${other.baseUrl}/api/v1/test/index`;
      for (const status of [301, 302, 303, 307, 308]) {
        proxy.fault = { kind: 'answer', status, headers: { location } };
        assert.equal((await transport().send(request())).status, status);
      }
      assert.deepEqual(other.control.requests(), {});
    } finally {
      await other.close();
    }
  });

  it('says that a request was not sent where the connection is refused', async () => {
    await proxy.refuse();
    try {
      await assert.rejects(
        transport().send(request()),
        (error) => error instanceof NetworkError && error.progress === 'notSent',
      );
    } finally {
      await proxy.open();
    }
  });

  it('says that a request was not sent where there is no such host', async () => {
    const url = new URL('http://no-such-host.invalid/');
    await assert.rejects(
      transport().send({ method: 'GET', url }),
      (error) => error instanceof NetworkError && error.progress === 'notSent',
    );
  });

  for (const systemCode of [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'CERT_HAS_EXPIRED',
    'CERT_NOT_YET_VALID',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ]) {
    it(`tells a certificate that is not trusted from a network that fails: ${systemCode}`, async () => {
      const cause = Object.assign(new Error('injected'), { code: systemCode });
      const refusing = new HttpTransport({
        fetch: async () => await Promise.reject(new TypeError('fetch failed', { cause })),
        clock: systemClock,
        log,
        timeout: () => 10_000,
      });
      const url = new URL('https://hr.example.com/');
      await assert.rejects(
        refusing.send({ method: 'GET', url }),
        (error) =>
          error instanceof NetworkError &&
          error.kind === 'untrustedCertificate' &&
          error.progress === 'notSent' &&
          error.message.startsWith(
            `The certificate of hr.example.com is not trusted (${systemCode}). Add `,
          ),
      );
    });
  }

  for (const kind of ['resetOnConnect', 'resetBeforeForwarding', 'resetAfterForwarding'] as const) {
    it(`says that a request may have been received after ${kind}`, async () => {
      proxy.fault = { kind };
      await assert.rejects(
        transport().send(request()),
        (error) => error instanceof NetworkError && error.progress === 'maybeReceived',
      );
    });
  }

  it('does not take a part of an answer for the whole', async () => {
    for (const bytes of [1, 20, 200, 900]) {
      proxy.fault = { kind: 'cutAnswer', bytes };
      await assert.rejects(transport().send(request()), NetworkError);
    }
  });

  it('ends with an error of its own kind when no answer comes in time', async () => {
    for (const kind of ['hangBeforeForwarding', 'hangAfterForwarding'] as const) {
      proxy.fault = { kind };
      await assert.rejects(
        transport(50).send(request()),
        (error) => error instanceof TimeoutError && !error.message.includes(secret),
      );
    }
    assert.match(log.lines[0] ?? '', /timed out/);
  });

  it('ends when the signal is aborted, before or during', async () => {
    proxy.fault = { kind: 'hangBeforeForwarding' };
    proxy.faultCount = 0;
    await assert.rejects(transport().send(request(), AbortSignal.abort()), CancelledError);
    assert.equal(proxy.faultCount, 0);
    const controller = new AbortController();
    const sent = transport().send(request(), controller.signal);
    const started = performance.now();
    controller.abort();
    await assert.rejects(sent, CancelledError);
    assert.ok(performance.now() - started < 1000);
  });
});
