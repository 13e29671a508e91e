import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { presentError } from '../../src/commands/presentError.ts';
import { SignInNotifications } from '../../src/commands/signInNotifications.ts';
import { accountOf } from '../../src/core/account/account.ts';
import { Emitter } from '../../src/core/async/event.ts';
import { parseBaseUrl } from '../../src/core/connections/parseBaseUrl.ts';
import { ConfigurationError } from '../../src/core/errors/configurationError.ts';
import { SessionDoubtfulError } from '../../src/core/errors/sessionDoubtfulError.ts';
import { SessionExpiredError } from '../../src/core/errors/sessionExpiredError.ts';
import { LiveSecrets } from '../../src/core/log/liveSecrets.ts';
import type { Session, SessionChange } from '../../src/core/session/sessions.ts';
import { CollectingLog } from '../support/collectingLog.ts';
import { eventually } from './eventually.ts';
import { person } from './person.ts';

const baseUrl = parseBaseUrl('https://hr.example.com');
const [account, other] = ['user', 'somebody'].map((user) => accountOf(baseUrl, 'tenant', user));

/** Waits until these notifications are shown, and no other one. */
async function untilShown(...expected: readonly string[]): Promise<void> {
  await eventually(async () => {
    const texts = await person.notifications();
    const areShown = expected.every((text) => texts.some((each) => each.includes(text)));
    assert.ok(areShown && texts.length === expected.length, texts.join('\n'));
  });
}

/** Waits until the status bar has these buttons of notifications, and no others. */
async function untilInStatusBar(...expected: readonly string[]): Promise<void> {
  await eventually(async () => {
    const lines = await person.window();
    const texts = lines.find((line) => line.startsWith('status bar: ')) ?? '';
    const buttons = /Open \w+|Skip|\d More Notifications?…/g;
    assert.deepEqual((texts.match(buttons) ?? []).toSorted(), expected.toSorted(), texts);
  });
}

describe('the message about an error', () => {
  assert.ok(account && other);
  const { id } = account;
  const sessions = new Emitter<SessionChange>();
  const notifications = new SignInNotifications({ onDidChangeSessions: sessions.event });
  const presentation = {
    log: new CollectingLog(),
    liveSecrets: new LiveSecrets(),
    accountLabel: () => 'tenant\n\u202Euser [link](command:x)',
    signInNotifications: notifications,
    setClientSecret: async () => await Promise.resolve(false),
  };
  const notRenewed = ': The service did not renew your sign-in (HTTP 400).';
  const ended = 'The session of tenant \\u{202e}user [link] (command:x) has ended.';

  after(() => notifications.dispose());

  /** The session of `whose` works, as it was renewed or somebody has signed in. */
  function renew(whose: Session['account'], isNewSignIn = true): void {
    const session: Session = {
      account: whose,
      connectionName: 'Test',
      clientId: 'app',
      scopes: [],
      addedScopes: [],
      state: 'active',
      endReason: undefined,
      doubt: undefined,
      issuedAt: 0,
      generation: 1,
    };
    const changed = [{ ...session, previousState: 'signInNeeded', isNewSignIn } as const];
    sessions.fire({ added: [], removed: [], changed });
  }

  it('shows the name of an account as one line that cannot garble the text around it', async () => {
    const done = presentError(new SessionExpiredError(id), presentation);
    await untilShown(ended);
    renew(account);
    await done;
  });

  it('is shown once, and goes with the sign-in that it asks for, in whatever window', async () => {
    const doubtful = new SessionDoubtfulError(id, { httpStatus: 400 });
    const nobody = new ConfigurationError('Sign in to work with labels.', 'signIn');
    const shown = [doubtful, new SessionExpiredError(id), nobody, new SessionExpiredError(id)].map(
      async (error) => await presentError(error, presentation),
    );
    await untilShown(notRenewed, ended, nobody.message);
    // No bar, as if nothing went on: neither moves.
    await person.takeScreenshot('signInNotifications');
    renew(other, false);
    await untilShown(notRenewed, ended, nobody.message);
    renew(other);
    await untilShown(notRenewed, ended);
    renew(account);
    await untilShown();
    await Promise.all(shown);
  });

  it('leaves the status bar to the newest one, and the others to a list', async () => {
    const [first, second, third] = ['One', 'Two', 'Three'].map(
      async (name) =>
        await notifications.show(`${name} asks.`, { [`Open ${name}`]: 'shows', Skip: 'closes' }),
    );
    await untilShown('One asks.', 'Two asks.', 'Three asks.');
    await untilInStatusBar('Open Three', 'Skip', '2 More Notifications…');
    await person.takeScreenshot('severalNotifications');
    await person.clickNotification('Three asks.', 'Open Three');
    assert.equal(await third, 'Open Three');
    await untilInStatusBar('Open Two', 'Skip', '1 More Notification…');
    // In the list.
    await person.clickNotification('One asks.', 'Skip');
    assert.equal(await first, 'Skip');
    await untilInStatusBar('Open Two', 'Skip');
    await person.clickNotification('Two asks.', 'Open Two');
    assert.equal(await second, 'Open Two');
    await untilInStatusBar();
  });

  it('is read to a person as sentences, and says where its buttons are', async () => {
    const named = { ...presentation, accountLabel: () => 'Ada' };
    const doubtful = new SessionDoubtfulError(id, { httpStatus: 400 });
    const done = presentError(doubtful, named, async () => await Promise.resolve());
    await untilShown(notRenewed);
    const [name, ...more] = await person.notificationNames();
    assert.deepEqual(more, []);
    assert.match(
      name ?? '',
      /^Info: Ada: The service did not renew your sign-in \(HTTP 400\)\. Choose Retry or Sign In in the status bar\., source: Workforce Labels, notification/,
    );
    renew(account);
    await done;
  });

  it('runs the next step that is chosen, and goes when it is cancelled', async () => {
    let retried = 0;
    const retry = async (): Promise<void> => {
      retried++;
      await Promise.resolve();
    };
    const doubtful = new SessionDoubtfulError(id, { httpStatus: 400 });
    const done = presentError(doubtful, presentation, retry);
    await person.clickNotification('HTTP 400', 'Retry');
    await done;
    assert.equal(retried, 1);
    const again = presentError(doubtful, presentation, retry);
    await person.clickNotification('HTTP 400', 'Cancel');
    await again;
    await untilShown();
    const ours = await vscode.commands.getCommands();
    assert.ok(!ours.some((command) => command.startsWith('workforce.notification.')));
    assert.equal(retried, 1);
  });
});
