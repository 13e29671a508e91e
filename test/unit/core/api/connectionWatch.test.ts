import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { isLabelId } from '../../../../src/core/account/labelAddress.ts';
import type { Fetch } from '../../../../src/core/api/fetch.ts';
import { listLabels, updateLabel } from '../../../../src/core/api/labelEndpoints.ts';
import { HttpTransport } from '../../../../src/core/api/transport.ts';
import { systemClock, type Clock } from '../../../../src/core/async/clock.ts';
import type { Disposable } from '../../../../src/core/async/disposable.ts';
import { CancelledError } from '../../../../src/core/errors/cancelledError.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import {
  withSessionEnvironment,
  type SessionEnvironment,
} from '../../../support/sessionEnvironment.ts';
import { SilencingProxy } from '../../../support/silencingProxy.ts';
import { until } from '../../../support/until.ts';

/**
 * A clock on which the machine can sleep, and on which time passes only while somebody waits for it, 4 times as
 * fast once told to: so what is measured is what is waited for, and not how busy the machine of the tests is.
 */
class SleepingClock implements Clock {
  #speed = 1;
  #slept = 0;
  #waited = 0;

  /** Sleeps: the monotonic clock does not see it. */
  sleep(milliseconds: number): void {
    this.#slept += milliseconds;
    this.hurry();
  }

  hurry(): void {
    this.#speed = 4;
  }

  now(): number {
    return Date.now() + this.#slept;
  }

  monotonic(): number {
    return this.#waited;
  }

  schedule(milliseconds: number, callback: () => void): Disposable {
    const due = this.#waited + milliseconds;
    return systemClock.schedule(milliseconds / this.#speed, () => {
      this.#waited = Math.max(this.#waited, due);
      callback();
    });
  }
}

interface Watched extends SessionEnvironment {
  readonly silencing: SilencingProxy;
  readonly clock: SleepingClock;
  /** How long `act` takes on the clock of the transport, in milliseconds. */
  readonly took: (act: () => Promise<unknown>) => Promise<number>;
}

const list = 'GET /api/v2/label/list';
const update = 'POST /api/v2/label/update';
const token = 'POST /auth/oauth/token';
const page = { current: 1, size: 1 };

/** Runs `test` with a proxy that keeps connections open. */
async function watched(test: (environment: Watched) => Promise<void>): Promise<void> {
  await withSessionEnvironment({}, async (environment) => {
    const silencing = await SilencingProxy.start(environment.sandbox.baseUrl);
    const clock = new SleepingClock();
    const took: Watched['took'] = async (act) => {
      const started = clock.monotonic();
      await act();
      return clock.monotonic() - started;
    };
    try {
      await test({ ...environment, silencing, clock, took });
    } finally {
      await silencing.close();
    }
  });
}

/** A client that is signed in, and has several connections open. */
async function connected({ openWindow, sandbox, silencing, clock }: Watched, sessionClock?: Clock) {
  const { baseUrl } = silencing;
  const window = openWindow({
    baseUrl,
    networkClock: clock,
    timeout: 30_000,
    ...(sessionClock && { clock: sessionClock }),
  });
  await window.setClientSecret(sandbox.clientSecret);
  const { account } = await window.signIn();
  const client = window.client(account.id);
  await Promise.all([1, 2, 3].map(async () => await listLabels(client, page)));
  assert.ok(silencing.connections >= 3, String(silencing.connections));
  return { account, client, window };
}

/** The requests to `endpoint` that came after `before` others, by whether their connection was silent. */
function since({ received }: SilencingProxy, before: number, endpoint: string): readonly boolean[] {
  return received
    .slice(before)
    .filter((each) => each.endpoint === endpoint)
    .map(({ isSilent }) => isSilent);
}

