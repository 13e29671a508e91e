import assert from 'node:assert/strict';
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
});
