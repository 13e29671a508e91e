import { isAccountId, type AccountId } from '../account/account.ts';
import type { Clock } from '../async/clock.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import { StorageError } from '../errors/storageError.ts';
import type { Log } from '../log/log.ts';
import { secretKeys, type SecretStore } from '../secrets/secretStore.ts';
import type { SessionFolder } from './sessionFolder.ts';
import { isLineage, type SessionLineage } from './storedSession.ts';

/** Maximum number of marks of all accounts in one place; older ones are deleted. */
const maximumCount = 100;

/** Number of times that a mark is written, until it can be read back. */
const attempts = 2;

const fileExtension = '.signedOut';

const replacedSuffix = ' replaced';

interface SignOutMarksOptions {
  readonly folder: SessionFolder;
  readonly secrets: SecretStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** Place that keeps a text for each marked sign-in: the time of the mark, and the suffix of one that was replaced. */
interface MarkPlace {
  readonly list: () => Promise<readonly SessionLineage[]>;
  readonly read: (lineage: SessionLineage) => Promise<string | undefined>;
  readonly write: (lineage: SessionLineage, text: string) => Promise<void>;
  readonly remove: (lineage: SessionLineage) => Promise<void>;
}

/** State of a sign-in, as far as it is marked. */
export type SignOutState =
  | 'signedOut'
  /** The user has signed in again: a window that cannot see the later session still uses the earlier one. */
  | 'replaced'
  | 'unmarked'
  /** A place with marks could not be read. */
  | 'unknown';

/**
 * Marks of the sign-ins that the user has signed out of. Only a mark ends a session: that its secret or its
 * files are missing means nothing. Each mark is kept both in the folder and in the secret store, as some windows
 * share only one of the two. Methods never throw.
 */
export class SignOutMarks {
  readonly #options: SignOutMarksOptions;
  readonly #places: readonly MarkPlace[];
  /** Sign-ins signed out of in this window, whether or not a mark could be stored. */
  readonly #own = new Set<string>();

  constructor(options: SignOutMarksOptions) {
    this.#options = options;
    this.#places = [inFolder(options.folder), inSecrets(options.secrets)];
  }

  /** Marks sign-ins of `id` as signed out of, for every window. */
  async add(id: AccountId, lineages: Iterable<string>): Promise<void> {
    const added = new Set(lineages);
    for (const lineage of added) {
      this.#own.add(keyOf({ id, lineage }));
    }
    await this.#write(id, added, '');
  }

  /** Marks a sign-in as replaced by a later one of the same account. */
  async addReplaced({ id, lineage }: SessionLineage): Promise<void> {
    await this.#write(id, new Set([lineage]), replacedSuffix);
  }

  /** Returns the state of a sign-in. */
  async stateOf(lineage: SessionLineage): Promise<SignOutState> {
    if (this.#own.has(keyOf(lineage))) {
      return 'signedOut';
    }
    let state: SignOutState = 'unmarked';
    for (const { read } of this.#places) {
      try {
        const text = await read(lineage);
        if (text?.endsWith(replacedSuffix) === false) {
          return 'signedOut';
        }
        state = text === undefined ? state : 'replaced';
      } catch (error) {
        this.#options.log.debug(
          `The sign-outs of ${lineage.id} could not be read: ${reasonOf(error)}`,
        );
        state = 'unknown';
      }
    }
    return state;
  }

  async #write(id: AccountId, lineages: ReadonlySet<string>, suffix: string): Promise<void> {
    const { clock, log } = this.#options;
    const text = `${clock.now()}${suffix}`;
    for (const place of this.#places) {
      try {
        for (const lineage of lineages) {
          await writeMark(place, { id, lineage }, text);
        }
        await deleteOldest(
          place,
          new Set(Array.from(lineages, (lineage) => keyOf({ id, lineage }))),
        );
      } catch (error) {
        log.warn(`A sign-in of ${id} could not be marked: ${reasonOf(error)}`);
      }
    }
  }
}

/** Returns whether no session of a sign-in in this state is left to be found. */
export function isClosed(state: SignOutState): boolean {
  return state === 'signedOut' || state === 'replaced';
}

/** Returns whether the file `name` of the sessions' folder is a mark, which outlives its account. */
export function isSignOutMark(name: string): boolean {
  return name.endsWith(fileExtension);
}

function inFolder(folder: SessionFolder): MarkPlace {
  return {
    list: async () => {
      const names = (await folder.names()).filter(isSignOutMark);
      return names.flatMap((name) => lineagesOfKey(name.slice(0, -fileExtension.length)));
    },
    read: async (lineage) => await folder.read(nameOf(lineage)),
    write: async (lineage, text) => await folder.write(nameOf(lineage), text),
    remove: async (lineage) => await folder.remove(lineage.id, (name) => name === nameOf(lineage)),
  };
}

function inSecrets(secrets: SecretStore): MarkPlace {
  return {
    list: async () => {
      const prefix = secretKeys.signedOut;
      const keys = (await secrets.keys()).filter((key) => key.startsWith(prefix));
      return keys.flatMap((key) => lineagesOfKey(key.slice(prefix.length)));
    },
    read: async (lineage) => await secrets.get(secretOf(lineage)),
    write: async (lineage, text) => await secrets.store(secretOf(lineage), text),
    remove: async (lineage) => await secrets.delete(secretOf(lineage)),
  };
}

/** Writes a mark and reads it back. Throws the last error if all attempts fail. */
async function writeMark(place: MarkPlace, lineage: SessionLineage, text: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await place.write(lineage, text);
      if ((await place.read(lineage)) === text) {
        return;
      }
      throw new StorageError('write');
    } catch (error) {
      if (attempt === attempts) {
        throw error;
      }
    }
  }
}

/** Deletes the oldest marks beyond the maximum, except those just added. */
async function deleteOldest(place: MarkPlace, added: ReadonlySet<string>): Promise<void> {
  const earlier = (await place.list()).filter((lineage) => !added.has(keyOf(lineage)));
  const surplus = earlier.length + added.size - maximumCount;
  if (surplus <= 0) {
    return;
  }
  const dated = await Promise.all(
    earlier.map(async (lineage) => ({
      lineage,
      time: Number.parseInt((await place.read(lineage)) ?? '0', 10),
    })),
  );
  for (const { lineage } of dated.toSorted((a, b) => a.time - b.time).slice(0, surplus)) {
    await place.remove(lineage);
  }
}

function nameOf(lineage: SessionLineage): string {
  return keyOf(lineage) + fileExtension;
}

function secretOf(lineage: SessionLineage): string {
  return secretKeys.signedOut + keyOf(lineage);
}

function keyOf({ id, lineage }: SessionLineage): string {
  return `${id}.${lineage}`;
}

/** Returns the lineage with this key, if it is one. */
function lineagesOfKey(key: string): readonly SessionLineage[] {
  const [id = '', lineage = ''] = key.split('.');
  return isAccountId(id) && isLineage(lineage) && key === keyOf({ id, lineage })
    ? [{ id, lineage }]
    : [];
}
