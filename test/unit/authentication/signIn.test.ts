import assert from 'node:assert/strict';
import { SignIn, type SignInQuestions } from '../../../src/authentication/signIn.ts';
import type { AccountId } from '../../../src/core/account/account.ts';
import type { ClientApp } from '../../../src/core/account/clientApp.ts';
import type { Connection } from '../../../src/core/connections/connection.ts';
import type { ConnectionEntry } from '../../../src/core/connections/connectionEntry.ts';
import { readConnectionEntries } from '../../../src/core/connections/connectionReader.ts';
import { CancelledError } from '../../../src/core/errors/cancelledError.ts';
import { ConfigurationError } from '../../../src/core/errors/configurationError.ts';
import { isScopeRefusal } from '../../../src/core/errors/scopeRefusal.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { withSessionEnvironment } from '../../support/sessionEnvironment.ts';
import { approve, redirectUri } from '../../support/sessionFixture.ts';

const other = { name: 'Other', baseUrl: 'https://other.example.com', clientId: 'app' };

interface SignInWindow {
  /** Signs in again to `account`, by default the one that is signed in, with `setting` for connections. */
  readonly signInAgain: (setting: readonly unknown[], account?: AccountId) => Promise<void>;
  /** Signs in by `app`, with `setting` for connections. */
  readonly signInBy: (setting: readonly unknown[], app: ClientApp) => Promise<void>;
  /** Signs out the account that is signed in; returns its id. */
  readonly signOut: () => Promise<AccountId>;
  /** The entry of the setting that leads to the account's service. */
  readonly own: ClientApp & { readonly name: string };
  /** The base URLs that a sign-in was started at. */
  readonly opened: string[];
  /** What the user was asked to choose from. */
  readonly asked: { readonly names: readonly string[]; readonly always: boolean }[];
}

/** An account that is signed in, and a user who leaves if there is something to choose. */
async function withSignInWindow(test: (window: SignInWindow) => Promise<void>): Promise<void> {
  await withSessionEnvironment({}, async ({ openWindow }) => {
    const window = openWindow();
    const session = await window.signIn();
    const opened: string[] = [];
    const asked: { names: readonly string[]; always: boolean }[] = [];
    const browserSignIn = {
      signIn: async ({ baseUrl }: Connection) => {
        opened.push(baseUrl);
        return await Promise.resolve(session);
      },
    };
    const pick = (entries: readonly ConnectionEntry[], always: boolean): Connection | undefined => {
      const [first] = entries;
      if (entries.length > 1 || always) {
        asked.push({ names: entries.map(({ name }) => name), always });
        return undefined;
      }
      if (first?.kind === 'unusable') {
        throw first.problem;
      }
      return first?.connection;
    };
    const questions = (setting: readonly unknown[]): SignInQuestions => ({
      connections: () => readConnectionEntries(setting, redirectUri),
      addConnection: async () => await Promise.resolve(undefined),
      pickConnection: async (entries, { always }) => await Promise.resolve(pick(entries, always)),
      setClientSecret: async () => await Promise.resolve(false),
      leaveOut: async () => await Promise.resolve(false),
    });
    const { id, baseUrl } = session.account;
    await test({
      signInAgain: async (setting, account = id) => {
        await new SignIn(browserSignIn, window.sessions, questions(setting)).signIn({ account });
      },
      signInBy: async (setting, app) => {
        await new SignIn(browserSignIn, window.sessions, questions(setting)).signIn({ app });
      },
      signOut: async () => {
        await window.sessions.remove(id);
        return id;
      },
      own: { name: 'Own', baseUrl, clientId: session.clientId },
      opened,
      asked,
    });
  });
}

describe('SignIn, again to an account', () => {
  it('goes to the connection of its service and its app, without a question', async () => {
    await withSignInWindow(async ({ asked, opened, own, signInAgain }) => {
      await signInAgain([other, { ...own, name: 'Other app', clientId: 'other' }, own]);
      assert.deepEqual([opened, asked], [[own.baseUrl], []]);
    });
  });

  it('by the app of a connection that was just added asks for no other', async () => {
    await withSignInWindow(async ({ asked, opened, own, signInBy }) => {
      await signInBy([other, { ...own, name: 'Other app', clientId: 'other' }, own], own);
      assert.deepEqual([opened, asked], [[own.baseUrl], []]);
    });
  });

  for (const [remaining, step] of [
    [[other], 'openSettings'],
    [[], 'addConnection'],
  ] as const) {
    it(`opens no other service if ${remaining.length} connections are left, and names its own`, async () => {
      await withSignInWindow(async ({ asked, opened, own, signInAgain }) => {
        await assert.rejects(
          signInAgain(remaining),
          (error) =>
            error instanceof ConfigurationError &&
            error.step === step &&
            error.message.includes(`to ${new URL(own.baseUrl).host}.`),
        );
        assert.deepEqual([opened, asked], [[], []]);
      });
    });
  }

  it('says what is wrong with its connection if that cannot be used', async () => {
    await withSignInWindow(async ({ asked, opened, own, signInAgain }) => {
      await assert.rejects(
        signInAgain([other, { ...own, redirectUri: 'ftp://127.0.0.1/' }]),
        /The connection Own cannot be used\. The redirect URI must be/,
      );
      assert.deepEqual([opened, asked], [[], []]);
    });
  });

  it('takes another app of its service, and asks which if there are several', async () => {
    await withSignInWindow(async ({ asked, opened, own, signInAgain }) => {
      const first = { ...own, name: 'First', clientId: 'first' };
      const second = { ...own, name: 'Second', clientId: 'second' };
      await signInAgain([other, first]);
      assert.deepEqual([opened, asked], [[own.baseUrl], []]);
      await assert.rejects(signInAgain([other, first, second]), CancelledError);
      assert.deepEqual(asked, [{ names: ['First', 'Second'], always: false }]);
    });
  });

  it('asks for the service of an account that has been signed out, even if there is only one', async () => {
    await withSignInWindow(async ({ asked, opened, signInAgain, signOut }) => {
      const account = await signOut();
      await assert.rejects(signInAgain([other], account), CancelledError);
      assert.deepEqual([opened, asked], [[], [{ names: ['Other'], always: true }]]);
    });
  });
});

