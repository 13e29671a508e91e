import assert from 'node:assert/strict';
import type { AccountId } from '../../../../src/core/account/account.ts';
import { callTestEndpoint } from '../../../../src/core/api/testEndpoint.ts';
import { systemClock, type Clock } from '../../../../src/core/async/clock.ts';
import { AppError } from '../../../../src/core/errors/appError.ts';
import { SessionExpiredError } from '../../../../src/core/errors/sessionExpiredError.ts';
import type { StoredSession } from '../../../../src/core/session/storedSession.ts';
import type { SandboxOptions } from '../../../../src/sandbox/options.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { impatientClock } from '../../../support/impatientClock.ts';
import {
  withSessionEnvironment,
  type SessionEnvironment,
} from '../../../support/sessionEnvironment.ts';
import type { SessionWindow } from '../../../support/sessionFixture.ts';
import type { Fault } from '../../../support/tcpProxy.ts';

const minute = 60_000;
const tokenPath = '/auth/oauth/token';
const html = '<!doctype html><title>Log in to the network</title>';

/** Has the window renew the session because its access token was rejected. */
async function renew(window: SessionWindow, id: AccountId): Promise<StoredSession> {
  const { accessToken } = await window.stored(id);
  return await window.renewal.renewed(id, accessToken);
}

/** Has the window renew the session, as far as it can be read. */
async function renewOrThrow(window: SessionWindow, id: AccountId): Promise<void> {
  const { accessToken } = await window.renewal.current(id);
  await window.renewal.renewed(id, accessToken);
}

/** Cuts an answer near the beginning of the refresh token. */
function beforeTokens(body: string): string {
  return body.slice(0, body.indexOf('"refresh_token"') + 20);
}

/** The token endpoint has this fault from now on. */
function failTokenEndpoint(environment: SessionEnvironment, fault: Fault): void {
  environment.proxy.path = tokenPath;
  environment.proxy.fault = fault;
  environment.proxy.faultCount = 0;
}

/** The clock by which requests time out: soon where `fault` has them hang, but not before a busy machine answers. */
function networkClockFor({ kind }: Fault): Clock {
  return kind === 'hangBeforeForwarding' || kind === 'hangAfterForwarding'
    ? impatientClock(5000)
    : systemClock;
}

function restoreService(environment: SessionEnvironment): void {
  environment.proxy.path = undefined;
  environment.proxy.fault = { kind: 'pass' };
}

/**
 * Lets something go wrong during two renewals, and sees that the session goes on when it is over. `clock`
 * is the one of the window, if that is not the machine's.
 */
async function survives(
  environment: SessionEnvironment,
  window: SessionWindow,
  goWrong: () => Promise<void>,
  goRight: () => Promise<void>,
  clock?: FakeClock,
): Promise<void> {
  const { account } = await window.signIn();
  await goWrong();
  for (let attempt = 0; attempt < 2; attempt++) {
    await assert.rejects(
      renewOrThrow(window, account.id),
      (error) => error instanceof AppError && !(error instanceof SessionExpiredError),
    );
    // As long as the token endpoint may be left alone.
    clock?.advance(minute);
  }
  await goRight();
  assert.equal((await window.stored(account.id)).state, 'active');
  environment.sandbox.control.expireAccessTokens();
  await callTestEndpoint(window.client(account.id));
  const other = environment.openWindow(clock === undefined ? {} : { clock });
  await callTestEndpoint(other.client(account.id));
  assert.equal(environment.refreshes().ok, 1);
  assert.deepEqual(window.ended, []);
}

/** The session has ended, is notified once, and works again after a sign-in. */
async function assertEnded(
  environment: SessionEnvironment,
  windows: readonly SessionWindow[],
  id: AccountId,
): Promise<void> {
  const before = environment.sandbox.control.tokenCalls().length;
  const faultCount = environment.proxy.faultCount;
  for (const window of windows) {
    await assert.rejects(callTestEndpoint(window.client(id)), SessionExpiredError);
    await assert.rejects(window.renewal.current(id), SessionExpiredError);
    const [session] = await window.sessions.sessions();
    assert.equal(session?.state, 'signInNeeded');
  }
  assert.equal(environment.sandbox.control.tokenCalls().length, before);
  assert.equal(environment.proxy.faultCount, faultCount);
  assert.equal(windows.flatMap(({ ended }) => ended).length, 1);
  restoreService(environment);
  await windows[0]?.signIn();
  for (const window of windows) {
    await callTestEndpoint(window.client(id));
  }
}

