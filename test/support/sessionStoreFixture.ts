import assert from 'node:assert/strict';
import type { AccountId } from '../../src/core/account/account.ts';
import { secretKeyPrefixes, type SecretStore } from '../../src/core/secrets/secretStore.ts';
import { SessionSecrets } from '../../src/core/session/sessionSecrets.ts';
import { SessionStore } from '../../src/core/session/sessionStore.ts';
import { SignIns } from '../../src/core/session/signIns.ts';
import { SignOutCleanup } from '../../src/core/session/signOutCleanup.ts';
import type { SignOutState } from '../../src/core/session/signOutMarks.ts';
import {
  accountOfSession,
  fileNameOf,
  lineageOf,
  type SessionLineage,
  type StoredSession,
} from '../../src/core/session/storedSession.ts';
import { CollectingLog } from './collectingLog.ts';
import { FakeClock } from './fakeClock.ts';
import { InMemorySecretStore } from './inMemorySecretStore.ts';
import { until } from './until.ts';

/** Returns the key of the secret of `session`. */
export function secretKeyOf(session: StoredSession): string {
  return secretKeyPrefixes.session + accountOfSession(session).id;
}

/** Store of a window's sessions, and what a test decides: the keyring, the marks, the folder, the lock, the time. */
export class SessionStoreFixture {
  readonly secrets = new InMemorySecretStore();
  readonly clock = new FakeClock();
  /** Sign-ins noted in the folder. */
  readonly lineages: SessionLineage[] = [];
  /** Sign-ins noted in the folder, of which the files were removed. */
  readonly withoutFiles: SessionLineage[] = [];
  /** Sign-ins that are not unmarked, by `keyOf`. */
  readonly #states = new Map<string, SignOutState>();
  readonly #stores: SessionStore[] = [];
  /** The lock of the sessions. */
  exclusively = async (...[, work]: [AccountId, () => Promise<void>]): Promise<void> =>
    await work();

  /** Opens the store of a window, with its access to the keyring. */
  open(keyring: SecretStore = this.secrets): SessionStore {
    const log = new CollectingLog();
    const signOuts = {
      add: async () => await Promise.resolve(true),
      stateOf: async (lineage: SessionLineage) => await Promise.resolve(this.#stateOf(lineage)),
      statesOf: async (lineages: readonly SessionLineage[]) =>
        await Promise.resolve(lineages.map((lineage) => this.#stateOf(lineage))),
    };
    const marker = {
      lineages: async (of?: AccountId) =>
        await Promise.resolve(this.lineages.filter(({ id }) => of === undefined || id === of)),
    };
    const folder = {
      names: async () =>
        await Promise.resolve(this.lineages.map((lineage) => fileNameOf(lineage, 'generation'))),
      remove: async (names: readonly string[]) => {
        for (const name of names) {
          const index = this.lineages.findIndex((each) => fileNameOf(each, 'generation') === name);
          assert.notEqual(index, -1, name);
          this.withoutFiles.push(...this.lineages.splice(index, 1));
        }
        await Promise.resolve();
      },
    };
    const signIns = new SignIns({ marker, signOuts, log });
    const secrets = new SessionSecrets(keyring);
    const cleanup = new SignOutCleanup({ folder, secrets, signIns, signOuts, log });
    const store = new SessionStore({
      secrets: keyring,
      signIns,
      exclusively: async (id, work) => await this.exclusively(id, work),
      cleanup: { get: async () => await Promise.resolve(cleanup) },
      clock: this.clock,
      log,
    });
    this.#stores.push(store);
    return store;
  }

  #stateOf(lineage: SessionLineage): SignOutState {
    return this.#states.get(keyOf(lineage)) ?? 'unmarked';
  }

  /** Marks the sign-in of `session`. */
  mark(session: StoredSession, state: SignOutState = 'signedOut'): void {
    this.#states.set(keyOf(lineageOf(session)), state);
  }

  /** Lets `milliseconds` pass, and what is due then begin and end. */
  async pass(milliseconds: number): Promise<void> {
    this.clock.advance(milliseconds);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }

  /** Begins `read`, and holds back what the keyring answers to it until its `end`; others read as ever. */
  async withAnswersHeldBack<T>(read: () => Promise<T>): Promise<{ end: () => Promise<T> }> {
    const { promise: heldBack, resolve: letGo } = Promise.withResolvers<void>();
    const { secrets } = this;
    const get = secrets.get.bind(secrets);
    let answers = 0;
    secrets.get = async (key) => {
      const value = await get(key);
      answers += 1;
      await heldBack;
      return value;
    };
    const reading = read();
    await until(() => answers > 0);
    secrets.get = get;
    const end = async (): Promise<T> => {
      letGo();
      return await reading;
    };
    return { end };
  }

  dispose(): void {
    for (const store of this.#stores) {
      store.dispose();
    }
  }
}

function keyOf({ id, lineage }: SessionLineage): string {
  return `${id}.${lineage}`;
}