describe('connections that died without a word', () => {
  it('answers a GET within 12 s, on a new connection', async () => {
    await watched(async (environment) => {
      const { clock, silencing, took } = environment;
      const { client, window } = await connected(environment);
      const before = silencing.received.length;
      silencing.silence();
      clock.hurry();
      const milliseconds = await took(async () => await listLabels(client, page));
      assert.ok(milliseconds < 12_000, String(milliseconds));
      assert.deepEqual(since(silencing, before, list), [true, false]);
      assert.match(
        window.log.lines.join('\n'),
        /list not answered, so tried on another connection/,
      );
    });
  });

  it('renews a session after sleep within 15 s, and sends the token once', async () => {
    await watched(async (environment) => {
      const { clock, refreshes, silencing, took } = environment;
      const { client } = await connected(environment, clock);
      const before = silencing.received.length;
      silencing.silence();
      clock.sleep(8 * 3_600_000);
      const milliseconds = await took(async () => await listLabels(client, page));
      assert.ok(milliseconds < 15_000, String(milliseconds));
      assert.deepEqual(since(silencing, before, token), [false]);
      assert.deepEqual(since(silencing, before, list), [false]);
      assert.deepEqual(refreshes(), { ok: 1, refused: 0 });
    });
  });

  it('sends an update after sleep once, and on a connection that lives', async () => {
    await watched(async (environment) => {
      const { clock, sandbox, silencing, took } = environment;
      const { client } = await connected(environment);
      const before = silencing.received.length;
      silencing.silence();
      clock.sleep(60_000);
      const labels = sandbox.control.labels('acme-europe').slice(0, 3);
      const milliseconds = await took(async () => {
        await Promise.all(
          labels.map(async ({ id }) => {
            assert.ok(isLabelId(id));
            await updateLabel(client, id, { labelName: 'Once' });
          }),
        );
      });
      assert.ok(milliseconds < 15_000, String(milliseconds));
      assert.deepEqual(since(silencing, before, update), [false, false, false]);
    });
  });

  for (const [which, living] of [
    ['few were checked before', 0],
    ['one was heard just now', 1],
  ] as const) {
    it(`sends updates on connections that live, of many of which ${which}`, async () => {
      await watched(async (environment) => {
        const { clock, sandbox, silencing } = environment;
        const { client } = await connected(environment);
        const labels = sandbox.control.labels('acme-europe').slice(0, 6);
        const updateFirst = async (count: number): Promise<void> => {
          const updates = labels.slice(0, count).map(async ({ id }) => {
            assert.ok(isLabelId(id));
            await updateLabel(client, id, { labelName: 'Once' });
          });
          await Promise.all(updates);
        };
        await updateFirst(6);
        clock.sleep(10_000);
        await updateFirst(1);
        const before = silencing.received.length;
        silencing.silence(living);
        if (living === 0) {
          clock.sleep(60_000);
        }
        await updateFirst(6);
        assert.deepEqual(
          since(silencing, before, update),
          Array.from(labels, () => false),
        );
      });
    });
  }

  it('asks nothing ahead where the service was heard just now, or never', async () => {
    await watched(async (environment) => {
      const { silencing } = environment;
      const { client } = await connected(environment);
      const [label] = environment.sandbox.control.labels('acme-europe');
      assert.ok(label !== undefined && isLabelId(label.id));
      await listLabels(client, page);
      await updateLabel(client, label.id, { labelName: 'Now' });
      assert.deepEqual(
        silencing.received.filter(({ endpoint }) => endpoint.startsWith('OPTIONS')),
        [],
      );
    });
  });

  it('asks again last of all whether a change may leave, and sends nothing that was cancelled', async () => {
    await watched(async (environment) => {
      const { clock, sandbox, silencing } = environment;
      const { client } = await connected(environment);
      const [label] = sandbox.control.labels('acme-europe');
      assert.ok(label !== undefined && isLabelId(label.id));
      const before = silencing.received.length;
      silencing.silence();
      clock.sleep(60_000);
      const seen: string[] = [];
      const beforeSending = async (): Promise<void> => {
        seen.push(...silencing.received.slice(before).map(({ endpoint }) => endpoint));
        await Promise.resolve();
      };
      await updateLabel(client, label.id, { labelName: 'Later' }, { beforeSending });
      assert.ok(seen.length >= 3);
      assert.deepEqual(new Set(seen), new Set(['OPTIONS /api/v2/label/update']));

      silencing.silence();
      clock.sleep(60_000);
      const controller = new AbortController();
      const { signal } = controller;
      const options = {
        signal,
        beforeSending: async () => await Promise.reject(new Error('It must not leave.')),
      };
      const sent = updateLabel(client, label.id, { labelName: 'Never' }, options);
      controller.abort();
      await assert.rejects(sent, CancelledError);
      assert.deepEqual(since(silencing, before, update), [false]);
    });
  });

  it('gives up checks where a service answers all but these, twice', async () => {
    const clock = new FakeClock();
    const sent: string[] = [];
    const fetch: Fetch = async (_url, { method = '', signal }) => {
      sent.push(method);
      if (method !== 'OPTIONS') {
        return new Response();
      }
      const { promise, reject } = Promise.withResolvers<Response>();
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      return await promise;
    };
    const log = new CollectingLog();
    const transport = new HttpTransport({ fetch, clock, log, timeout: () => 30_000 });
    const request = { method: 'POST', url: new URL('https://hr.example.com/'), body: '' } as const;
    /** Sends a POST; returns what went out for it, and how long it took in milliseconds. */
    const post = async (): Promise<[sent: readonly string[], milliseconds: number]> => {
      const before = sent.length;
      const started = clock.monotonic();
      let isSent = false;
      const sending = transport.send(request).finally(() => {
        isSent = true;
      });
      await until(async () => {
        await setImmediate();
        if (!isSent) {
          clock.advance(500);
        }
        return isSent;
      });
      await sending;
      // A connection is used again a turn later.
      await setImmediate();
      await setImmediate();
      await setImmediate();
      return [sent.slice(before), clock.monotonic() - started];
    };
    await post();
    // Right after sleep, the network may be away for a while.
    for (const _ of ['after sleep', 'once more']) {
      clock.setWallClock(clock.now() + 60_000);
      const [requests, milliseconds] = await post();
      assert.deepEqual(requests, ['OPTIONS', 'OPTIONS', 'POST']);
      assert.ok(milliseconds < 12_000, String(milliseconds));
    }
    clock.setWallClock(clock.now() + 60_000);
    assert.deepEqual((await post())[0], ['POST']);
  });

  it('gives a service that is slow its time', async () => {
    const clock = new FakeClock();
    const answers: (() => void)[] = [];
    let checks = 0;
    const transport = new HttpTransport({
      // Answers when the test says so.
      fetch: async (_url, { method, signal }) => {
        if (method === 'OPTIONS') {
          checks += 1;
          return new Response();
        }
        const { promise, reject, resolve } = Promise.withResolvers<Response>();
        signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        answers.push(() => resolve(new Response()));
        return await promise;
      },
      clock,
      log: new CollectingLog(),
      timeout: () => 30_000,
    });
    const url = new URL('https://hr.example.com/');
    /** Sends a GET that is answered after so many milliseconds, and returns how often it was sent. */
    const answeredAfter = async (milliseconds: number): Promise<number> => {
      answers.length = 0;
      const sent = transport.send({ method: 'GET', url });
      await until(() => answers.length === 1);
      clock.advance(milliseconds);
      await setImmediate();
      answers.forEach((answer) => answer());
      assert.equal((await sent).status, 200);
      return answers.length;
    };
    // Nothing was heard before: there is no connection that could have died.
    assert.equal(await answeredAfter(14_000), 1);
    // It took that long before.
    assert.equal(await answeredAfter(14_000), 1);
    assert.equal(await answeredAfter(1000), 1);
    assert.equal(checks, 0);
  });
});
