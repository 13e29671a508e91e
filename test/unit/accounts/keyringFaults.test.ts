import assert from 'node:assert/strict';
import { AccountNames } from '../../../src/accounts/accountNames.ts';
import { forgetSignedOut } from '../../../src/accounts/forgetSignedOut.ts';
import type { AccountId } from '../../../src/core/account/account.ts';
import { SignOut } from '../../../src/core/session/signOut.ts';
import { FaultySecretStore, type CallFault } from '../../support/faultySecretStore.ts';
import { KeyValueStore } from '../../support/keyValueStore.ts';
import { randomFrom } from '../../support/randomFrom.ts';
import { withSessionEnvironment } from '../../support/sessionEnvironment.ts';
import type { SessionWindow } from '../../support/sessionFixture.ts';
import { timeLimits } from '../../support/timeLimits.ts';
import { until } from '../../support/until.ts';

/** Share of all calls of the keyring that fail, each in a run of its own; at least one of each kind does. */
const share = Number(process.env['FAULTS'] ?? 0.1);
const seed = Number(process.env['FAULTS_SEED'] ?? Date.now() % 1_000_000);

/** Accounts of a window: `first` is acted on, `second` is not. */
interface Trial {
  readonly window: SessionWindow;
  readonly first: AccountId;
  readonly expire: () => void;
}

/** Act of the user, who repeats it if it fails. */
interface Act {
  /** Whether the window shows the accounts before. */
  readonly isStarted: boolean;
  readonly run: (trial: Trial) => Promise<unknown>;
  /** Whether the first account is signed in afterwards. */
  readonly keepsFirst: boolean;
}

const acts: Readonly<Record<string, Act>> = {
  'a start': {
    isStarted: false,
    run: async ({ window }) => await window.sessions.sessions(),
    keepsFirst: true,
  },
  'a renewal': {
    isStarted: true,
    run: async ({ expire, first, window }) => {
      expire();
      await window.call(first);
    },
    keepsFirst: true,
  },
  'a sign-in': {
    isStarted: true,
    run: async ({ window }) => await window.signIn(),
    keepsFirst: true,
  },
  'a sign-out': {
    isStarted: true,
    run: async ({ first, window }) => {
      const inUse = async (): Promise<readonly SessionWindow['connection'][]> =>
        await Promise.resolve([window.connection]);
      await new SignOut(window.sessions, window.clientSecrets, inUse).ofAccount(first);
    },
    keepsFirst: false,
  },
};

/**
 * Has the call number `call` of the act fail, or none if undefined, and checks what is left in this window, and
 * in one that is opened afterwards. Returns the number of calls of the act.
 */
async function runTrial(act: Act, fault: CallFault, call: number | undefined): Promise<number> {
  let calls = 0;
  await withSessionEnvironment(
    { refreshTokenReuse: 'revoke' },
    async ({ openWindow, refreshes, sandbox, secrets }) => {
      const before = openWindow();
      const first = (await before.signIn()).account.id;
      const second = (await before.signIn({ tenant: 'acme-asia' })).account.id;
      before.dispose();
      const names = new AccountNames(new KeyValueStore());
      await names.set(first, 'Payroll');
      await names.set(second, 'Recruiting');
      const keyring = new FaultySecretStore(secrets);
      const window = openWindow({ secrets: keyring });
      const forgetting = forgetSignedOut(window.sessions, [names]);
      const trial: Trial = { window, first, expire: () => sandbox.control.expireAccessTokens() };
      if (act.isStarted) {
        await window.sessions.sessions();
      }
      const earlierCalls = keyring.calls;
      if (call !== undefined) {
        keyring.failAt(call, fault);
      }
      await act.run(trial).catch(async (error: unknown) => {
        assert.ok(keyring.hasFailed, String(error));
        await act.run(trial);
      });
      calls = keyring.calls - earlierCalls;
      const expected = act.keepsFirst ? [first, second] : [second];
      const listed = async (of: SessionWindow): Promise<boolean> => {
        const ids = (await of.sessions.sessions()).map(({ account }) => account.id);
        return ids.toSorted().join() === expected.toSorted().join();
      };
      await until(async () => await listed(window));
      const after = openWindow();
      // What the keyring did not keep is stored a second later.
      await until(async () => await listed(after));
      assert.equal(names.of(first), act.keepsFirst ? 'Payroll' : undefined);
      assert.equal(names.of(second), 'Recruiting');
      sandbox.control.expireAccessTokens();
      for (const id of expected) {
        await after.call(id);
        await window.call(id);
      }
      assert.equal(refreshes().refused, 0);
      assert.deepEqual([...window.ended, ...after.ended], []);
      forgetting.dispose();
    },
  );
  return calls;
}

describe(`one call of the keyring that fails (seed ${seed})`, function () {
  this.timeout(timeLimits.longTest);
  const random = randomFrom(seed);

  for (const [name, act] of Object.entries(acts)) {
    for (const fault of ['throws', 'does nothing'] as const) {
      it(`loses neither a session nor a name: ${name}, ${fault}`, async () => {
        const calls = await runTrial(act, fault, undefined);
        assert.ok(calls > 0);
        const certain = 1 + Math.floor(random() * calls);
        for (let call = 1; call <= calls; call++) {
          if (call === certain || random() < share) {
            await runTrial(act, fault, call).catch((error: unknown) => {
              throw new Error(`Call ${call} of ${calls}`, { cause: error });
            });
          }
        }
      });
    }
  }
});
