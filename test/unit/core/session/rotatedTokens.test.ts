import assert from 'node:assert/strict';
import * as z from 'zod';
import { NetworkError } from '../../../../src/core/errors/networkError.ts';
import { ResponseSchemaError } from '../../../../src/core/errors/responseSchemaError.ts';
import { SessionExpiredError } from '../../../../src/core/errors/sessionExpiredError.ts';
import type { StoredSession } from '../../../../src/core/session/storedSession.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import {
  withSessionEnvironment,
  type SessionEnvironment,
} from '../../../support/sessionEnvironment.ts';
import { takeOver } from '../../../support/takeOver.ts';
import type { Fault } from '../../../support/tcpProxy.ts';
import { until } from '../../../support/until.ts';

const answerSchema = z.record(z.string(), z.unknown());
type Answer = z.output<typeof answerSchema>;

/** Changes what the token endpoint answers from now on. */
function changeAnswers(environment: SessionEnvironment, change: (answer: Answer) => Answer): void {
  environment.proxy.path = '/auth/oauth/token';
  environment.proxy.fault = {
    kind: 'garble',
    change: (body) => JSON.stringify(change(answerSchema.parse(JSON.parse(body)))),
  };
}

function withoutEnd(body: string): string {
  return body.slice(0, -1);
}

/** Cuts an answer within the refresh token. */
function beforeTokenEnd(body: string): string {
  return body.slice(0, body.indexOf('"refresh_token"') + '"refresh_token":"'.length + 10);
}

