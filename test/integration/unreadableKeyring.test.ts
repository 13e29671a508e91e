import assert from 'node:assert/strict';
import { AccountNames } from '../../src/accounts/accountNames.ts';
import { accountCommands } from '../../src/accounts/commands.ts';
import { SignedInAccounts } from '../../src/accounts/signedInAccounts.ts';
import { SessionNotifications } from '../../src/authentication/sessionNotifications.ts';
import { presentError } from '../../src/commands/presentError.ts';
import { SignInNotifications } from '../../src/commands/signInNotifications.ts';
import type { AccountId } from '../../src/core/account/account.ts';
import { UnauthorizedCodes } from '../../src/core/api/unauthorizedCodes.ts';
import { systemClock } from '../../src/core/async/clock.ts';
import { Emitter } from '../../src/core/async/event.ts';
import { secretKeyPrefixes } from '../../src/core/secrets/secretStore.ts';
import { accountOfSession } from '../../src/core/session/storedSession.ts';
import { commandIds } from '../../src/ids.ts';
import { impatientClock } from '../support/impatientClock.ts';
import { InMemorySecretStore } from '../support/inMemorySecretStore.ts';
import { KeyValueStore } from '../support/keyValueStore.ts';
import { SessionWindow } from '../support/sessionFixture.ts';
import { storedSession } from '../support/storedSession.ts';
import { inTemporaryFolder } from '../support/temporaryFolder.ts';
import { eventually } from './eventually.ts';
import { person } from './person.ts';
import { untilNotified } from './untilNotified.ts';

const nothing = async (): Promise<void> => await Promise.resolve();

/** Parts of a window whose keyring fails: the extension's own is VS Code's, which nobody can make fail. */
interface FailingWindow {
  readonly secrets: InMemorySecretStore;
  readonly window: SessionWindow;
  readonly accounts: SignedInAccounts;
  readonly names: AccountNames;
  readonly present: (error: unknown, retry?: () => Promise<void>) => Promise<void>;
}

async function withFailingWindow(test: (parts: FailingWindow) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const secrets = new InMemorySecretStore();
    const baseUrl = 'http://127.0.0.1:1';
    const clock = impatientClock(1000);
    const window = new SessionWindow({ baseUrl, clientId: 'app', folder, secrets, clock });
    const { liveSecrets, log, sessions, transport } = window;
    const names = new AccountNames(new KeyValueStore());
    const accounts = new SignedInAccounts({
      sessions,
      names,
      connections: {
        find: () => undefined,
        readOnlyReason: () => undefined,
        onDidChange: new Emitter<void>().event,
      },
      transport,
      liveSecrets,
      unauthorizedCodes: new UnauthorizedCodes(() => []),
      prepare: nothing,
      log,
    });
    const signInNotifications = new SignInNotifications(sessions);
    const presentation = {
      log,
      liveSecrets,
      accountLabel: (account: AccountId) => accounts.find(account)?.label,
      setClientSecret: async () => await Promise.resolve(false),
      signInNotifications,
    };
    try {
      await test({
        secrets,
        window,
        accounts,
        names,
        present: async (error, retry) => await presentError(error, presentation, retry),
      });
    } finally {
      signInNotifications.dispose();
      accounts.dispose();
      window.dispose();
    }
  });
}

async function untilShown(text: string): Promise<void> {
  await eventually(async () => {
    const texts = await person.notifications();
    assert.ok(texts.some((each) => each.includes(text)));
  });
}

describe('a keyring that cannot be read', () => {
  for (const [name, complaint, fail] of [
    [
      'fails',
      'could not be read from the system keyring',
      ({ faults }) => {
        faults.add('keys');
        return () => faults.clear();
      },
    ],
    [
      'does not answer',
      'The system keyring does not answer. Unlock it',
      (secrets) => secrets.silence(),
    ],
  ] as const satisfies readonly [string, string, (secrets: InMemorySecretStore) => () => void][]) {
    it(`is reported by a command that needs to know who is signed in, and is read again by Retry: it ${name}`, async () => {
      await withFailingWindow(async ({ accounts, names, present, secrets }) => {
        const recover = fail(secrets);
        const commands = accountCommands({
          accounts,
          names,
          signOut: nothing,
          accountOfRow: () => undefined,
        });
        const signOut = async (): Promise<void> => {
          try {
            await commands[commandIds.signOut](undefined);
          } catch (error) {
            await present(error, signOut);
          }
        };
        const done = signOut();
        await untilShown(complaint);
        await person.takeScreenshot(`keyring-${name.replaceAll(' ', '-')}`);
        recover();
        await person.clickNotification(complaint, 'Retry');
        await untilNotified((text) => text === 'Nobody is signed in.');
        await done;
      });
    });
  }

  for (const [name, text, complaint, button] of [
    [
      'missing',
      undefined,
      'tenant · user: The system keyring does not have this sign-in at the moment',
      'Show Log',
    ],
    [
      'unreadable',
      '{',
      'tenant · user: The sign-in stored in the system keyring cannot be read',
      'Show Log',
    ],
    [
      'newer',
      '{"version":4}',
      'tenant · user: A newer version of Workforce Labels has stored',
      'Reload Window',
    ],
  ] as const) {
    it(`keeps the account of a session that is ${name}, and offers the next step once`, async () => {
      await withFailingWindow(async ({ accounts, present, secrets, window }) => {
        const presented: Promise<void>[] = [];
        const { onDidDoubt, onDidEnd, onDidFallBehind, sessions, store } = window;
        const notifications = new SessionNotifications(
          { accounts, clock: systemClock, onDidDoubt, onDidEnd, onDidFallBehind, sessions, store },
          async (error) => {
            const shown = present(error);
            presented.push(shown);
            await shown;
          },
        );
        try {
          const session = storedSession();
          await store.write(session);
          await accounts.ready();
          const key = secretKeyPrefixes.session + accountOfSession(session).id;
          secrets.values.delete(key);
          if (text !== undefined) {
            secrets.values.set(key, text);
          }
          await sessions.sessions();
          await untilShown(complaint);
          assert.equal(accounts.all().length, 1);
          await sessions.sessions();
          assert.equal(presented.length, 1);
          await person.takeScreenshot(`keyring-${name}`);
          if (button === 'Reload Window') {
            assert.deepEqual(await person.notificationButtons(complaint), [button]);
            await person.clearNotifications();
          } else {
            await person.clickNotification(complaint, button);
          }
          await Promise.all(presented);
        } finally {
          notifications.dispose();
        }
      });
    });
  }
});
