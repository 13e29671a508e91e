import assert from 'node:assert/strict';
import { callTestEndpoint } from '../../../../src/core/api/testEndpoint.ts';
import { SessionExpiredError } from '../../../../src/core/errors/sessionExpiredError.ts';
import type { SessionChange } from '../../../../src/core/session/sessions.ts';
import { withSessionEnvironment } from '../../../support/sessionEnvironment.ts';
import type { SessionWindow } from '../../../support/sessionFixture.ts';

/** What the window reports from now on: whose sessions, and in which state. */
async function changesOf(window: SessionWindow): Promise<string[]> {
  await window.sessions.sessions();
  const reported: string[] = [];
  window.sessions.onDidChangeSessions((change: SessionChange) => {
    for (const kind of ['added', 'removed', 'changed'] as const) {
      for (const { account, state } of change[kind]) {
        reported.push(`${kind} ${account.userId}@${account.tenantId} ${state}`);
      }
    }
  });
  return reported;
}

describe('Sessions', () => {
  it('keeps tenants and users apart, and signs out of one alone', async () => {
    await withSessionEnvironment({}, async ({ openWindow, sandbox }) => {
      const window = openWindow();
      const first = await window.signIn();
      const second = await window.signIn({ tenant: 'acme-asia' });
      const third = await window.signIn({ user: 'payroll-integrator' });
      const ids = [first, second, third].map(({ account }) => account.id);
      assert.equal(new Set(ids).size, 3);
      await window.sessions.remove(first.account.id);
      await assert.rejects(window.sessions.accessToken(first.account.id), SessionExpiredError);
      sandbox.control.expireAccessTokens();
      for (const { account } of [second, third]) {
        assert.deepEqual(await callTestEndpoint(window.client(account.id)), {
          tenantId: account.tenantId,
          userId: account.userId,
          scopes: ['tag'],
        });
      }
      const left = await window.sessions.sessions();
      assert.deepEqual(
        left.map(({ account }) => account.id),
        [second.account.id, third.account.id],
      );
    });
  });

  it('keeps services apart', async () => {
    await withSessionEnvironment({}, async (here) => {
      await withSessionEnvironment({}, async (there) => {
        const window = here.openWindow();
        const elsewhere = here.openWindow({ baseUrl: there.proxy.baseUrl });
        await elsewhere.setClientSecret(there.sandbox.clientSecret);
        const first = await window.signIn();
        const second = await elsewhere.signIn();
        assert.notEqual(first.account.id, second.account.id);
        there.sandbox.control.revokeRefreshTokens();
        there.sandbox.control.expireAccessTokens();
        here.sandbox.control.expireAccessTokens();
        await assert.rejects(
          callTestEndpoint(elsewhere.client(second.account.id)),
          SessionExpiredError,
        );
        await callTestEndpoint(window.client(first.account.id));
        const states = (await window.sessions.sessions()).map(({ state }) => state);
        assert.deepEqual(states, ['active', 'signInNeeded']);
      });
    });
  });

  it('reports to every window exactly what was added, changed and removed', async () => {
    await withSessionEnvironment({}, async ({ openWindow, sandbox }) => {
      const window = openWindow();
      const other = openWindow();
      const [here, there] = [await changesOf(window), await changesOf(other)];
      const { account } = await window.signIn();
      await window.signIn({ tenant: 'acme-asia' });
      sandbox.control.expireAccessTokens();
      await callTestEndpoint(window.client(account.id));
      await window.signIn();
      sandbox.control.revokeRefreshTokens({ tenantId: 'acme-europe' });
      sandbox.control.expireAccessTokens();
      await assert.rejects(callTestEndpoint(other.client(account.id)), SessionExpiredError);
      await other.signIn();
      await window.sessions.remove(account.id);
      await window.sessions.sessions();
      await other.sessions.sessions();
      const expected = [
        'added hr-administrator@acme-europe active',
        'added hr-administrator@acme-asia active',
        'changed hr-administrator@acme-europe active',
        'changed hr-administrator@acme-europe active',
        'changed hr-administrator@acme-europe signInNeeded',
        'changed hr-administrator@acme-europe active',
        'removed hr-administrator@acme-europe active',
      ];
      assert.deepEqual(here, expected);
      assert.deepEqual(there, expected);
    });
  });

  it('reports nothing if nothing has changed', async () => {
    await withSessionEnvironment({}, async ({ openWindow }) => {
      const window = openWindow();
      await window.signIn();
      const reported = await changesOf(window);
      await window.sessions.sessions();
      await window.sessions.sessions();
      assert.deepEqual(reported, []);
    });
  });

  it('shows no tokens, and grants the scopes that the service granted', async () => {
    await withSessionEnvironment({ scopeSeparator: 'space' }, async ({ openWindow }) => {
      const window = openWindow();
      const session = await window.signIn({ scopes: ['tag', 'people_std'] });
      assert.deepEqual(session.scopes, ['tag', 'people_std']);
      const { accessToken, refreshToken } = await window.stored(session.account.id);
      const shown = JSON.stringify(await window.sessions.sessions());
      assert.ok(!shown.includes(accessToken) && !shown.includes(refreshToken));
    });
  });

  it('replaces the session of the same account at a new sign-in', async () => {
    await withSessionEnvironment({}, async ({ openWindow, sandbox }) => {
      const window = openWindow();
      const first = await window.signIn();
      const second = await window.signIn({ scopes: ['tag', 'people'] });
      assert.equal(second.account.id, first.account.id);
      assert.ok(second.generation > first.generation);
      const sessions = await window.sessions.sessions();
      assert.deepEqual(
        sessions.map(({ scopes }) => scopes),
        [['tag', 'people']],
      );
      sandbox.control.expireAccessTokens();
      await callTestEndpoint(window.client(first.account.id));
    });
  });

  it('signs out of a session that needs a sign-in, and of none', async () => {
    await withSessionEnvironment({}, async ({ openWindow, sandbox }) => {
      const window = openWindow();
      const { account } = await window.signIn();
      sandbox.control.revokeRefreshTokens();
      sandbox.control.expireAccessTokens();
      await assert.rejects(callTestEndpoint(window.client(account.id)), SessionExpiredError);
      await window.sessions.remove(account.id);
      await window.sessions.remove(account.id);
      assert.deepEqual(await window.sessions.sessions(), []);
      await window.signIn();
      assert.equal((await window.sessions.sessions()).length, 1);
    });
  });
});
