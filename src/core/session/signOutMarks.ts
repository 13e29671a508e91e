import { isAccountId, type AccountId } from '../account/account.ts';
import type { Clock } from '../async/clock.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import { StorageError } from '../errors/storageError.ts';
import type { Log } from '../log/log.ts';
import { secretKeyPrefixes, type SecretStore } from '../secrets/secretStore.ts';
import type { SessionFolder } from './sessionFolder.ts';
import { isLineage, type SessionLineage } from './storedSession.ts';

/** Number of marks in one place, of all accounts together, that are kept whatever their age. */
const minimumCount = 100;

/**
 * Age from which a mark may be deleted, in milliseconds: three times the default lifetime of a refresh token
 * (docs/interface.md, section 8).
 */
const minimumAge = 90 * 24 * 3_600_000;

/** Number of times that a mark is written until it can be read back. */
const attempts = 2;

const fileExtension = '.signedOut';

interface SignOutMarksOptions {
  readonly folder: SessionFolder;
  readonly secrets: SecretStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** Mark of the end of a sign-in in one place. */
interface Mark {
  readonly kind: 'signedOut' | 'replaced';
  /** Wall-clock time, in milliseconds since the epoch. */
  readonly at: number;
  /**
   * Sign-in that has replaced this one; undefined if it was not replaced, or if an earlier release wrote the
   * mark.
   */
  readonly by: string | undefined;
}

/** End of a sign-in according to all places. */
interface Ending {
  readonly state: SignOutState;
  /** Sign-ins that have replaced this one. */
  readonly by: readonly string[];
}

/** Storage for the marks of sign-ins, as text. */
interface MarkPlace {
  readonly list: () => Promise<readonly SessionLineage[]>;
  readonly read: (lineage: SessionLineage) => Promise<string | undefined>;
  readonly write: (lineage: SessionLineage, text: string) => Promise<void>;
  readonly remove: (lineage: SessionLineage) => Promise<void>;
}

/** State of a sign-in according to its marks. */
export type SignOutState =
  | 'signedOut'
  /** The user has signed in again: a window that cannot see the later session still uses the earlier one. */
  | 'replaced'
  | 'unmarked'
  /** A place with marks could not be read. */
  | 'unknown';

/**
 * Marks of the sign-ins that the user has signed out of. Only a mark ends a session: a missing secret or file
 * does not. Each mark is stored both in the folder and in the secret store, as some windows share only one of
 * the two. Methods never throw.
 */
export class SignOutMarks {
  readonly #options: SignOutMarksOptions;
  readonly #places: readonly MarkPlace[];
  /** Sign-ins that this window has signed out of, whether or not a mark could be stored. */
  readonly #own = new Set<string>();

  constructor(options: SignOutMarksOptions) {
    this.#options = options;
    this.#places = [inFolder(options.folder), inSecrets(options.secrets)];
  }

  /**
   * Marks sign-ins of `id` as signed out for every window, unless they are already. Returns whether they are
   * marked in each place.
   */
  async add(id: AccountId, lineages: Iterable<string>): Promise<boolean> {
    const added = new Set(lineages);
    for (const lineage of added) {
      this.#own.add(keyOf({ id, lineage }));
    }
    return await this.#write(id, added, undefined);
  }

  /**
   * Marks a sign-in as replaced by the sign-in `later` of the same account: when that ends, this one has
   * ended too.
   */
  async addReplaced({ id, lineage }: SessionLineage, later: string): Promise<void> {
    await this.#write(id, new Set([lineage]), later);
  }

  /** Returns the state of a sign-in. */
  async stateOf(lineage: SessionLineage): Promise<SignOutState> {
    return await this.#stateOf(lineage, new Map());
  }

  /** Returns the states of sign-ins; a later sign-in that replaced several of them is read once. */
  async statesOf(lineages: readonly SessionLineage[]): Promise<readonly SignOutState[]> {
    const endings = new Map<string, Promise<Ending>>();
    return await Promise.all(lineages.map(async (each) => await this.#stateOf(each, endings)));
  }

  /** Returns the state of a sign-in; `endings` caches the readings, by `keyOf`. */
  async #stateOf(
    { id, lineage }: SessionLineage,
    endings: Map<string, Promise<Ending>>,
  ): Promise<SignOutState> {
    const endingOf = async (of: string): Promise<Ending> => {
      const key = keyOf({ id, lineage: of });
      const ending = endings.get(key) ?? this.#read({ id, lineage: of });
      endings.set(key, ending);
      return await ending;
    };
    const { by, state } = await endingOf(lineage);
    if (state !== 'replaced') {
      return state;
    }
    const last: SignOutState[] = [];
    const later = new Set(by);
    // The set grows while it is iterated.
    for (const each of later) {
      const next = await endingOf(each);
      next.by.forEach((one) => later.add(one));
      if (next.by.length === 0) {
        last.push(next.state);
      }
    }
    return last.length > 0 && last.every((end) => end === 'signedOut') ? 'signedOut' : 'replaced';
  }

  async #read(lineage: SessionLineage): Promise<Ending> {
    if (this.#own.has(keyOf(lineage))) {
      return { state: 'signedOut', by: [] };
    }
    const replaced: Mark[] = [];
    let state: SignOutState = 'unmarked';
    for (const { read } of this.#places) {
      try {
        const text = await read(lineage);
        const mark = text === undefined ? undefined : markOf(text);
        if (mark?.kind === 'signedOut') {
          return { state: mark.kind, by: [] };
        }
        if (mark !== undefined) {
          replaced.push(mark);
        } else if (text !== undefined) {
          state = 'unknown';
        }
      } catch (error) {
        this.#options.log.debug(
          `The sign-outs of ${lineage.id} could not be read: ${reasonOf(error)}`,
        );
        state = 'unknown';
      }
    }
    // Two windows that share only one place may both have signed in again.
    const by = replaced.map((mark) => mark.by).filter((each) => each !== undefined);
    return { state: replaced.length > 0 ? 'replaced' : state, by };
  }

