import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:net';
import { HttpTransport } from '../../../src/core/api/transport.ts';
import { systemClock, type Clock } from '../../../src/core/async/clock.ts';
import { parseBaseUrl } from '../../../src/core/connections/parseBaseUrl.ts';
import { CancelledError } from '../../../src/core/errors/cancelledError.ts';
import { probeConnection } from '../../../src/diagnostics/connectionProbe.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { CollectingLog } from '../../support/collectingLog.ts';
import { listenOnLoopback } from '../../support/listenOnLoopback.ts';
import { TcpProxy } from '../../support/tcpProxy.ts';

/** A clock on which ten seconds, the bound of a step, are one. */
const hurriedClock: Clock = {
  ...systemClock,
  schedule: (milliseconds, callback) =>
    systemClock.schedule(milliseconds === 10_000 ? 1000 : milliseconds, callback),
};

async function probe(
  baseUrl: string,
  through?: string,
  signal = new AbortController().signal,
): Promise<string[]> {
  const transport = new HttpTransport({
    fetch,
    clock: systemClock,
    log: new CollectingLog(),
    timeout: () => 20_000,
  });
  const steps = await probeConnection({
    baseUrl: parseBaseUrl(baseUrl),
    way: { proxy: through === undefined ? undefined : new URL(through), reason: '' },
    transport,
    clock: hurriedClock,
    signal,
  });
  return steps.map(({ result, succeeded, title }) => {
    const withoutTime = result.replace(/ \(\d+ ms\)$/, '');
    return `${succeeded ? '✓' : '✗'} ${title}: ${withoutTime}`;
  });
}

describe('probeConnection', () => {
  let sandbox: Sandbox;
  let proxy: TcpProxy;

  before(async () => {
    sandbox = await startSandbox({ labels: 1 });
    proxy = await TcpProxy.start(sandbox.baseUrl);
  });

  beforeEach(() => {
    proxy.fault = { kind: 'pass' };
  });

  after(async () => {
    await proxy.close();
    await sandbox.close();
  });

  it('goes each step to a service that answers', async () => {
    const { port } = new URL(proxy.baseUrl);
    assert.deepEqual(await probe(proxy.baseUrl), [
      '✓ DNS: 127.0.0.1: 127.0.0.1',
      `✓ TCP: 127.0.0.1:${port}`,
      '✓ HTTP: status 401 for a request without an access token',
      '✓ Clock: agrees with the service within 2 s',
    ]);
  });

  for (const [minutes, said] of [
    [2, 'the service is 120 s ahead of this machine'],
    [-2, 'the service is 120 s behind this machine'],
  ] as const) {
    it(`says that ${said}`, async () => {
      const date = new Date(Math.floor(Date.now() / 1000 + 60 * minutes) * 1000).toUTCString();
      proxy.fault = { kind: 'answer', status: 401, headers: { date } };
      const last = (await probe(proxy.baseUrl)).at(-1) ?? '';
      // The answer may come a second later.
      assert.match(last, /^✓ Clock: the service is 1(19|20|21) s (ahead of|behind) this machine$/);
      assert.equal(last.includes('ahead'), minutes > 0);
    });
  }

  it('does not wait for a service that does not answer', async () => {
    proxy.fault = { kind: 'hangBeforeForwarding' };
    assert.equal((await probe(proxy.baseUrl)).at(-1), '✗ HTTP: no response within 10 s');
  });

  it('does not wait for a proxy that says nothing, nor take anything else for one', async () => {
    const service = 'https://hr.example.com';
    for (const [answer, said] of [
      ['', 'no response within 10 s'],
      ['SSH-2.0-OpenSSH_9.2\r\n\r\n', 'this is not an HTTP proxy'],
      ['HTTP/1.1 403 Forbidden\r\n\r\n', 'the proxy refuses with HTTP status 403'],
      ['x'.repeat(20_000), 'this is not an HTTP proxy'],
      ['end', 'the proxy closed the connection'],
    ] as const) {
      const server: Server = createServer((socket) => {
        socket.on('error', () => undefined);
        // Unread, it would not see that the other side has gone.
        socket.resume();
        if (answer === 'end') {
          socket.end();
        } else {
          socket.write(answer);
        }
      });
      const port = await listenOnLoopback(server);
      const steps = await probe(service, `http://127.0.0.1:${port}`);
      assert.equal(steps[2], `✗ Proxy: ${said}`);
      server.close();
    }
  });

  it('ends when it is cancelled', async () => {
    proxy.fault = { kind: 'hangBeforeForwarding' };
    const controller = new AbortController();
    const probed = probe(proxy.baseUrl, undefined, controller.signal);
    controller.abort();
    await assert.rejects(probed, CancelledError);
  });
});