describe('tokens that a service has rotated', () => {
  const known = { expiresIn: 1800, scopes: ['tag', 'people'] };
  const changes: Readonly<
    Record<string, readonly [change: Answer, expected?: Partial<StoredSession>]>
  > = {
    'no lifetime': [{ expires_in: undefined }],
    'a lifetime of 0': [{ expires_in: 0 }, { expiresIn: 1 }],
    'a lifetime that is text': [{ expires_in: '900' }, { expiresIn: 900 }],
    'a lifetime that is nonsense': [{ expires_in: 'soon' }],
    'a negative lifetime': [{ expires_in: -1 }],
    'no token type': [{ token_type: undefined }],
    'another token type': [{ token_type: 'jwt' }],
    'no tenant and no user': [{ tenant_id: undefined, user_id: null }],
    'a list of scopes': [{ scope: ['tag'] }, { scopes: ['tag'] }],
    'scopes that are nonsense': [{ scope: { tag: true } }],
  };
  const variants: Readonly<
    Record<string, readonly [change: (answer: Answer) => Answer, expected?: Partial<StoredSession>]>
  > = {
    'an envelope around all': [(answer) => ({ code: 0, message: 'ok', data: answer })],
    ...Object.fromEntries(
      Object.entries(changes).map(([name, [change, expected]]) => [
        name,
        [(answer: Answer) => ({ ...answer, ...change }), expected] as const,
      ]),
    ),
  };
  for (const [name, [change, expected]] of Object.entries(variants)) {
    it(`are kept whatever else is odd about the answer: ${name}`, async () => {
      await withSessionEnvironment({ refreshTokenReuse: 'revoke' }, async (environment) => {
        const window = environment.openWindow();
        const { account } = await window.signIn({ scopes: known.scopes });
        const before = await window.stored(account.id);
        environment.sandbox.control.expireAccessTokens();
        changeAnswers(environment, change);
        await window.call(account.id);
        const after = await window.stored(account.id);
        assert.notEqual(after.refreshToken, before.refreshToken);
        assert.deepEqual(
          { expiresIn: after.expiresIn, scopes: after.scopes },
          { ...known, ...expected },
        );
        environment.sandbox.control.expireAccessTokens();
        await environment.openWindow().call(account.id);
        assert.deepEqual(environment.refreshes(), { ok: 2, refused: 0 });
        assert.deepEqual(window.ended, []);
      });
    });
  }

  const deliveries: Readonly<Record<string, { status?: number; missingBytes?: number }>> = {
    'a connection that breaks after them': { missingBytes: 100 },
    'a status of a redirect': { status: 307 },
    'a status of a refusal': { status: 400 },
    'a status of too many requests': { status: 429 },
    'a status of a gateway': { status: 502 },
  };
  for (const [name, delivery] of Object.entries(deliveries)) {
    it(`are kept however they arrive: ${name}`, async () => {
      await withSessionEnvironment({ refreshTokenReuse: 'revoke' }, async (environment) => {
        const { openWindow, proxy, refreshes, sandbox } = environment;
        const window = openWindow();
        proxy.path = '/auth/oauth/token';
        proxy.fault = { kind: 'garble', change: (body) => body, ...delivery };
        const { account } = await window.signIn();
        sandbox.control.expireAccessTokens();
        await window.call(account.id);
        sandbox.control.expireAccessTokens();
        await openWindow().call(account.id);
        assert.deepEqual(refreshes(), { ok: 2, refused: 0 });
        assert.deepEqual(window.ended, []);
      });
    });
  }

  const spoiled: Readonly<Record<string, Omit<Extract<Fault, { kind: 'garble' }>, 'kind'>>> = {
    'a connection that breaks before the end of the JSON': { change: withoutEnd, missingBytes: 1 },
    'JSON that ends too early': { change: withoutEnd },
    'a warning around the JSON': { change: (body) => `<br />Warning: x\n${body}<!-- x -->` },
  };
  for (const [name, answer] of Object.entries(spoiled)) {
    it(`are kept from what is no JSON: ${name}`, async () => {
      await withSessionEnvironment({ refreshTokenReuse: 'revoke' }, async (environment) => {
        const { openWindow, proxy, refreshes, sandbox } = environment;
        const window = openWindow();
        const { account } = await window.signIn();
        proxy.path = '/auth/oauth/token';
        proxy.fault = { kind: 'garble', ...answer };
        sandbox.control.expireAccessTokens();
        await window.call(account.id);
        sandbox.control.expireAccessTokens();
        await openWindow().call(account.id);
        assert.deepEqual(refreshes(), { ok: 2, refused: 0 });
        assert.deepEqual(window.ended, []);
      });
    });
  }

  it('are not taken from an answer that breaks off before their end', async () => {
    await withSessionEnvironment({}, async ({ openWindow, proxy, sandbox }) => {
      const window = openWindow();
      const { account } = await window.signIn();
      const before = await window.stored(account.id);
      sandbox.control.expireAccessTokens();
      proxy.path = '/auth/oauth/token';
      proxy.fault = { kind: 'garble', change: beforeTokenEnd, missingBytes: 1 };
      await assert.rejects(window.call(account.id), NetworkError);
      assert.deepEqual(await window.stored(account.id), before);
    });
  });

  for (const access_token of [undefined, '', 'Bearer x', 7]) {
    it(`are kept without an access token that can be used: ${JSON.stringify(access_token)}`, async () => {
      await withSessionEnvironment({ refreshTokenReuse: 'revoke' }, async (environment) => {
        const { openWindow, proxy, refreshes, sandbox } = environment;
        const clock = new FakeClock();
        const window = openWindow({ clock });
        const { account } = await window.signIn();
        const before = await window.stored(account.id);
        sandbox.control.expireAccessTokens();
        changeAnswers(environment, (answer) => ({ ...answer, access_token }));
        await assert.rejects(window.call(account.id), ResponseSchemaError);
        const after = await window.stored(account.id);
        assert.notEqual(after.refreshToken, before.refreshToken);
        assert.equal(after.accessToken, before.accessToken);
        proxy.fault = { kind: 'pass' };
        clock.advance(60_000);
        await openWindow({ clock }).call(account.id);
        await window.call(account.id);
        assert.deepEqual(refreshes(), { ok: 2, refused: 0 });
        assert.deepEqual(window.ended, []);
      });
    });
  }

  it('are kept when the lock was lost meanwhile, and the keyring cannot be read', async () => {
    await withSessionEnvironment({ refreshTokenReuse: 'revoke' }, async (environment) => {
      const { folder, openWindow, proxy, refreshes, sandbox, secrets } = environment;
      const window = openWindow();
      const { account } = await window.signIn();
      sandbox.control.expireAccessTokens();
      const resumed = Promise.withResolvers<void>();
      proxy.path = '/auth/oauth/token';
      proxy.fault = { kind: 'delayAnswer', until: resumed.promise };
      const answer = window.call(account.id);
      await until(() => refreshes().ok === 1);
      await takeOver(folder, account.id);
      secrets.faults.add('get');
      resumed.resolve();
      await answer;
      secrets.faults.clear();
      proxy.fault = { kind: 'pass' };
      sandbox.control.expireAccessTokens();
      await window.call(account.id);
      await openWindow().call(account.id);
      assert.deepEqual(refreshes(), { ok: 2, refused: 0 });
    });
  });

  for (const status of [200, 400]) {
    it(`are not taken from a refusal that repeats the old one, with HTTP ${status}`, async () => {
      await withSessionEnvironment({}, async ({ openWindow, proxy, sandbox }) => {
        const window = openWindow();
        const { account } = await window.signIn();
        const { refreshToken } = await window.stored(account.id);
        sandbox.control.expireAccessTokens();
        proxy.path = '/auth/oauth/token';
        const body = JSON.stringify({ error: 'invalid_grant', refresh_token: refreshToken });
        proxy.fault = { kind: 'answer', status, body };
        await assert.rejects(window.call(account.id), SessionExpiredError);
        assert.equal(window.ended.length, 1);
      });
    });
  }

  it('are not kept if they are of another account', async () => {
    await withSessionEnvironment({}, async (environment) => {
      const window = environment.openWindow();
      const { account } = await window.signIn();
      const before = await window.stored(account.id);
      changeAnswers(environment, (answer) => ({ ...answer, tenant_id: 'acme-asia' }));
      await assert.rejects(
        window.renewal.renewed(account.id, before.accessToken),
        ResponseSchemaError,
      );
      assert.deepEqual(await window.stored(account.id), before);
    });
  });

  it('of a sign-in may have no lifetime left', async () => {
    await withSessionEnvironment({}, async (environment) => {
      const window = environment.openWindow();
      changeAnswers(environment, (answer) => ({ ...answer, expires_in: 0 }));
      const { account } = await window.signIn();
      await window.call(account.id);
      assert.equal((await window.sessions.sessions())[0]?.state, 'active');
    });
  });
});