  /**
   * Marks sign-ins as replaced by `later`, or as signed out if `later` is undefined. Returns whether they are
   * marked in each place.
   */
  async #write(
    id: AccountId,
    lineages: ReadonlySet<string>,
    later: string | undefined,
  ): Promise<boolean> {
    if (lineages.size === 0) {
      return true;
    }
    const { clock, log } = this.#options;
    const at = clock.now();
    const mark: Mark = { kind: later === undefined ? 'signedOut' : 'replaced', at, by: later };
    let isEverywhere = true;
    for (const place of this.#places) {
      try {
        for (const lineage of lineages) {
          await writeMark(place, { id, lineage }, mark);
        }
        await deleteOld(place, at);
      } catch (error) {
        isEverywhere = false;
        log.warn(`A sign-in of ${id} could not be marked: ${reasonOf(error)}`);
      }
    }
    return isEverywhere;
  }
}

/** Returns whether a sign-in in this state has no session left to find. */
export function isClosed(state: SignOutState): boolean {
  return state === 'signedOut' || state === 'replaced';
}

function textOf({ at, by }: Mark): string {
  return by === undefined ? `${at} signedOut` : `by ${by} ${at} replaced`;
}

/** Forms of a mark; an earlier release wrote only the time, or the time before `replaced`. */
const forms: readonly { readonly kind: Mark['kind']; readonly pattern: RegExp }[] = [
  { kind: 'signedOut', pattern: /^(?<at>\d+) signedOut$/ },
  { kind: 'replaced', pattern: /^by (?<by>\S+) (?<at>\d+) replaced$/ },
  { kind: 'signedOut', pattern: /^(?<at>\d{13})$/ },
  { kind: 'replaced', pattern: /^(?<at>\d{13}) replaced$/ },
];

/**
 * Parses a mark; returns undefined if `text` is not one, for example because a power cut has truncated it.
 */
function markOf(text: string): Mark | undefined {
  for (const { kind, pattern } of forms) {
    const { at, by } = pattern.exec(text)?.groups ?? {};
    if (at !== undefined && (by === undefined || isLineage(by))) {
      return { kind, at: Number(at), by };
    }
  }
  return undefined;
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
    remove: async (lineage) => await folder.remove([nameOf(lineage)]),
  };
}

function inSecrets(secrets: SecretStore): MarkPlace {
  return {
    list: async () => {
      const prefix = secretKeyPrefixes.signedOut;
      const keys = (await secrets.keys()).filter((key) => key.startsWith(prefix));
      return keys.flatMap((key) => lineagesOfKey(key.slice(prefix.length)));
    },
    read: async (lineage) => await secrets.get(secretOf(lineage)),
    write: async (lineage, text) => await secrets.store(secretOf(lineage), text),
    remove: async (lineage) => await secrets.delete(secretOf(lineage)),
  };
}

/**
 * Writes a mark and reads it back, unless it exists or the user has signed out of the sign-in, which is
 * final. Throws the last error if all attempts fail.
 */
async function writeMark(place: MarkPlace, lineage: SessionLineage, mark: Mark): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      const present = markOf((await place.read(lineage)) ?? '');
      if (
        present?.kind === 'signedOut' ||
        (present?.kind === mark.kind && present.by === mark.by)
      ) {
        return;
      }
      if (attempt === attempts) {
        throw new StorageError('write');
      }
      await place.write(lineage, textOf(mark));
    } catch (error) {
      if (attempt === attempts) {
        throw error;
      }
    }
  }
}

/**
 * Deletes marks that are both old and in excess of `minimumCount`: age alone is not sufficient, as the clock
 * may be wrong. An unreadable mark stays.
 */
async function deleteOld(place: MarkPlace, now: number): Promise<void> {
  const present = await place.list();
  if (present.length <= minimumCount) {
    return;
  }
  const dated = await Promise.all(
    present.map(async (lineage) => ({
      lineage,
      at: markOf((await place.read(lineage)) ?? '')?.at ?? now,
    })),
  );
  const surplus = dated.toSorted((a, b) => a.at - b.at).slice(0, -minimumCount);
  for (const { at, lineage } of surplus) {
    if (now - at > minimumAge) {
      await place.remove(lineage);
    }
  }
}

function nameOf(lineage: SessionLineage): string {
  return keyOf(lineage) + fileExtension;
}

function secretOf(lineage: SessionLineage): string {
  return secretKeyPrefixes.signedOut + keyOf(lineage);
}

function keyOf({ id, lineage }: SessionLineage): string {
  return `${id}.${lineage}`;
}

/** Returns the lineage with this key; empty if the key is malformed. */
function lineagesOfKey(key: string): readonly SessionLineage[] {
  const [id = '', lineage = ''] = key.split('.');
  return isAccountId(id) && isLineage(lineage) && key === keyOf({ id, lineage })
    ? [{ id, lineage }]
    : [];
}
