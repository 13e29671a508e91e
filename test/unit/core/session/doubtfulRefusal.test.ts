import assert from 'node:assert/strict';
import type { AccountId } from '../../../../src/core/account/account.ts';
import { SessionDoubtfulError } from '../../../../src/core/errors/sessionDoubtfulError.ts';
import { SessionExpiredError } from '../../../../src/core/errors/sessionExpiredError.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { withSessionEnvironment } from '../../../support/sessionEnvironment.ts';
import type { SessionWindow } from '../../../support/sessionFixture.ts';
import { until } from '../../../support/until.ts';

const page = '<!doctype html><title>Log in to the network</title>';

/** Has the window renew the session because its access token was rejected. */
async function renew(window: SessionWindow, id: AccountId): Promise<void> {
  const { accessToken } = await window.stored(id);
  await window.renewal.renewed(id, accessToken);
}

describe('a refusal that does not say that the session has ended', () => {
  const spring = '{"timestamp":1,"status":404,"error":"Not Found","path":"/auth/oauth/token"}';
  const answers: Readonly<Record<string, readonly [status: number, body: string, said: string]>> = {
    'of a gateway, as Spring writes it': [404, spring, ': “Not Found”.'],
    'of a gateway, with a reason': [
      403,
      '{"error":"Forbidden","message":"policy"}',
      ': “Forbidden: policy”.',
    ],
    'with an error that RFC 6749 does not know': [400, '{"error":"nonsense"}', ': “nonsense”.'],
    'with another error of RFC 6749': [400, '{"error":"invalid_request"}', ': “invalid_request”.'],
    'as an envelope of a busy system': [
      200,
      '{"code":-1,"message":"system busy"}',
      ': “system busy” (-1).',
    ],
    'as an envelope with 404': [200, '{"code":404,"message":null}', ' (404).'],
    'as an envelope with an unknown code': [
      403,
      '{"code":70001,"message":"gone"}',
      ': “gone” (70001).',
    ],
    'with 401 and nothing else': [401, '', ' (HTTP 401).'],
    'with 400 and a page': [400, page, ' (HTTP 400).'],
    'with 403 and a page': [403, page, ' (HTTP 403).'],
    'with 404 and nothing else': [404, '', ' (HTTP 404).'],
  };
  for (const [name, [status, body, said]] of Object.entries(answers)) {
    it(`keeps it, shows what was said and does not hammer the service: ${name}`, async () => {
      await withSessionEnvironment({ refreshTokenReuse: 'revoke' }, async (environment) => {
        const clock = new FakeClock();
        const window = environment.openWindow({ clock });
        const { account } = await window.signIn();
        environment.proxy.path = '/auth/oauth/token';
        environment.proxy.fault = { kind: 'answer', status, body };
        const renewals = async (seconds: number): Promise<number> => {
          clock.advance(seconds * 1000);
          for (let call = 0; call < 5; call++) {
            await assert.rejects(
              renew(window, account.id),
              (error) =>
                error instanceof SessionDoubtfulError &&
                error.accountId === account.id &&
                error.message === `The service did not renew your sign-in${said}`,
            );
          }
          return environment.proxy.faultCount;
        };
        assert.deepEqual(
          [await renewals(0), await renewals(4), await renewals(1), await renewals(6)],
          [1, 1, 2, 2],
        );
        assert.deepEqual([await renewals(4), await renewals(60), await renewals(60)], [3, 4, 5]);
        assert.deepEqual(window.ended, []);
        assert.equal((await window.sessions.sessions())[0]?.state, 'active');
        environment.proxy.fault = { kind: 'pass' };
        clock.advance(60_000);
        await renew(window, account.id);
        await environment.openWindow({ clock }).call(account.id);
        assert.deepEqual(environment.refreshes(), { ok: 1, refused: 0 });
      });
    });
  }

  const unknown = { tokenErrors: 'envelope', tokenErrorCode: 40_001 } as const;
  const refusal = { httpStatus: 200, envelopeCode: 40_001, message: 'refresh token' };

  it('is noted with the session, reported once over all windows, and over with a renewal', async () => {
    await withSessionEnvironment(unknown, async (environment) => {
      const clock = new FakeClock();
      const windows = [
        environment.openWindow({ clock }),
        environment.openWindow({ clock }),
      ] as const;
      const { account } = await windows[0].signIn();
      environment.proxy.path = '/auth/oauth/token';
      const body = JSON.stringify({ code: 40_001, message: 'refresh token', data: null });
      environment.proxy.fault = { kind: 'answer', status: 200, body };
      for (const window of windows) {
        for (let time = 0; time < 2; time++) {
          await assert.rejects(renew(window, account.id), SessionDoubtfulError);
          clock.advance(60_000);
        }
        const [session] = await window.sessions.sessions();
        const { doubt } = session ?? {};
        assert.deepEqual(
          { ...refusal, httpStatus: doubt?.httpStatus },
          { httpStatus: 200, envelopeCode: doubt?.envelopeCode, message: doubt?.message },
        );
      }
      assert.equal(windows.flatMap(({ doubted }) => doubted).length, 1);
      environment.proxy.fault = { kind: 'pass' };
      await windows[1].sessions.renew(account.id);
      assert.equal((await windows[0].sessions.sessions())[0]?.doubt, undefined);
    });
  });

  it('is not reported as long as the access token works', async () => {
    await withSessionEnvironment({ ...unknown, accessTokenTtl: 1000 }, async (environment) => {
      const clock = new FakeClock();
      const window = environment.openWindow({ clock });
      const { account } = await window.signIn();
      environment.sandbox.control.revokeRefreshTokens();
      clock.advance(950_000);
      await window.call(account.id);
      assert.deepEqual(window.doubted, []);
      assert.equal((await window.sessions.sessions())[0]?.doubt, undefined);
      clock.advance(60_000);
      await assert.rejects(window.renewal.current(account.id), SessionDoubtfulError);
      assert.equal(window.doubted.length, 1);
    });
  });

  it('ends the session when it has come for an hour, and a sign-in tells its code', async () => {
    await withSessionEnvironment(unknown, async (environment) => {
      const clock = new FakeClock();
      const window = environment.openWindow({ clock });
      const { account } = await window.signIn();
      environment.sandbox.control.revokeRefreshTokens();
      for (let time = 0; time < 4; time++) {
        await assert.rejects(renew(window, account.id), SessionDoubtfulError);
        clock.advance(20 * 60_000);
      }
      // What another window may have stored is waited for.
      const end = renew(window, account.id);
      end.catch(() => undefined);
      await until(() => {
        clock.advance(100);
        return window.ended.length === 1;
      });
      await assert.rejects(end, SessionExpiredError);
      assert.equal((await window.sessions.sessions())[0]?.endReason, 'refresh token (40001)');
      await window.signIn();
      assert.deepEqual(
        window.settled.map(({ envelopeCode }) => envelopeCode),
        [40_001],
      );
      assert.equal((await window.stored(account.id)).refusals, undefined);
    });
  });

  it('does not bring back a session that is signed out of meanwhile', async () => {
    await withSessionEnvironment({ ...unknown, tokenLatency: 300 }, async (environment) => {
      const window = environment.openWindow();
      const { account } = await window.signIn();
      environment.sandbox.control.revokeRefreshTokens();
      const renewal = renew(window, account.id);
      renewal.catch(() => undefined);
      await until(() => environment.refreshes().refused === 1);
      await window.sessions.remove(account.id);
      await assert.rejects(renewal, SessionExpiredError);
      assert.equal(await window.store.read(account.id), undefined);
      assert.deepEqual(window.doubted, []);
    });
  });

  it('ends the session at once when its refresh token is too old to be accepted', async () => {
    await withSessionEnvironment(unknown, async (environment) => {
      const clock = new FakeClock();
      const window = environment.openWindow({ clock });
      const { account } = await window.signIn();
      environment.sandbox.control.revokeRefreshTokens();
      clock.advance(30 * 24 * 3_600_000);
      const end = window.renewal.current(account.id);
      end.catch(() => undefined);
      await until(() => {
        clock.advance(100);
        return window.ended.length === 1;
      });
      await assert.rejects(end, SessionExpiredError);
    });
  });

  for (const tokenErrors of ['empty', 'html'] as const) {
    it(`is over with a new sign-in, expressed as ${tokenErrors}`, async () => {
      await withSessionEnvironment({ tokenErrors }, async (environment) => {
        const windows = [environment.openWindow(), environment.openWindow()] as const;
        const { account } = await windows[0].signIn();
        environment.sandbox.control.revokeRefreshTokens();
        environment.sandbox.control.expireAccessTokens();
        for (const window of windows) {
          await assert.rejects(window.call(account.id), SessionDoubtfulError);
        }
        await windows[0].signIn();
        environment.sandbox.control.expireAccessTokens();
        for (const window of windows) {
          await window.call(account.id);
        }
        assert.deepEqual(environment.refreshes(), { ok: 1, refused: 2 });
      });
    });
  }
});