interface ScopesWindow {
  readonly sandbox: Sandbox;
  /** Signs in, the app's connection asking for `ofConnection` and a caller for `scopes`; returns what was granted. */
  readonly signIn: (
    ofConnection: readonly string[],
    scopes?: readonly string[],
  ) => Promise<readonly string[]>;
  /** The scopes that each authorize page was opened for. */
  readonly opened: (readonly string[])[];
  /** The scopes that the user was asked whether to leave out. */
  readonly left: (readonly string[])[];
}

/** A user who signs in to the sandbox, and `agrees` to leave out scopes, or not. */
async function withScopesWindow(
  agrees: boolean,
  test: (window: ScopesWindow) => Promise<void>,
): Promise<void> {
  await withSessionEnvironment({}, async ({ openWindow, sandbox }) => {
    const window = openWindow();
    const opened: (readonly string[])[] = [];
    const left: (readonly string[])[] = [];
    const browserSignIn = {
      signIn: async (connection: Connection, scopes: readonly string[]) => {
        opened.push(scopes);
        const request = window.signInRequest({ connection, scopes });
        const attempt = await window.authorizationCodeFlow.begin(request);
        const session = attempt.wait();
        session.catch(() => undefined);
        await window.authorizationCodeFlow.finish(await approve(attempt.authorizationUrl));
        return await session;
      },
    };
    const signIn: ScopesWindow['signIn'] = async (ofConnection, scopes = []) => {
      const { baseUrl, clientId, name } = window.connection;
      const entry = { name, baseUrl, clientId, scopes: ofConnection };
      const questions: SignInQuestions = {
        connections: () => readConnectionEntries([entry], redirectUri),
        addConnection: async () => await Promise.resolve(undefined),
        pickConnection: async ([first]) =>
          await Promise.resolve(first?.kind === 'usable' ? first.connection : undefined),
        setClientSecret: async () => await Promise.resolve(false),
        leaveOut: async (further) => {
          left.push(further);
          return await Promise.resolve(agrees);
        },
      };
      const session = await new SignIn(browserSignIn, window.sessions, questions).signIn({
        scopes,
      });
      return session.scopes;
    };
    await test({ sandbox, signIn, opened, left });
  });
}

describe('SignIn, with permissions', () => {
  it('asks again for what others have been granted', async () => {
    await withScopesWindow(false, async ({ signIn }) => {
      await signIn(['tag'], ['people']);
      assert.deepEqual(await signIn(['tag'], ['leave']), ['tag', 'people', 'leave']);
      assert.deepEqual(await signIn(['tag']), ['tag', 'people', 'leave']);
    });
  });

  it('leaves out what the app has lost where the user wants that, and does not ask for it again', async () => {
    await withScopesWindow(true, async ({ left, opened, sandbox, signIn }) => {
      await signIn(['tag'], ['people']);
      sandbox.control.setOption({ lostScopes: ['people'] });
      assert.deepEqual(await signIn(['tag'], ['leave']), ['tag', 'leave']);
      assert.deepEqual(left, [['people']]);
      assert.deepEqual(opened.slice(1), [
        ['tag', 'people', 'leave'],
        ['tag', 'leave'],
      ]);
      assert.deepEqual(await signIn(['tag']), ['tag', 'leave']);
      assert.equal(left.length, 1);
    });
  });

  it('is over where the user does not want that', async () => {
    await withScopesWindow(false, async ({ opened, sandbox, signIn }) => {
      await signIn(['tag'], ['people']);
      sandbox.control.setOption({ lostScopes: ['people'] });
      await assert.rejects(signIn(['tag']), CancelledError);
      assert.equal(opened.length, 2);
    });
  });

  it('says that the app has lost something where all of it is needed now', async () => {
    await withScopesWindow(true, async ({ left, sandbox, signIn }) => {
      sandbox.control.setOption({ lostScopes: ['people'] });
      await assert.rejects(signIn(['tag', 'people']), isScopeRefusal);
      await assert.rejects(signIn(['tag'], ['people']), isScopeRefusal);
      assert.deepEqual(left, []);
    });
  });

  it('does not ask for what a connection no longer names', async () => {
    await withScopesWindow(false, async ({ left, sandbox, signIn }) => {
      await signIn(['tag', 'people'], ['leave']);
      sandbox.control.setOption({ lostScopes: ['people'] });
      assert.deepEqual(await signIn(['tag']), ['tag', 'leave']);
      assert.deepEqual(left, []);
    });
  });
});