describe('what ends a session', () => {
  describe('a refused refresh token', () => {
    const shapes = ['oauth', 'envelope', 'envelope4xx'] as const;
    for (const tokenErrors of shapes) {
      it(`that is revoked, expressed as ${tokenErrors}`, async () => {
        await withSessionEnvironment({ tokenErrors }, async (environment) => {
          const windows = [environment.openWindow(), environment.openWindow()] as const;
          const { account } = await windows[0].signIn();
          environment.sandbox.control.revokeRefreshTokens();
          const renewals = await Promise.allSettled(
            windows.map(async (window) => await renew(window, account.id)),
          );
          for (const renewal of renewals) {
            assert.ok(
              renewal.status === 'rejected' && renewal.reason instanceof SessionExpiredError,
            );
          }
          assert.deepEqual(environment.refreshes(), { ok: 0, refused: 1 });
          await assertEnded(environment, windows, account.id);
        });
      });
    }

    it('that has expired', async () => {
      const clock = new FakeClock();
      const expectEnd = async (environment: SessionEnvironment): Promise<void> => {
        const windows = [environment.openWindow()] as const;
        const { account } = await windows[0].signIn();
        clock.advance(1000);
        await assert.rejects(renew(windows[0], account.id), SessionExpiredError);
        await assertEnded(environment, windows, account.id);
      };
      await withSessionEnvironment({ refreshTokenTtl: 1 }, expectEnd, () => clock.now());
    });

    const answers: Readonly<Record<string, Omit<Fault & { kind: 'answer' }, 'kind'>>> = {
      'as RFC 6749 has it, with 401': { status: 401, body: '{"error":"invalid_grant"}' },
      'as RFC 6749 has it, with 200': { status: 200, body: '{"error":"invalid_grant"}' },
      'inside the data of an envelope': { status: 200, body: '{"data":{"error":"invalid_grant"}}' },
      'as a form': { status: 400, body: 'error=invalid_grant' },
      'as an envelope with a listed code': { status: 200, body: '{"code":70001,"message":null}' },
      'as an envelope with 403': { status: 403, body: '{"code":70001,"message":"gone","data":{}}' },
    };
    for (const [name, answer] of Object.entries(answers)) {
      it(`refused ${name}`, async () => {
        await withSessionEnvironment({}, async (environment) => {
          const invalidGrantCodes = [70_001];
          const windows = [
            environment.openWindow({ invalidGrantCodes }),
            environment.openWindow({ invalidGrantCodes }),
          ] as const;
          const { account } = await windows[0].signIn();
          failTokenEndpoint(environment, { kind: 'answer', ...answer });
          await assert.rejects(renew(windows[0], account.id), SessionExpiredError);
          assert.equal(environment.proxy.faultCount, 1);
          await assertEnded(environment, windows, account.id);
        });
      });
    }
  });
});

