import assert from 'node:assert/strict';
import { SignIn, type SignInQuestions } from '../../../src/authentication/signIn.ts';
import type { AccountId } from '../../../src/core/account/account.ts';
import type { Connection } from '../../../src/core/connections/connection.ts';
import type { ConnectionEntry } from '../../../src/core/connections/connectionEntry.ts';
import { readConnectionEntries } from '../../../src/core/connections/connectionReader.ts';
import { CancelledError } from '../../../src/core/errors/cancelledError.ts';
import { ConfigurationError } from '../../../src/core/errors/configurationError.ts';
import { withSessionEnvironment } from '../../support/sessionEnvironment.ts';
import { redirectUri } from '../../support/sessionFixture.ts';

const other = { name: 'Other', baseUrl: 'https://other.example.com', clientId: 'app' };

interface SignInWindow {
  /** Signs in again to `account`, by default the one that is signed in, with `setting` for connections. */
  readonly signInAgain: (setting: readonly unknown[], account?: AccountId) => Promise<void>;
  /** Signs out the account that is signed in; returns its id. */
  readonly signOut: () => Promise<AccountId>;
  /** The entry of the setting that leads to the account's service. */
  readonly own: { readonly name: string; readonly baseUrl: string; readonly clientId: string };
  /** The base addresses that a sign-in was started at. */
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
    });
    const { id, baseUrl } = session.account;
    await test({
      signInAgain: async (setting, account = id) => {
        await new SignIn(browserSignIn, window.sessions, questions(setting)).signIn({ account });
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
