import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as sendRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import {
  addressesOf,
  lingerTime,
  RedirectServer,
  type RedirectServerOptions,
} from '../../../src/authentication/redirectServer.ts';
import { isSystemError } from '../../../src/core/errors/systemError.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { listenOnLoopback } from '../../support/listenOnLoopback.ts';

interface Fixture {
  readonly server: RedirectServer;
  readonly port: number;
  readonly clock: FakeClock;
  readonly callbacks: string[];
  readonly unreadable: () => number;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server);
  server.close();
  await once(server, 'close');
  return port;
}

async function listen(options: Partial<RedirectServerOptions> = {}): Promise<Fixture> {
  const port = await freePort();
  const clock = new FakeClock();
  const callbacks: string[] = [];
  let unreadable = 0;
  const server = await RedirectServer.listen({
    host: '127.0.0.1',
    addresses: addressesOf(options.host ?? '127.0.0.1'),
    port,
    path: '/callback',
    page: (outcome) => `<h1>${outcome}</h1>`,
    onCallback: (callback) => callbacks.push(callback),
    onUnreadable: () => unreadable++,
    clock,
    ...options,
  });
  return { server, port, clock, callbacks, unreadable: () => unreadable };
}

/** What a browser gets that asks for `path`; undefined if nobody listens. */
async function get(
  { port }: Pick<Fixture, 'port'>,
  path: string,
  { cookie = '', host = '127.0.0.1', method = 'GET' } = {},
): Promise<Answer | undefined> {
  const headers = cookie === '' ? {} : { cookie };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = sendRequest({ host, port, path, method, headers, agent: false }, resolve);
  request.on('error', reject);
  request.end();
  try {
    const response = await promise;
    const body = (await response.setEncoding('utf8').toArray()).join('');
    return { status: response.statusCode ?? 0, body };
  } catch (error) {
    assert.ok(isSystemError(error) && error.code === 'ECONNREFUSED', String(error));
    return undefined;
  }
}

describe('the redirect server', () => {
  it('takes long codes and states along with the cookies of other programs on this machine', async () => {
    const fixture = await listen();
    const path = `/callback?code=${'c'.repeat(32_000)}&state=${'s'.repeat(32_000)}`;
    const answer = await get(fixture, path, { cookie: `a=${'x'.repeat(180_000)}` });
    await fixture.server.close(AbortSignal.abort());
    assert.deepEqual(answer, { status: 200, body: '<h1>received</h1>' });
    assert.deepEqual(fixture.callbacks, [`http://127.0.0.1:${fixture.port}${path}`]);
  });

  it('shows a page for a request that is too large, however much of it still comes, and tells of it', async () => {
    const fixture = await listen();
    const answer = await get(fixture, '/callback?code=c&state=s', {
      cookie: `a=${'x'.repeat(3_000_000)}`,
    });
    await fixture.server.close();
    assert.deepEqual(answer, { status: 431, body: '<h1>unreadable</h1>' });
    assert.deepEqual([fixture.callbacks, fixture.unreadable()], [[], 1]);
  });

  it('tells of a request that is no HTTP, and not of connections that send nothing', async () => {
    const fixture = await listen();
    const idle = connect(fixture.port, '127.0.0.1');
    await once(idle, 'connect');
    idle.destroy();
    const socket = connect(fixture.port, '127.0.0.1').setEncoding('latin1');
    // How TLS begins.
    socket.write(Buffer.from([22, 3, 1, 0, 5, 1, 0, 0, 1, 0]));
    const text = (await socket.toArray()).join('');
    await fixture.server.close();
    assert.match(text, /^HTTP\/1\.1 400 /);
    assert.equal(fixture.unreadable(), 1);
  });

  it('listens at both addresses of localhost', async () => {
    const fixture = await listen({ host: 'localhost' });
    const path = '/callback?code=c&state=s';
    const answers = [
      await get(fixture, path, { host: '127.0.0.1' }),
      await get(fixture, path, { host: '::1' }),
    ];
    await fixture.server.close(AbortSignal.abort());
    assert.deepEqual(
      answers.map((answer) => answer?.status),
      [200, 200],
    );
    assert.deepEqual(
      fixture.callbacks,
      [path, path].map((each) => `http://localhost:${fixture.port}${each}`),
    );
    assert.equal(await get(fixture, path, { host: '::1' }), undefined);
  });

  for (const taken of ['127.0.0.1', '::1']) {
    it(`does not listen at localhost if another program holds the port at ${taken}`, async () => {
      const other = createServer();
      const port = await listenOnLoopback(other, 0, taken);
      try {
        await assert.rejects(listen({ host: 'localhost', port }), { code: 'EADDRINUSE' });
        const free = taken === '::1' ? '127.0.0.1' : '::1';
        assert.equal(await get({ port }, '/callback', { host: free }), undefined);
      } finally {
        other.close();
      }
    });
  }

  it('does with the addresses that this machine has, but not without any', async () => {
    // An address for documentation, which no machine has.
    const missing = '192.0.2.1';
    const fixture = await listen({ addresses: [missing, '127.0.0.1'] });
    assert.equal((await get(fixture, '/callback'))?.status, 200);
    await fixture.server.close(AbortSignal.abort());
    await assert.rejects(listen({ addresses: [missing] }), { code: 'EADDRNOTAVAIL' });
  });

  it('keeps the port for a browser that comes after a link scanner, and then lets go of it', async () => {
    const fixture = await listen();
    const path = '/callback?code=c&state=s';
    await get(fixture, path);
    const closed = fixture.server.close();
    assert.equal((await get(fixture, path))?.body, '<h1>received</h1>');
    fixture.clock.advance(lingerTime);
    await closed;
    assert.equal(await get(fixture, path), undefined);
  });

  it('lets go of the port at once if no callback came, or when the next sign-in needs it', async () => {
    const unused = await listen();
    await unused.server.close();
    assert.equal(await get(unused, '/callback'), undefined);
    const used = await listen();
    await get(used, '/callback?code=c&state=s');
    const takenOver = new AbortController();
    const closed = used.server.close(takenOver.signal);
    takenOver.abort();
    await closed;
    assert.equal(await get(used, '/callback'), undefined);
    assert.equal(used.clock.waiting, 0);
  });
});
