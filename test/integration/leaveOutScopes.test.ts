import assert from 'node:assert/strict';
import { leaveOutScopes } from '../../src/authentication/leaveOutScopes.ts';
import { SignInNotifications } from '../../src/commands/signInNotifications.ts';
import { Emitter } from '../../src/core/async/event.ts';
import { parseBaseUrl } from '../../src/core/connections/parseBaseUrl.ts';
import type { SessionChange } from '../../src/core/session/sessions.ts';
import { person } from './person.ts';

describe('the question whether to sign in with fewer permissions', () => {
  const connection = {
    name: 'Reader',
    baseUrl: parseBaseUrl('https://hr.example.com'),
    clientId: 'app',
    redirectUri: undefined,
    scopes: ['tag'],
    readOnly: false,
    color: undefined,
  };
  const sessions = new Emitter<SessionChange>();
  const notifications = new SignInNotifications({ onDidChangeSessions: sessions.event });
  const refused = 'The service refused a permission.';
  const ask = async (): Promise<boolean> =>
    await leaveOutScopes(['people', 'payroll'], ['tag', 'leave'], connection, notifications);

  after(() => notifications.dispose());

  it('names what is needed and what is not, and is answered by its button', async () => {
    const answer = ask();
    const shown = `${refused} Needed now, for Reader: tag, leave. From earlier sign-ins: people, payroll;`;
    await person.clickNotification(shown, 'Sign In with Fewer Permissions');
    assert.equal(await answer, true);
  });

  it('is answered with no where it is cancelled', async () => {
    const answer = ask();
    await person.clickNotification(refused, 'Cancel');
    assert.equal(await answer, false);
  });
});
