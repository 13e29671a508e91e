import assert from 'node:assert/strict';
import { AccountNames } from '../../src/accounts/accountNames.ts';
import { accountCommands } from '../../src/accounts/commands.ts';
import { SignedInAccounts } from '../../src/accounts/signedInAccounts.ts';
import { presentError } from '../../src/commands/presentError.ts';
import { SignInNotifications } from '../../src/commands/signInNotifications.ts';
import { UnauthorizedCodes } from '../../src/core/api/unauthorizedCodes.ts';
import { Emitter } from '../../src/core/async/event.ts';
import { commandIds } from '../../src/ids.ts';
import { InMemorySecretStore } from '../support/inMemorySecretStore.ts';
import { KeyValueStore } from '../support/keyValueStore.ts';
import { SessionWindow } from '../support/sessionFixture.ts';
import { inTemporaryFolder } from '../support/temporaryFolder.ts';
import { eventually } from './eventually.ts';
import { person } from './person.ts';
import { untilNotified } from './untilNotified.ts';

const complaint = 'could not be read from the system keyring';

const nothing = async (): Promise<void> => await Promise.resolve();

describe('a keyring that cannot be read', () => {
  it('is reported by a command that needs to know who is signed in, and is read again by Retry', async () => {
    await inTemporaryFolder(async (folder) => {
      // The extension's own keyring is VS Code's, which nobody can make fail.
      const secrets = new InMemorySecretStore();
      secrets.faults.add('keys');
      const baseUrl = 'http://127.0.0.1:1';
      const window = new SessionWindow({ baseUrl, clientId: 'app', folder, secrets });
      const { log, sessions, transport } = window;
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
        unauthorizedCodes: new UnauthorizedCodes(() => []),
        prepare: nothing,
        log,
      });
      const signInNotifications = new SignInNotifications(sessions);
      const presentation = {
        log,
        accountLabel: () => undefined,
        setClientSecret: async () => await Promise.resolve(false),
        signInNotifications,
      };
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
          await presentError(error, presentation, signOut);
        }
      };
      try {
        const done = signOut();
        await eventually(async () => {
          const texts = await person.notifications();
          assert.ok(texts.some((text) => text.includes(complaint)));
        });
        secrets.faults.clear();
        await person.clickNotification(complaint, 'Retry');
        await untilNotified((text) => text === 'Nobody is signed in.');
        await done;
      } finally {
        signInNotifications.dispose();
        accounts.dispose();
        window.dispose();
      }
    });
  });
});
