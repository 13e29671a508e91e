import assert from 'node:assert/strict';
import type { AccountId } from '../../../../src/core/account/account.ts';
import { SessionDoubtfulError } from '../../../../src/core/errors/sessionDoubtfulError.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { withSessionEnvironment } from '../../../support/sessionEnvironment.ts';
import type { SessionWindow } from '../../../support/sessionFixture.ts';

const page = '<!doctype html><title>Log in to the network</title>';

/** Has the window renew the session because its access token was rejected. */
async function renew(window: SessionWindow, id: AccountId): Promise<void> {
  const { accessToken } = await window.stored(id);
  await window.renewal.renewed(id, accessToken);
}

describe('a refusal that does not say that the session has ended', () => {
  const spring = '{"timestamp":1,"status":404,"error":"Not Found","path":"/auth/oauth/token"}';
  const answers: Readonly<Record<string, readonly [status: number, body: string, said: string]>> = {
    'of a gateway, as Spring writes it': [404, spring, 'Not Found'],
    'of a gateway, with a reason': [
      403,
      '{"error":"Forbidden","message":"policy"}',
      'Forbidden: policy',
    ],
    'with an error that RFC 6749 does not know': [400, '{"error":"nonsense"}', 'nonsense'],
    'with another error of RFC 6749': [400, '{"error":"invalid_request"}', 'invalid_request'],
    'as an envelope of a busy system': [
      200,
      '{"code":-1,"message":"system busy"}',
      'system busy (-1)',
    ],
    'as an envelope with 404': [200, '{"code":404,"message":null}', '404'],
    'as an envelope with an unknown code': [403, '{"code":70001,"message":"gone"}', 'gone (70001)'],
    'with 401 and nothing else': [401, '', 'HTTP 401'],
    'with 400 and a page': [400, page, 'HTTP 400'],
    'with 403 and a page': [403, page, 'HTTP 403'],
    'with 404 and nothing else': [404, '', 'HTTP 404'],
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
                error.message.startsWith(`${said}: `),
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