describe('what does not end a session', () => {
  const options: Partial<SandboxOptions> = { refreshTokenReuse: 'revoke' };

  const faults: Readonly<Record<string, Fault>> = {
    'a connection that is reset at once': { kind: 'resetOnConnect' },
    'a connection that is reset when the request was sent': { kind: 'resetBeforeForwarding' },
    'a timeout before the service had the request': { kind: 'hangBeforeForwarding' },
    'HTTP 429': { kind: 'answer', status: 429, headers: { 'retry-after': '1' } },
    'HTTP 429 that says invalid_grant': {
      kind: 'answer',
      status: 429,
      body: '{"error":"invalid_grant"}',
    },
    'HTTP 500': { kind: 'answer', status: 500 },
    'HTTP 500 that says invalid_grant': {
      kind: 'answer',
      status: 500,
      body: '{"error":"invalid_grant"}',
    },
    'HTTP 502 with a page': { kind: 'answer', status: 502, body: html },
    'HTTP 503': { kind: 'answer', status: 503 },
    'HTTP 504': { kind: 'answer', status: 504 },
    'an envelope that says that the service is busy': {
      kind: 'answer',
      status: 200,
      body: '{"code":503,"message":"busy","data":{}}',
    },
    'a captive portal that answers': { kind: 'answer', status: 200, body: html },
    'a captive portal that redirects': {
      kind: 'answer',
      status: 302,
      headers: { location: 'http://127.0.0.1:1/login' },
    },
    'HTTP 407': { kind: 'answer', status: 407, body: html },
    'HTTP 408': { kind: 'answer', status: 408 },
    'HTTP 511': { kind: 'answer', status: 511, body: html },
    'an empty answer with HTTP 200': { kind: 'answer', status: 200 },
    'HTTP 204': { kind: 'answer', status: 204 },
    'truncated JSON': { kind: 'answer', status: 200, body: '{"access_token":"abc","ref' },
    'an answer that ends before its length': {
      kind: 'answer',
      status: 200,
      headers: { 'content-length': '500' },
      body: '{"access_token":"abc","ref',
    },
    'invalid JSON': { kind: 'answer', status: 200, body: "{'access_token':}" },
    'JSON that holds no tokens': { kind: 'answer', status: 200, body: '{}' },
    'a refusal whose JSON is truncated': {
      kind: 'answer',
      status: 400,
      body: '{"error":"invalid_gr',
    },
    'an answer that is no HTTP': {
      kind: 'answer',
      status: 200,
      headers: { 'content-length': 'x' },
    },
  };
  for (const [name, fault] of Object.entries(faults)) {
    it(name, async () => {
      await withSessionEnvironment(options, async (environment) => {
        const clock = new FakeClock();
        await survives(
          environment,
          environment.openWindow({ clock, networkClock: networkClockFor(fault) }),
          async () => await Promise.resolve(failTokenEndpoint(environment, fault)),
          async () => {
            assert.equal(environment.proxy.faultCount, 2);
            await Promise.resolve(restoreService(environment));
          },
          clock,
        );
        assert.deepEqual(environment.refreshes(), { ok: 1, refused: 0 });
      });
    });
  }

  it('a refused connection', async () => {
    await withSessionEnvironment(options, async (environment) => {
      const { proxy } = environment;
      await survives(
        environment,
        environment.openWindow(),
        async () => await proxy.refuse(),
        async () => await proxy.open(),
      );
      assert.equal(environment.refreshes().refused, 0);
    });
  });

  it('a name that cannot be resolved', async () => {
    await withSessionEnvironment(options, async (environment) => {
      let resolves = true;
      const window = environment.openWindow({
        fetch: async (url, init) => {
          const asked = new URL(url);
          asked.hostname = resolves ? asked.hostname : 'no-such-host.invalid';
          return await fetch(asked, init);
        },
      });
      const set = (value: boolean) => async () => {
        resolves = await Promise.resolve(value);
      };
      await survives(environment, window, set(false), set(true));
      assert.equal(environment.refreshes().refused, 0);
    });
  });

  for (const tokenErrors of ['oauth', 'envelope', 'envelope4xx'] as const) {
    it(`a client secret that is not accepted, expressed as ${tokenErrors}`, async () => {
      await withSessionEnvironment({ ...options, tokenErrors }, async (environment) => {
        const window = environment.openWindow();
        await survives(
          environment,
          window,
          async () => await window.setClientSecret('another'),
          async () => await window.setClientSecret(environment.sandbox.clientSecret),
        );
      });
    });
  }

  it('a keyring that cannot be read', async () => {
    await withSessionEnvironment(options, async (environment) => {
      const { faults: keyring } = environment.secrets;
      await survives(
        environment,
        environment.openWindow(),
        async () => void (await Promise.resolve(keyring.add('get').add('keys'))),
        async () => await Promise.resolve(keyring.clear()),
      );
      assert.equal(environment.refreshes().refused, 0);
    });
  });
});

describe('an answer that is lost after the service has rotated the token', () => {
  // No client can prevent this loss.
  const faults: Readonly<Record<string, Fault>> = {
    'a connection that is reset': { kind: 'resetAfterForwarding' },
    'a timeout': { kind: 'hangAfterForwarding' },
    'an answer that is cut in its head': { kind: 'cutAnswer', bytes: 30 },
    'an answer that is cut in its body': {
      kind: 'garble',
      change: beforeTokens,
      missingBytes: 100,
    },
    'truncated JSON': { kind: 'garble', change: beforeTokens },
    'a page in its place': { kind: 'garble', change: () => html },
  };
  for (const reuse of ['refuse', 'revoke'] as const) {
    for (const [name, fault] of Object.entries(faults)) {
      it(`by ${name} leads to one sign-in (reuse: ${reuse})`, async () => {
        await withSessionEnvironment({ refreshTokenReuse: reuse }, async (environment) => {
          const windows = [
            environment.openWindow({ networkClock: networkClockFor(fault) }),
            environment.openWindow(),
          ] as const;
          const { account } = await windows[0].signIn();
          failTokenEndpoint(environment, fault);
          await assert.rejects(
            renew(windows[0], account.id),
            (error) => error instanceof AppError && !(error instanceof SessionExpiredError),
          );
          assert.deepEqual(environment.refreshes(), { ok: 1, refused: 0 });
          assert.deepEqual(windows[0].ended, []);
          restoreService(environment);
          await assert.rejects(renew(windows[1], account.id), SessionExpiredError);
          assert.deepEqual(environment.refreshes(), { ok: 1, refused: 1 });
          await assertEnded(environment, windows, account.id);
        });
      });
    }
  }
});
