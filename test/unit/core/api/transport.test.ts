import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { legibleText } from '../../../../src/core/api/bodyText.ts';
import type { Fetch } from '../../../../src/core/api/fetch.ts';
import { HttpTransport } from '../../../../src/core/api/transport.ts';
import { systemClock, type Clock } from '../../../../src/core/async/clock.ts';
import { CancelledError } from '../../../../src/core/errors/cancelledError.ts';
import { NetworkError } from '../../../../src/core/errors/networkError.ts';
import { ResponseSchemaError } from '../../../../src/core/errors/responseSchemaError.ts';
import { TimeoutError } from '../../../../src/core/errors/timeoutError.ts';
import { startSandbox, type Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { immediateClock } from '../../../support/immediateClock.ts';
import { listenOnLoopback } from '../../../support/listenOnLoopback.ts';
import { MockedOrigin } from '../../../support/mockedOrigin.ts';
import { TcpProxy } from '../../../support/tcpProxy.ts';
import { timeLimits } from '../../../support/timeLimits.ts';

const secret = 'SeCrEt0123456789';

/** A clock on which every wait but that for an answer ends at once and is added to `waits`. */
function waitingClock(waits: number[]): Clock {
  const immediate = immediateClock(waits);
  return {
    ...systemClock,
    schedule: (milliseconds, callback) =>
      (milliseconds < 10_000 ? immediate : systemClock).schedule(milliseconds, callback),
  };
}

/** The body of the answer to a GET. */
async function bodyOf(transport: HttpTransport, { url }: MockedOrigin): Promise<string> {
  return legibleText((await transport.send({ method: 'GET', url })).body);
}

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
    proxy.faultCount = 0;
    proxy.times = Number.POSITIVE_INFINITY;
  });

  after(async () => {
    await proxy.close();
    await sandbox.close();
  });

  const transport = (timeout = 10_000, clock: Clock = systemClock): HttpTransport =>
    new HttpTransport({ fetch, clock, log, timeout: () => timeout });

  /** A transport to a service whose every answer the test makes. */
  const mocked = (waits: number[] = []) => {
    const origin = new MockedOrigin();
    // So long that no part of it ends at once on this clock.
    const options = { clock: waitingClock(waits), log, timeout: () => 60_000 };
    return { origin, transport: new HttpTransport({ fetch: origin.fetch, ...options }) };
  };

  const request = (path = '/auth/oauth/authorize') => ({
    method: 'GET' as const,
    url: new URL(`${proxy.baseUrl}${path}?code=${secret}`),
    headers: { authorization: `Bearer ${secret}` },
  });

  it('gives back an answer of any status', async () => {
    assert.equal((await transport().send(request('/nowhere'))).status, 404);
    proxy.fault = { kind: 'answer', status: 503, body: 'busy', headers: { 'retry-after': '3' } };
    const response = await transport().send(request());
    assert.deepEqual([response.status, legibleText(response.body)], [503, 'busy']);
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

  it('prepares without sending anything', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    const port = await listenOnLoopback(server);
    const prepared: Promise<Response>[] = [];
    const noting: Fetch = async (url, init) => {
      const response = fetch(url, init);
      prepared.push(response);
      return await response;
    };
    const options = { clock: systemClock, log, timeout: () => 10_000 };
    try {
      new HttpTransport({ ...options, fetch: noting }).prepare(new URL(`http://127.0.0.1:${port}`));
      assert.equal(prepared.length, 1);
      await assert.rejects(Promise.all(prepared), { name: 'AbortError' });
      assert.equal(connections, 0);
      assert.deepEqual(log.lines, []);
    } finally {
      server.close();
    }
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
      const waits: number[] = [];
      const { origin, transport: refusing } = mocked(waits);
      const cause = Object.assign(new Error('injected'), { code: systemCode });
      origin.pool.intercept({ path: '/' }).replyWithError(cause);
      await assert.rejects(
        refusing.send({ method: 'GET', url: origin.url }),
        (error) =>
          error instanceof NetworkError &&
          error.kind === 'untrustedCertificate' &&
          error.progress === 'notSent' &&
          error.message.startsWith(
            `The certificate of hr.example.com was rejected (${systemCode}). If `,
          ),
      );
      assert.deepEqual(waits, [], 'a certificate does not change by asking again');
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
    // Nothing else ends it in the time of a test.
    const sent = transport(timeLimits.longTest).send(request(), controller.signal);
    controller.abort();
    await assert.rejects(sent, CancelledError);
  });

  for (const status of [502, 503, 504]) {
    it(`asks again after HTTP ${status}, at most 3 times in all`, async () => {
      const waits: number[] = [];
      const { origin, transport: asking } = mocked(waits);
      origin.pool.intercept({ path: '/' }).reply(status, 'busy').times(2);
      origin.pool.intercept({ path: '/' }).reply(200, 'done');
      assert.equal(await bodyOf(asking, origin), 'done');
      origin.pool.intercept({ path: '/' }).reply(status, 'busy').times(3);
      const response = await asking.send({ method: 'GET', url: origin.url });
      assert.deepEqual(
        [response.status, legibleText(response.body), waits.length],
        [status, 'busy', 4],
      );
      origin.assertAllAsked();
    });
  }

  for (const status of [200, 400, 401, 404, 429, 500, 501, 505]) {
    it(`does not ask again after HTTP ${status}`, async () => {
      const waits: number[] = [];
      const { origin, transport: asking } = mocked(waits);
      origin.pool.intercept({ path: '/' }).reply(status, 'x');
      assert.equal((await asking.send({ method: 'GET', url: origin.url })).status, status);
      assert.deepEqual(waits, []);
    });
  }

  it('waits at random, up to half a second and then a second', async () => {
    const waits: number[] = [];
    const { origin, transport: asking } = mocked(waits);
    origin.pool.intercept({ path: '/' }).reply(503, '').persist();
    const tries = Array.from(
      { length: 40 },
      async () => await asking.send({ method: 'GET', url: origin.url }),
    );
    await Promise.all(tries);
    const within = (bound: number): number => waits.filter((wait) => wait < bound).length;
    assert.equal(waits.length, 80);
    assert.equal(within(0), 0);
    assert.equal(within(1000), 80);
    // Nobody waits as long as everybody else. The chance that any of these fails is below 10^-8.
    assert.ok(within(250) >= 8 && within(500) < 80 && within(500) >= 40, waits.join());
    assert.ok(new Set(waits).size > 40);
  });

  it('waits as long as a service that is not available asks for, unless that is long', async () => {
    const waits: number[] = [];
    const { origin, transport: asking } = mocked(waits);
    origin.pool.intercept({ path: '/' }).reply(503, '', { headers: { 'retry-after': '4' } });
    origin.pool.intercept({ path: '/' }).reply(200, 'done');
    assert.equal(await bodyOf(asking, origin), 'done');
    origin.pool.intercept({ path: '/' }).reply(503, '', { headers: { 'retry-after': '3600' } });
    assert.equal((await asking.send({ method: 'GET', url: origin.url })).status, 503);
    assert.deepEqual(waits, [4000]);
  });

  for (const kind of [
    'resetOnConnect',
    'resetBeforeForwarding',
    'resetAfterForwarding',
    'cutAnswer',
  ] as const) {
    it(`asks again after ${kind}`, async () => {
      proxy.fault = kind === 'cutAnswer' ? { kind, bytes: 300 } : { kind };
      proxy.times = 2;
      assert.equal((await transport().send(request())).status, 400);
      assert.equal(proxy.faultCount, 2);
    });

    it(`never sends anything else twice, after ${kind}`, async () => {
      proxy.fault = kind === 'cutAnswer' ? { kind, bytes: 10 } : { kind };
      const url = new URL(`${proxy.baseUrl}/auth/oauth/token`);
      const sent = transport().send({ method: 'POST', url, body: '{}' });
      await assert.rejects(sent, NetworkError);
      assert.equal(proxy.faultCount, 1);
    });
  }

  it('sends no POST twice when a gateway says that the service is not there', async () => {
    const url = new URL(`${proxy.baseUrl}/auth/oauth/token`);
    for (const status of [502, 503, 504]) {
      proxy.fault = { kind: 'answer', status };
      proxy.faultCount = 0;
      assert.equal((await transport().send({ method: 'POST', url, body: '{}' })).status, status);
      assert.equal(proxy.faultCount, 1);
    }
  });

  it('asks no longer than a request may take, and says what came', async () => {
    proxy.fault = { kind: 'answer', status: 503, headers: { 'retry-after': '9' } };
    const response = await transport(200).send(request());
    assert.deepEqual([response.status, proxy.faultCount], [503, 1]);
  });

  it('does not ask again once it is cancelled, however long the wait', async () => {
    proxy.fault = { kind: 'answer', status: 503, headers: { 'retry-after': '9' } };
    const controller = new AbortController();
    const clock: Clock = {
      ...systemClock,
      schedule: (milliseconds, callback) => {
        if (milliseconds === 9000) {
          queueMicrotask(() => controller.abort());
          return { dispose: () => undefined };
        }
        return systemClock.schedule(milliseconds, callback);
      },
    };
    const sent = transport(20_000, clock).send(request(), controller.signal);
    await assert.rejects(sent, CancelledError);
    assert.equal(proxy.faultCount, 1);
  });

  it('stops reading an answer without end, and says so', async () => {
    proxy.fault = { kind: 'endlessAnswer' };
    await assert.rejects(
      transport(60_000).send(request()),
      (error) =>
        error instanceof ResponseSchemaError &&
        error.message === 'The service sent an invalid response: larger than 16 MB',
    );
    assert.equal(proxy.faultCount, 1);
    assert.ok(proxy.endlessBytes < 100 * 2 ** 20, String(proxy.endlessBytes));
    assert.match(log.lines[0] ?? '', /^GET \/auth\/oauth\/authorize too large \(\d+ ms\)$/);
  });

  it('does not start to read an answer that says that it is too large', async () => {
    const headers = { 'content-length': String(2 ** 26 + 1) };
    proxy.fault = { kind: 'answer', status: 200, headers, body: 'x' };
    await assert.rejects(transport().send(request()), ResponseSchemaError);
  });

  it('decodes a packed answer by the charset that it declares', async () => {
    const { origin, transport: asking } = mocked();
    const headers = { 'content-type': 'application/json;charset=GBK', 'content-encoding': 'gzip' };
    const body = gzipSync(Buffer.from('"\xc4\xe3\xba\xc3"', 'latin1'));
    origin.pool.intercept({ path: '/' }).reply(200, body, { headers });
    assert.equal(await bodyOf(asking, origin), '"你好"');
  });

  it('gives back what cannot be decoded as such, and tries a gateway again that says so', async () => {
    const { origin, transport: asking } = mocked();
    const busy = Buffer.from('nicht verf\xfcgbar', 'latin1');
    origin.pool.intercept({ path: '/' }).reply(503, busy);
    origin.pool.intercept({ path: '/' }).reply(200, busy);
    const { body } = await asking.send({ method: 'GET', url: origin.url });
    const legible = 'nicht verf\ufffdgbar';
    assert.deepEqual(body, { kind: 'undecodable', charset: 'utf-8', legible });
    origin.assertAllAsked();
  });

  it('reads text that is cut within a character as a whole', async () => {
    const { origin, transport: asking } = mocked();
    const body = 'Ä€😀'.repeat(50_000);
    origin.pool.intercept({ path: '/' }).reply(200, body);
    assert.equal(await bodyOf(asking, origin), body);
  });
});
