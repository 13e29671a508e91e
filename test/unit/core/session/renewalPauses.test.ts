import assert from 'node:assert/strict';
import { RateLimitedError } from '../../../../src/core/errors/rateLimitedError.ts';
import type { Session } from '../../../../src/core/session/sessions.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import {
  withSessionEnvironment,
  type SessionEnvironment,
} from '../../../support/sessionEnvironment.ts';
import type { SessionWindow } from '../../../support/sessionFixture.ts';
import type { Fault } from '../../../support/tcpProxy.ts';

const minute = 60_000;
const calls = 20;

function rateLimited(retryAfter?: string): Fault {
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  return { kind: 'answer', status: 429, headers };
}

interface AgedSession extends SessionEnvironment {
  readonly account: Session['account'];
  readonly clock: FakeClock;
  readonly window: SessionWindow;
}

/** Runs `test` so many minutes after a sign-in, with a fault of the token endpoint from then on. */
async function withSessionOfAge(
  minutes: number,
  fault: Fault,
  test: (session: AgedSession) => Promise<void>,
): Promise<void> {
  await withSessionEnvironment({}, async (environment) => {
    const clock = new FakeClock();
    const window = environment.openWindow({ clock });
    const { account } = await window.signIn();
    clock.advance(minutes * minute);
    environment.proxy.path = '/auth/oauth/token';
    environment.proxy.fault = fault;
    await test({ ...environment, account, clock, window });
  });
}

describe('a token endpoint that does not renew a session', () => {
  const faults: Readonly<Record<string, Fault>> = {
    'HTTP 429 without a wait': rateLimited(),
    'HTTP 429 with no wait at all': rateLimited('0'),
    'HTTP 429 with a date that has passed': rateLimited('Sun, 06 Nov 1994 08:49:37 GMT'),
    'HTTP 429 with a long wait': rateLimited('50'),
    'HTTP 503': { kind: 'answer', status: 503 },
    'a redirect to another host': {
      kind: 'answer',
      status: 307,
      headers: { location: 'http://127.0.0.1:1/auth/oauth/token' },
    },
    'a wrong secret': { kind: 'answer', status: 401, body: '{"error":"invalid_client"}' },
    'a captive portal': { kind: 'answer', status: 200, body: '<title>Log in</title>' },
    'cut JSON': { kind: 'answer', status: 200, body: '{"access_token":"x' },
    'a connection that breaks': { kind: 'resetBeforeForwarding' },
    'a proxy that wants a password': { kind: 'answer', status: 407 },
    'tokens of another account': {
      kind: 'garble',
      change: (body) => body.replace('acme-europe', 'acme-asia'),
    },
  };
  for (const [name, fault] of Object.entries(faults)) {
    it(`is left alone by those who wait for a token: ${name}`, async () => {
      await withSessionOfAge(31, fault, async ({ account, proxy, window }) => {
        for (let call = 0; call < calls; call++) {
          await assert.rejects(window.renewal.current(account.id));
        }
        assert.equal(proxy.faultCount, 1);
        assert.equal((await window.stored(account.id)).state, 'active');
      });
    });
  }

  it('is asked again when it has had some rest, which is longer each time', async () => {
    await withSessionOfAge(
      31,
      { kind: 'answer', status: 503 },
      async ({ account, clock, proxy, refreshes, window }) => {
        const asked: number[] = [];
        for (const pause of [0, 900, 100, 1900, 100, 4000, 8000, 10_000, 10_000]) {
          clock.advance(pause);
          await assert.rejects(window.renewal.current(account.id));
          asked.push(proxy.faultCount);
        }
        assert.deepEqual(asked, [1, 1, 2, 2, 3, 4, 5, 6, 7]);
        proxy.fault = { kind: 'pass' };
        clock.advance(10_000);
        await window.renewal.current(account.id);
        assert.deepEqual(refreshes(), { ok: 1, refused: 0 });
      },
    );
  });

  it('is left alone for as long as it asks, and everybody is told how long', async () => {
    await withSessionOfAge(
      31,
      rateLimited('120'),
      async ({ account, clock, proxy, refreshes, window }) => {
        for (const expected of [120, 90, 60, 30]) {
          await assert.rejects(
            window.renewal.current(account.id),
            (error) => error instanceof RateLimitedError && error.retryAfterSeconds === expected,
          );
          clock.advance(30_000);
        }
        assert.equal(proxy.faultCount, 1);
        proxy.fault = { kind: 'pass' };
        await window.renewal.current(account.id);
        assert.deepEqual(refreshes(), { ok: 1, refused: 0 });
      },
    );
  });

  for (const retryAfter of ['999999', 'Fri, 31 Dec 9999 23:59:59 GMT']) {
    it(`is asked again some time, however long it asks: Retry-After ${retryAfter}`, async () => {
      await withSessionOfAge(
        31,
        rateLimited(retryAfter),
        async ({ account, clock, proxy, refreshes, window }) => {
          for (const waited of [0, 9]) {
            clock.advance(waited * minute);
            await assert.rejects(window.renewal.current(account.id), RateLimitedError);
          }
          assert.equal(proxy.faultCount, 1);
          proxy.fault = { kind: 'pass' };
          clock.advance(minute);
          await window.renewal.current(account.id);
          assert.deepEqual(refreshes(), { ok: 1, refused: 0 });
        },
      );
    });
  }

  it('is asked at once with another secret', async () => {
    await withSessionOfAge(
      31,
      { kind: 'pass' },
      async ({ account, refreshes, sandbox, window }) => {
        await window.setClientSecret('wrong');
        for (let call = 0; call < calls; call++) {
          await assert.rejects(window.renewal.current(account.id));
        }
        assert.deepEqual(refreshes(), { ok: 0, refused: 1 });
        await window.setClientSecret(sandbox.clientSecret);
        await window.renewal.current(account.id);
        assert.deepEqual(refreshes(), { ok: 1, refused: 1 });
      },
    );
  });

  for (const retryAfter of ['0', '1', 'Sun, 06 Nov 1994 08:49:37 GMT']) {
    it(`is not asked by every call while a token lives: Retry-After ${retryAfter}`, async () => {
      await withSessionOfAge(
        29,
        rateLimited(retryAfter),
        async ({ account, clock, proxy, window }) => {
          for (let call = 0; call < calls; call++) {
            await window.call(account.id);
            clock.advance(1000);
          }
          assert.equal(proxy.faultCount, 1);
        },
      );
    });
  }
});
