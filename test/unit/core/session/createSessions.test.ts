import assert from 'node:assert/strict';
import { systemClock } from '../../../../src/core/async/clock.ts';
import { AccountLock } from '../../../../src/core/locks/accountLock.ts';
import { withSessionEnvironment } from '../../../support/sessionEnvironment.ts';

describe('createSessions', () => {
  it('keeps secrets under the names that earlier releases have given them', async () => {
    await withSessionEnvironment({}, async ({ openWindow, secrets }) => {
      const window = openWindow();
      await window.signIn();
      await window.authorizationCodeFlow.begin(window.signInRequest());
      assert.deepEqual(
        [...secrets.values.keys()].map((key) => key.replace(/[0-9a-f]{24,}$/, '')).toSorted(),
        ['workforce.clientSecret.', 'workforce.pendingAuthorization.', 'workforce.session.'],
      );
    });
  });

  it('loads nothing to renew with while a token lives, and tries again where that has failed', async () => {
    await withSessionEnvironment({}, async ({ openWindow, refreshes }) => {
      const { account } = await openWindow().signIn();
      let loads = 0;
      const window = openWindow({
        createLock: (path) => {
          if (++loads === 1) {
            throw new Error('Cannot find module');
          }
          return new AccountLock(path, systemClock);
        },
      });
      await window.sessions.sessions();
      await window.call(account.id);
      assert.equal(loads, 0);
      const { accessToken } = await window.stored(account.id);
      await assert.rejects(
        window.renewal.renewed(account.id, accessToken),
        new Error('Cannot find module'),
      );
      assert.equal((await window.stored(account.id)).state, 'active');
      assert.deepEqual(refreshes(), { ok: 0, refused: 0 });
      await window.renewal.renewed(account.id, accessToken);
      assert.equal(loads, 2);
      assert.deepEqual(refreshes(), { ok: 1, refused: 0 });
    });
  });
});
