import assert from 'node:assert/strict';
import { AccountNames } from '../../../src/accounts/accountNames.ts';
import { SignedInAccounts } from '../../../src/accounts/signedInAccounts.ts';
import { isSameApp } from '../../../src/core/account/clientApp.ts';
import { UnauthorizedCodes } from '../../../src/core/api/unauthorizedCodes.ts';
import { Emitter } from '../../../src/core/async/event.ts';
import type { Connection } from '../../../src/core/connections/connection.ts';
import type { ReadOnlyReason } from '../../../src/core/connections/connectionEntry.ts';
import { ConfigurationError } from '../../../src/core/errors/configurationError.ts';
import { StorageError } from '../../../src/core/errors/storageError.ts';
import { secretKeyPrefixes } from '../../../src/core/secrets/secretStore.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import type { InMemorySecretStore } from '../../support/inMemorySecretStore.ts';
import { KeyValueStore } from '../../support/keyValueStore.ts';
import { withSessionEnvironment } from '../../support/sessionEnvironment.ts';
import type { SessionWindow } from '../../support/sessionFixture.ts';
import { until } from '../../support/until.ts';

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
      readonly sandbox: Sandbox;
      /** Changes why labels are read-only. */
      readonly setReadOnly: (reason: ReadOnlyReason | undefined) => void;
    },
  ) => Promise<void>,
  prepare: () => Promise<void> = async () => await Promise.resolve(),
): Promise<void> {
  await withSessionEnvironment({}, async ({ openWindow, sandbox, secrets }) => {
    await openWindow().signIn();
    const window = openWindow();
    const { liveSecrets, log, sessions, transport } = window;
    const names = new AccountNames(new KeyValueStore());
    const onDidChange = new Emitter<void>();
    let connection: Connection | undefined = window.connection;
    let readOnly: ReadOnlyReason | undefined;
    const accounts = new SignedInAccounts({
      sessions,
      names,
      connections: {
        find: (app) => (isSameApp(app, window.connection) ? connection : undefined),
        readOnlyReason: () => readOnly,
        onDidChange: onDidChange.event,
      },
      transport,
      liveSecrets,
      unauthorizedCodes: new UnauthorizedCodes(() => []),
      prepare,
      log,
    });
    try {
      const renameConnection = (name: string | undefined): void => {
        connection = name === undefined ? undefined : { ...window.connection, name };
        onDidChange.fire();
      };
      const setReadOnly = (reason: ReadOnlyReason | undefined): void => {
        readOnly = reason;
        onDidChange.fire();
      };
      await test(accounts, { secrets, window, names, renameConnection, sandbox, setReadOnly });
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
      const places = (): unknown =>
        accounts.all().map(({ label, shortDescription }) => `${label}, ${shortDescription}`);
      assert.deepEqual(places(), [
        'acme-asia · hr-administrator, Sandbox',
        'acme-europe · hr-administrator, Sandbox',
      ]);
      const [asia, europe] = accounts.all();
      assert.ok(asia && europe);
      await names.set(asia.account.id, 'Production');
      await names.set(europe.account.id, 'Production');
      assert.deepEqual(
        new Set(accounts.all().map(({ shortDescription }) => shortDescription)),
        new Set([
          `acme-asia · hr-administrator · Sandbox · ${host}`,
          `acme-europe · hr-administrator · Sandbox · ${host}`,
        ]),
      );
      await names.set(europe.account.id, 'Test');
      assert.deepEqual(places(), ['Production, Sandbox', 'Test, Sandbox']);
    });
  });

  it('gives each a name of its own in paths, where some characters look the same', async () => {
    await withAccounts(async (accounts, { names, window }) => {
      await window.signIn({ tenant: 'acme-asia' });
      await accounts.ready();
      const pathNames = (): readonly string[] => accounts.all().map(({ pathName }) => pathName);
      assert.deepEqual(pathNames(), [
        'acme-asia · hr-administrator',
        'acme-europe · hr-administrator',
      ]);
      const [asia, europe] = accounts.all();
      assert.ok(asia && europe);
      await names.set(asia.account.id, 'Production');
      await names.set(europe.account.id, 'Production');
      const { host } = new URL(window.connection.baseUrl);
      assert.deepEqual(
        new Set(pathNames()),
        new Set([asia, europe].map(({ label }) => `${label} · Sandbox · ${host} · Production`)),
      );
      await names.set(asia.account.id, 'A:B');
      await names.set(europe.account.id, 'A/B');
      assert.deepEqual(pathNames(), [
        `acme-asia · hr-administrator · Sandbox · ${host} · A:B`,
        `acme-europe · hr-administrator · Sandbox · ${host} · A/B`,
      ]);
    });
  });

  it('gives none the name in paths that another one would have', async () => {
    await withAccounts(async (accounts, { names, window }) => {
      await window.signIn({ tenant: 'acme-asia' });
      await window.signIn({ tenant: 'acme-asia', user: 'payroll-integrator' });
      await accounts.ready();
      const pathNames = (): ReadonlySet<string> =>
        new Set(accounts.all().map(({ pathName }) => pathName.normalize('NFC')));
      const [one, two, three] = accounts.all();
      assert.ok(one && two && three);
      await names.set(two.account.id, 'Payroll');
      await names.set(three.account.id, 'Payroll');
      await names.set(one.account.id, accounts.find(two.account.id)?.pathName ?? '');
      assert.equal(pathNames().size, 3);
      await names.set(one.account.id, 'Caf\u00E9');
      await names.set(two.account.id, 'Cafe\u0301');
      assert.equal(pathNames().size, 3);
    });
  });

  it('lets nothing be changed while a connection is read-only, however it is sent', async () => {
    await withAccounts(async (accounts, { sandbox, setReadOnly, window }) => {
      await accounts.ready();
      const [account] = accounts.all();
      assert.ok(account);
      const { repository } = account;
      const [label] = await repository.findByCode('', new AbortController().signal);
      assert.ok(label);
      const changes = { labelName: 'Changed' };
      const updates = (): number => sandbox.control.requests()['POST /api/v2/label/update'] ?? 0;
      const isRefused = (error: unknown): boolean =>
        error instanceof ConfigurationError &&
        error.step === 'openSettings' &&
        error.message.includes(`${window.connection.name} is read-only`);
      setReadOnly('entry');
      assert.equal(accounts.find(account.account.id)?.readOnly, 'entry');
      await assert.rejects(repository.update(label, changes), isRefused);
      await assert.rejects(repository.sendChanges(label.id, changes), isRefused);
      setReadOnly(undefined);
      // It becomes so while a request waits for its turn to leave.
      const beforeSending = async (): Promise<void> => {
        setReadOnly('entry');
        await Promise.resolve();
      };
      await assert.rejects(repository.sendChanges(label.id, changes, { beforeSending }), isRefused);
      assert.equal(updates(), 0);
      assert.ok((await repository.findByCode('', new AbortController().signal)).length > 0);
      setReadOnly(undefined);
      await repository.sendChanges(label.id, changes);
      assert.equal(updates(), 1);
    });
  });

  it('says of a connection that was removed that it is, rather than that it is read-only', async () => {
    await withAccounts(async (accounts, { setReadOnly }) => {
      await accounts.ready();
      const [account] = accounts.all();
      assert.ok(account);
      const { repository } = account;
      const [label] = await repository.findByCode('', new AbortController().signal);
      assert.ok(label);
      setReadOnly('noEntry');
      await assert.rejects(
        repository.update(label, { labelName: 'Changed' }),
        (error: unknown) =>
          error instanceof ConfigurationError &&
          error.step === 'addConnection' &&
          error.message.includes('is no longer in the settings'),
      );
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

  it('shows who has signed in once the keyring tells of a change, without being asked', async () => {
    await withAccounts(async (accounts, { secrets }) => {
      secrets.faults.add('keys');
      await accounts.ready();
      assert.ok(isUnreadable(accounts.readFailure));
      secrets.faults.clear();
      const stored = [...secrets.values].find(([key]) => key.startsWith(secretKeyPrefixes.session));
      assert.ok(stored);
      await secrets.store(...stored);
      await until(() => accounts.all().length === 1);
      assert.equal(accounts.readFailure, undefined);
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
