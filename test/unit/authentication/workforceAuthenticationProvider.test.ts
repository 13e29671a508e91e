import assert from 'node:assert/strict';
import { SignIn } from '../../../src/authentication/signIn.ts';
import { WorkforceAuthenticationProvider } from '../../../src/authentication/workforceAuthenticationProvider.ts';
import { systemClock, type Clock } from '../../../src/core/async/clock.ts';
import type { Connection } from '../../../src/core/connections/connection.ts';
import { usableEntry } from '../../../src/core/connections/connectionEntry.ts';
import type { SandboxOptions } from '../../../src/sandbox/options.ts';
import {
  withSessionEnvironment,
  type SessionEnvironment,
} from '../../support/sessionEnvironment.ts';
import type { SessionWindow } from '../../support/sessionFixture.ts';

interface ProviderEnvironment extends SessionEnvironment {
  readonly provider: WorkforceAuthenticationProvider;
  readonly window: SessionWindow;
  /** Time passes, for all clocks and for no timer. */
  readonly advance: (milliseconds: number) => void;
  /** The scopes of each sign-in so far, as the service was asked for them. */
  readonly asked: (readonly string[])[];
}

/** A provider whose sign-ins the administrator in Europe approves. */
async function withProvider(
  test: (environment: ProviderEnvironment) => Promise<void>,
  options: Partial<SandboxOptions> = {},
): Promise<void> {
  let passed = 0;
  const clock: Clock = {
    now: () => systemClock.now() + passed,
    monotonic: () => systemClock.monotonic() + passed,
    schedule: (milliseconds, callback) => systemClock.schedule(milliseconds, callback),
  };
  const advance = (milliseconds: number): void => {
    passed += milliseconds;
  };
  const runTest = async (environment: SessionEnvironment): Promise<void> => {
    const window = environment.openWindow({ clock });
    const { connection, log, sessions, store } = window;
    const asked: (readonly string[])[] = [];
    const browserSignIn = {
      signIn: async (_connection: Connection, scopes: readonly string[]) => {
        asked.push(scopes);
        return await window.signIn({ scopes });
      },
    };
    const signIn = new SignIn(browserSignIn, sessions, {
      connections: () => [usableEntry(connection)],
      addConnection: async () => await Promise.resolve(undefined),
      pickConnection: async () => await Promise.resolve(connection),
      setClientSecret: async () => await Promise.resolve(false),
      leaveOut: async () => await Promise.resolve(false),
    });
    const provider = new WorkforceAuthenticationProvider({
      sessions,
      store,
      signOut: async (account) => await sessions.remove(account),
      signIn: async (scopes, account) =>
        await signIn.signIn({ scopes, ...(account === undefined ? {} : { account }) }),
      log,
    });
    try {
      await test({ ...environment, provider, window, advance, asked });
    } finally {
      provider.dispose();
    }
  };
  await withSessionEnvironment(options, runTest, () => clock.now());
}

/** What VS Code does for an extension that asks for `scopes`, and would have the user sign in. */
async function useBy(
  provider: WorkforceAuthenticationProvider,
  scopes: readonly string[],
): Promise<void> {
  const [session] = await provider.getSessions(scopes, {});
  const given = session ?? (await provider.createSession(scopes, {}));
  assert.ok(scopes.every((scope) => given.scopes.includes(scope)));
}

describe('WorkforceAuthenticationProvider', () => {
  it('names tenant, user and service in the label, by which VS Code knows an account', async () => {
    await withProvider(async ({ provider, proxy, window }) => {
      const { account } = await window.signIn();
      const [session] = await provider.getSessions(undefined, {});
      const { host } = new URL(proxy.baseUrl);
      assert.deepEqual(session?.account, {
        id: account.id,
        label: `acme-europe · hr-administrator · ${host}`,
      });
    });
  });

  it('lets two extensions with different scopes take turns after one sign-in each', async () => {
    await withProvider(async ({ asked, provider }) => {
      for (let turn = 1; turn <= 3; turn++) {
        await useBy(provider, ['people']);
        await useBy(provider, ['leave', 'tag']);
      }
      assert.deepEqual(asked, [
        ['tag', 'people'],
        ['tag', 'people', 'leave'],
      ]);
    });
  });

  it('asks again for what the account had when its session has ended', async () => {
    await withProvider(async ({ asked, provider, sandbox, window }) => {
      await useBy(provider, ['people']);
      const [{ account } = assert.fail('Nobody is signed in.')] = await window.sessions.sessions();
      sandbox.control.revokeRefreshTokens();
      const { accessToken } = await window.stored(account.id);
      await assert.rejects(window.renewal.renewed(account.id, accessToken));
      await provider.createSession([], { account: { id: account.id, label: '' } });
      assert.deepEqual(asked.at(-1), ['tag', 'people']);
    });
  });

  for (const [reason, breakRenewal] of [
    ['the service cannot be reached', async ({ proxy }) => await proxy.close()],
    [
      'the service is down',
      async ({ proxy }) => {
        proxy.fault = { kind: 'answer', status: 503 };
        await Promise.resolve();
      },
    ],
    [
      'there is no client secret',
      async ({ secrets }) => {
        for (const key of await secrets.keys()) {
          if (key.startsWith('workforce.clientSecret.')) {
            await secrets.delete(key);
          }
        }
      },
    ],
  ] satisfies readonly (readonly [string, (environment: ProviderEnvironment) => Promise<void>])[]) {
    it(`lists a session that gives no new token, so that it can be removed: ${reason}`, async () => {
      await withProvider(async (environment) => {
        const { advance, provider, window } = environment;
        const { account } = await window.signIn();
        const { accessToken } = await window.stored(account.id);
        advance(3_600_000);
        await breakRenewal(environment);
        for (const scopes of [undefined, ['tag']]) {
          const [session, ...others] = await provider.getSessions(scopes, {});
          assert.deepEqual(others, []);
          assert.equal(session?.accessToken, accessToken);
          assert.equal(session.id, account.id);
        }
        await provider.removeSession(account.id);
        assert.deepEqual(await provider.getSessions(undefined, {}), []);
        assert.deepEqual(await window.sessions.sessions(), []);
      });
    });
  }

  it('asks the service for nothing when VS Code lists the accounts', async () => {
    await withProvider(async ({ advance, provider, refreshes, window }) => {
      await window.signIn();
      advance(3_600_000);
      assert.equal((await provider.getSessions(undefined, {})).length, 1);
      assert.deepEqual(refreshes(), { ok: 0, refused: 0 });
      const [session] = await provider.getSessions(['tag'], {});
      assert.deepEqual(refreshes(), { ok: 1, refused: 0 });
      assert.notEqual(session?.accessToken, '');
    });
  });

  it('does not list a session that has ended', async () => {
    await withProvider(async ({ advance, provider, sandbox, window }) => {
      await window.signIn();
      advance(3_600_000);
      sandbox.control.revokeRefreshTokens();
      assert.deepEqual(await provider.getSessions(['tag'], {}), []);
      assert.deepEqual(await provider.getSessions(undefined, {}), []);
    });
  });
});
