import assert from 'node:assert/strict';
import { AccountNames } from '../../../src/accounts/accountNames.ts';
import { SignedInAccounts } from '../../../src/accounts/signedInAccounts.ts';
import { isSameApp } from '../../../src/core/account/clientApp.ts';
import { Emitter } from '../../../src/core/async/event.ts';
import { ConfigurationError } from '../../../src/core/errors/configurationError.ts';
import { StorageError } from '../../../src/core/errors/storageError.ts';
import type { InMemorySecretStore } from '../../support/inMemorySecretStore.ts';
import { KeyValueStore } from '../../support/keyValueStore.ts';
import { withSessionEnvironment } from '../../support/sessionEnvironment.ts';
import type { SessionWindow } from '../../support/sessionFixture.ts';

const question = 'Sign in to go on.';

/** The accounts of a window that has not read the stored sessions, after one person has signed in. */
async function withAccounts(
  test: (
    accounts: SignedInAccounts,
    environment: {
      readonly secrets: InMemorySecretStore;
      readonly window: SessionWindow;
      readonly names: AccountNames;
      /** Gives the connection another name; undefined removes it. */
      readonly renameConnection: (name: string | undefined) => void;
    },
  ) => Promise<void>,
  prepare: () => Promise<void> = async () => await Promise.resolve(),
): Promise<void> {
  await withSessionEnvironment({}, async ({ openWindow, secrets }) => {
    await openWindow().signIn();
    const window = openWindow();
    const { log, sessions, transport } = window;
    const names = new AccountNames(new KeyValueStore());
    const onDidChange = new Emitter<void>();
    let connection: { readonly name: string } | undefined = window.connection;
    const accounts = new SignedInAccounts({
      sessions,
      names,
      connections: {
        find: (app) => (isSameApp(app, window.connection) ? connection : undefined),
        onDidChange: onDidChange.event,
      },
      transport,
      unauthorizedCodes: () => [],
      prepare,
      log,
    });
    try {
      const renameConnection = (name: string | undefined): void => {
        connection = name === undefined ? undefined : { name };
        onDidChange.fire();
      };
      await test(accounts, { secrets, window, names, renameConnection });
    } finally {
      accounts.dispose();
    }
  });
}

function isUnreadable(error: unknown): boolean {
  return error instanceof StorageError && error.operation === 'read';
}

describe('SignedInAccounts', () => {
  it('knows who has signed in', async () => {
    await withAccounts(async (accounts) => {
      await accounts.requireAccount(question);
      assert.deepEqual(
        accounts.all().map(({ label }) => label),
        ['acme-europe · hr-administrator'],
      );
    });
  });

  it('shows who by a name of the user, and where by the connection as it is called now', async () => {
    await withAccounts(async (accounts, { names, renameConnection, window }) => {
      await accounts.ready();
      const { host } = new URL(window.connection.baseUrl);
      const shown = (): unknown => accounts.all().map((each) => [each.label, each.description]);
      const who = 'acme-europe · hr-administrator';
      assert.deepEqual(shown(), [[who, `Sandbox · ${host}`]]);
      let changes = 0;
      accounts.onDidChange(() => changes++);
      const [first] = accounts.all();
      assert.ok(first);
      await names.set(first.account.id, ' Payroll ');
      renameConnection('Production');
      assert.deepEqual(shown(), [['Payroll', `${who} · Production · ${host}`]]);
      assert.equal(accounts.find(first.account.id)?.repository, first.repository);
      await names.set(first.account.id, ' ');
      renameConnection(undefined);
      assert.deepEqual(shown(), [[who, `Sandbox · ${host}`]]);
      assert.equal(changes, 4);
    });
  });

  it('tells two apart that the user has given the same name', async () => {
    await withAccounts(async (accounts, { names, window }) => {
      await window.signIn({ tenant: 'acme-asia' });
      await accounts.ready();
      const { host } = new URL(window.connection.baseUrl);
      const places = (): unknown => accounts.all().map(({ label, place }) => `${label}, ${place}`);
      assert.deepEqual(places(), [
        'acme-asia · hr-administrator, Sandbox',
        'acme-europe · hr-administrator, Sandbox',
      ]);
      const [asia, europe] = accounts.all();
      assert.ok(asia && europe);
      await names.set(asia.account.id, 'Production');
      await names.set(europe.account.id, 'Production');
      assert.deepEqual(
        new Set(accounts.all().map(({ place }) => place)),
        new Set([
          `acme-asia · hr-administrator · Sandbox · ${host}`,
          `acme-europe · hr-administrator · Sandbox · ${host}`,
        ]),
      );
      await names.set(europe.account.id, 'Test');
      assert.deepEqual(places(), ['Production, Sandbox', 'Test, Sandbox']);
    });
  });

  it('asks to sign in if nobody has', async () => {
    await withAccounts(async (accounts, { secrets }) => {
      secrets.values.clear();
      await assert.rejects(
        accounts.requireAccount(question),
        (error) =>
          error instanceof ConfigurationError &&
          error.message === question &&
          error.step === 'signIn',
      );
    });
  });

  for (const fault of ['keys', 'get'] as const) {
    it(`says that the stored sessions cannot be read, and reads them at the next try: ${fault}`, async () => {
      await withAccounts(async (accounts, { secrets }) => {
        secrets.faults.add(fault);
        await Promise.all([
          assert.rejects(accounts.requireAccount(question), isUnreadable),
          assert.rejects(accounts.readStoredSessions(), isUnreadable),
        ]);
        await assert.rejects(accounts.requireAccount(question), isUnreadable);
        secrets.faults.clear();
        await accounts.requireAccount(question);
        assert.equal(accounts.all().length, 1);
      });
    });
  }

  it('does not fail those who show what there is, and reads again for them too', async () => {
    await withAccounts(async (accounts, { secrets, window }) => {
      let changes = 0;
      accounts.onDidChange(() => changes++);
      secrets.faults.add('keys');
      await accounts.ready();
      assert.deepEqual(accounts.all(), []);
      assert.ok(isUnreadable(accounts.readFailure));
      assert.ok(window.log.lines.some((line) => line.includes('could not be read')));
      await accounts.ready();
      assert.equal(changes, 1);
      secrets.faults.clear();
      await accounts.ready();
      assert.equal(accounts.all().length, 1);
      assert.equal(accounts.readFailure, undefined);
      assert.ok(changes > 1);
    });
  });

  it('knows who has signed in even if what a closed window left cannot be cleared away', async () => {
    await withAccounts(
      async (accounts, { window }) => {
        await accounts.requireAccount(question);
        assert.equal(accounts.all().length, 1);
        assert.ok(window.log.lines.some((line) => line.includes('could not be cleared away')));
      },
      async () => await Promise.reject(new StorageError('lock')),
    );
  });
});
