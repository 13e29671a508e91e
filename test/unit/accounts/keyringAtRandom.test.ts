import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AccountNames } from '../../../src/accounts/accountNames.ts';
import { forgetSignedOut } from '../../../src/accounts/forgetSignedOut.ts';
import { systemClock, type Clock } from '../../../src/core/async/clock.ts';
import { keyringTimeout } from '../../../src/core/secrets/timedSecretStore.ts';
import { FaultySecretStore } from '../../support/faultySecretStore.ts';
import { KeyValueStore } from '../../support/keyValueStore.ts';
import { randomFrom } from '../../support/randomFrom.ts';
import { withSessionEnvironment } from '../../support/sessionEnvironment.ts';
import type { SessionWindow } from '../../support/sessionFixture.ts';
import { timeLimits } from '../../support/timeLimits.ts';
import { until } from '../../support/until.ts';

const sequences = Number(process.env['KEYRING_SEQUENCES'] ?? 10);
const firstSeed = Number(process.env['KEYRING_SEED'] ?? Date.now() % 1_000_000);
const stepCount = 14;

/** Waits for other windows are short; an answer of the keyring and a sign-in may take their time. */
const clock: Clock = {
  ...systemClock,
  schedule: (wait, callback) =>
    systemClock.schedule(
      wait === keyringTimeout || wait > 60_000 ? wait : Math.min(wait, 20),
      callback,
    ),
};

/** What windows share, and what is done in them. A step that needs a session is left out without one. */
const settings = {
  'the keyring and the folder': {
    hasOneFolder: true,
    steps: ['signIn', 'signOut', 'renew', 'renewInBoth', 'signOutWhileRenewing', 'list', 'reopen'],
    // Tokens that were not stored yet are in the folder alone.
    incidents: ['keyringIsEmpty', 'folderIsLost'],
  },
  'the keyring': {
    hasOneFolder: false,
    steps: ['signIn', 'signOut', 'list', 'reopen'],
    incidents: ['keyringIsEmpty', 'renew'],
  },
} as const;

type Step = (typeof settings)[keyof typeof settings]['steps' | 'incidents'][number];

interface Window {
  readonly sessions: SessionWindow;
  readonly keyring: FaultySecretStore;
}

/** Runs random steps in two windows, in which one call of the keyring may fail each time. */
async function runSequence(shared: keyof typeof settings, seed: number): Promise<void> {
  const random = randomFrom(seed);
  const pick = <T>(choices: readonly T[]): T => {
    const choice = choices[Math.floor(random() * choices.length)];
    assert.ok(choice !== undefined);
    return choice;
  };
  const { hasOneFolder, incidents, steps } = settings[shared];
  await withSessionEnvironment({ refreshTokenReuse: 'revoke' }, async (environment) => {
    const { folder, openWindow, refreshes, sandbox, secrets } = environment;
    const names = new AccountNames(new KeyValueStore());
    let opened = 0;
    const open = async (): Promise<Window> => {
      const keyring = new FaultySecretStore(secrets);
      const path = hasOneFolder ? folder : join(folder, String(opened++));
      const sessions = openWindow({ secrets: keyring, folder: path, clock });
      forgetSignedOut(sessions.sessions, [names]);
      await sessions.sessions.sessions();
      return { sessions, keyring };
    };
    const windows = [await open(), await open()];
    const { id } = (await (windows[0] ?? assert.fail()).sessions.signIn()).account;
    await names.set(id, 'Payroll');
    let isSignedIn = true;
    const acts: Record<Step, (window: SessionWindow) => Promise<unknown>> = {
      signIn: async (window) => {
        await window.signIn();
        if (!isSignedIn) {
          isSignedIn = true;
          await names.set(id, 'Payroll');
        }
      },
      signOut: async (window) => {
        await window.sessions.remove(id);
        isSignedIn = false;
      },
      renew: async (window) => {
        sandbox.control.expireAccessTokens();
        await window.call(id);
      },
      renewInBoth: async () => {
        sandbox.control.expireAccessTokens();
        await Promise.all(windows.map(async ({ sessions }) => await sessions.call(id)));
      },
      signOutWhileRenewing: async (window) => {
        sandbox.control.expireAccessTokens();
        const others = windows.filter(({ sessions }) => sessions !== window);
        const renewals = Promise.allSettled(
          others.map(async ({ sessions }) => await sessions.call(id)),
        );
        await window.sessions.remove(id);
        isSignedIn = false;
        await renewals;
      },
      list: async (window) => await window.sessions.sessions(),
      reopen: async (window) => {
        const index = windows.findIndex(({ sessions }) => sessions === window);
        window.dispose();
        windows[index] = await open();
      },
      keyringIsEmpty: async () => {
        const kept = [...secrets.values];
        secrets.values.clear();
        await Promise.allSettled(
          windows.map(async ({ sessions }) => await sessions.sessions.sessions()),
        );
        for (const [key, value] of kept) {
          secrets.values.set(key, value);
        }
      },
      folderIsLost: async () =>
        await rm(join(folder, 'sessions'), { recursive: true, force: true }),
    };
    const needsSession: ReadonlySet<Step> = new Set([
      'renew',
      'renewInBoth',
      'signOutWhileRenewing',
    ]);
    for (let step = 0; step < stepCount; step++) {
      const { keyring, sessions } = pick(windows);
      const choices = [...steps, ...incidents].filter(
        (each) => isSignedIn || !needsSession.has(each),
      );
      const act = pick<Step>(choices);
      const mayFail = steps.some((each) => each === act) && act !== 'reopen';
      const call = 1 + Math.floor(random() * 12);
      const fault = pick(['throws', 'does nothing'] as const);
      if (mayFail && random() < 0.6) {
        keyring.failAt(call, fault);
      }
      // The user tries again what has failed.
      await acts[act](sessions).catch(async () => await acts[act](sessions));
      const fresh = await open();
      for (const window of [...windows, fresh]) {
        await until(async () => {
          const listed = await window.sessions.sessions.sessions().catch(() => undefined);
          return listed?.map(({ account }) => account.id).join() === (isSignedIn ? id : '');
        });
      }
      fresh.sessions.dispose();
      assert.equal(names.of(id), isSignedIn ? 'Payroll' : undefined);
      assert.equal(refreshes().refused, 0);
      assert.deepEqual(
        windows.flatMap((window) => window.sessions.ended),
        [],
      );
    }
  });
}

describe('windows whose keyring fails at random', function () {
  this.timeout(timeLimits.longTest);

  for (const shared of ['the keyring and the folder', 'the keyring'] as const) {
    it(`lose nothing and bring nothing back, sharing ${shared} (${sequences} sequences from seed ${firstSeed})`, async () => {
      for (let seed = firstSeed; seed < firstSeed + sequences; seed++) {
        await runSequence(shared, seed).catch((error: unknown) => {
          throw new Error(`Seed ${seed}`, { cause: error });
        });
      }
    });
  }
});
