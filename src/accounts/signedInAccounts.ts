import * as l10n from '@vscode/l10n';
import type { AccountId } from '../core/account/account.ts';
import type { ClientApp } from '../core/account/clientApp.ts';
import { pathSegment } from '../core/account/pathSegment.ts';
import { ApiClient } from '../core/api/apiClient.ts';
import type { HttpTransport } from '../core/api/transport.ts';
import type { UnauthorizedCodes } from '../core/api/unauthorizedCodes.ts';
import { systemClock } from '../core/async/clock.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { Emitter, type Event } from '../core/async/event.ts';
import type { Connection } from '../core/connections/connection.ts';
import type { ReadOnlyReason } from '../core/connections/connectionEntry.ts';
import { ConfigurationError } from '../core/errors/configurationError.ts';
import { reasonOf } from '../core/errors/reasonOf.ts';
import { describeRefusal } from '../core/errors/sessionDoubtfulError.ts';
import { LabelRepository } from '../core/labels/labelRepository.ts';
import type { SecretMask } from '../core/log/liveSecrets.ts';
import type { Log } from '../core/log/log.ts';
import type { Session, Sessions } from '../core/session/sessions.ts';
import { accountLabel, serviceLabel } from './accountLabel.ts';
import type { AccountNames } from './accountNames.ts';
import { assertWritable } from './assertWritable.ts';
import type { LabelAccount, LabelAccounts } from './labelAccounts.ts';

/** Connections, as needed by accounts. */
interface AccountConnections {
  /** Returns the valid connection of `app`; undefined if there is none. */
  find(app: ClientApp): Pick<Connection, 'color' | 'name'> | undefined;
  /** Returns the reason why the labels of accounts of `app` are read-only; undefined if they are not. */
  readOnlyReason(app: ClientApp): ReadOnlyReason | undefined;
  readonly onDidChange: Event<void>;
}

interface SignedInAccountsOptions {
  readonly sessions: Sessions;
  readonly names: AccountNames;
  readonly connections: AccountConnections;
  readonly transport: HttpTransport;
  readonly liveSecrets: SecretMask;
  readonly unauthorizedCodes: UnauthorizedCodes;
  /** Removes sessions left behind by closed windows; called once, before the stored sessions are shown. */
  readonly prepare: () => Promise<void>;
  readonly log: Log;
}

/** Properties of an account that are shown in the user interface. */
const shownProperties = [
  'color',
  'description',
  'doubt',
  'label',
  'pathName',
  'shortDescription',
  'readOnly',
  'state',
] as const satisfies readonly (keyof LabelAccount)[];

interface Entry extends LabelAccount {
  readonly client: ApiClient;
  readonly session: Session;
}

/** The sessions as accounts with labels, each with a client and a repository. */
export class SignedInAccounts implements LabelAccounts, Disposable {
  readonly #options: SignedInAccountsOptions;
  readonly #disposables = new DisposableStore();
  readonly #onDidChange = this.#disposables.add(new Emitter<void>());
  #entries: ReadonlyMap<AccountId, Entry> = new Map();
  #reading: Promise<void> | undefined;
  #readFailure: unknown;

  readonly onDidChange = this.#onDidChange.event;

  constructor(options: SignedInAccountsOptions) {
    this.#options = options;
    this.#disposables.add(
      options.sessions.onDidChangeSessions(({ added, removed, changed }) => {
        const gone = new Set(removed.map(({ account }) => account.id));
        const kept = [...this.#entries.values()].filter(({ account }) => !gone.has(account.id));
        const entries = new Map(kept.map((entry) => [entry.account.id, entry]));
        for (const session of [...added, ...changed]) {
          entries.set(session.account.id, this.#entryOf(session));
        }
        this.#replace(entries);
        // A reported change means that the sessions were read successfully.
        this.#setReadFailure(undefined);
      }),
    );
    const describeAgain = (): void => {
      const entries = [...this.#entries.values()].map(({ session }) => this.#entryOf(session));
      this.#replace(new Map(entries.map((entry) => [entry.account.id, entry])));
    };
    this.#disposables.add(options.names.onDidChange(describeAgain));
    this.#disposables.add(options.connections.onDidChange(describeAgain));
  }

  async ready(): Promise<void> {
    try {
      await this.readStoredSessions();
    } catch (error) {
      this.#options.log.error(`The stored sessions could not be read: ${reasonOf(error)}`);
    }
  }

  async readStoredSessions(): Promise<void> {
    const reading = (this.#reading ??= this.#read());
    try {
      await reading;
      this.#setReadFailure(undefined);
    } catch (error) {
      this.#setReadFailure(error);
      if (this.#reading === reading) {
        this.#reading = undefined;
      }
      throw error;
    }
  }

  /**
   * Waits until the accounts are known. Throws `ConfigurationError` with `message` if there are none, and
   * `StorageError` if the sessions cannot be read.
   */
  async requireAccount(message = l10n.t('Sign in to work with labels.')): Promise<void> {
    await this.readStoredSessions();
    if (this.#entries.size === 0) {
      throw new ConfigurationError(message, 'signIn');
    }
  }

  get readFailure(): unknown {
    return this.#readFailure;
  }

  all(): readonly LabelAccount[] {
    return [...this.#entries.values()].toSorted((a, b) => a.label.localeCompare(b.label));
  }

  find(id: AccountId): LabelAccount | undefined {
    return this.#entries.get(id);
  }

  /**
   * Returns the client of an account, for requests that do not concern labels; undefined if it is not signed
   * in.
   */
  clientOf(id: AccountId): ApiClient | undefined {
    return this.#entries.get(id)?.client;
  }

  /** Records that the user has retried something, for all accounts. */
  noteUserRetry(): void {
    for (const { repository } of this.#entries.values()) {
      repository.noteUserRetry();
    }
  }

  /** Returns the session of an account; undefined if it is not signed in. */
  sessionOf(id: AccountId): Session | undefined {
    return this.#entries.get(id)?.session;
  }

  dispose(): void {
    this.#disposables.dispose();
    for (const { repository } of this.#entries.values()) {
      repository.dispose();
    }
  }

  async #read(): Promise<void> {
    try {
      await this.#options.prepare();
    } catch (error) {
      // Leftover sessions must not block working accounts.
      this.#options.log.warn(`Old sessions could not be cleared away: ${reasonOf(error)}`);
    }
    // The first reading reports every session as added.
    await this.#options.sessions.sessions();
  }

  #setReadFailure(failure: unknown): void {
    const hasChanged = (failure === undefined) !== (this.#readFailure === undefined);
    this.#readFailure = failure;
    if (hasChanged) {
      this.#onDidChange.fire();
    }
  }

  #entryOf(session: Session): Entry {
    const { account, clientId, endReason } = session;
    const { connections, names } = this.#options;
    const { baseUrl } = account;
    const ownName = names.of(account.id);
    const connection = connections.find({ baseUrl, clientId });
    const connectionName = connection?.name ?? session.connectionName;
    const place = [connectionName, serviceLabel(account)];
    const shown = {
      account,
      session,
      label: ownName ?? accountLabel(account),
      description: [...(ownName === undefined ? [] : [accountLabel(account)]), ...place].join(
        ' · ',
      ),
      connectionName,
      shortDescription: connectionName,
      pathName: account.id,
      readOnly: connections.readOnlyReason({ baseUrl, clientId }),
      color: connection?.color,
      state: session.state === 'active' ? 'signedIn' : 'signInNeeded',
      endReason,
      doubt: session.doubt === undefined ? undefined : describeRefusal(session.doubt),
      renewedAt: session.issuedAt,
    } as const;
    const known = this.#entries.get(account.id);
    if (known !== undefined) {
      return { ...known, ...shown };
    }
    const { liveSecrets, transport } = this.#options;
    // Connect now: the first request follows as soon as SecretStorage returns the access token.
    transport.prepare(new URL(baseUrl));
    const client = new ApiClient({
      baseUrl,
      transport,
      liveSecrets,
      accessTokens: this.#options.sessions.accessTokenSource(account.id),
      unauthorizedCodes: this.#options.unauthorizedCodes,
      assertWritable: () => assertWritable(this.#entries.get(account.id) ?? shown),
    });
    return { ...shown, client, repository: new LabelRepository(client, systemClock) };
  }

  #replace(replacements: ReadonlyMap<AccountId, Entry>): void {
    const previous = this.#entries;
    const entries = withDistinctPathNames(withDistinctPlaces(replacements));
    this.#entries = entries;
    for (const [id, { repository }] of previous) {
      if (!entries.has(id)) {
        repository.dispose();
      }
    }
    const changed =
      previous.size !== entries.size ||
      [...entries].some(([id, entry]) => {
        const before = previous.get(id);
        return before === undefined || shownProperties.some((name) => before[name] !== entry[name]);
      });
    // A renewed token changes nothing that is shown.
    if (changed) {
      this.#onDidChange.fire();
    }
  }
}

/**
 * Returns `entries` with a longer `place` for accounts with the same label and connection name, both of which
 * the user chooses freely.
 */
function withDistinctPlaces(entries: ReadonlyMap<AccountId, Entry>): ReadonlyMap<AccountId, Entry> {
  const counts = new Map<string, number>();
  const keyOf = ({ connectionName, label }: Entry): string =>
    JSON.stringify([label, connectionName]);
  for (const entry of entries.values()) {
    counts.set(keyOf(entry), (counts.get(keyOf(entry)) ?? 0) + 1);
  }
  return new Map(
    Array.from(entries, ([id, entry]) => {
      const isAlone = counts.get(keyOf(entry)) === 1;
      return [
        id,
        { ...entry, shortDescription: isAlone ? entry.connectionName : entry.description },
      ] as const;
    }),
  );
}

/**
 * Returns `entries` with path names: each is the account's label, preceded by as much of its description as
 * makes it unique, or the account's id.
 */
function withDistinctPathNames(
  entries: ReadonlyMap<AccountId, Entry>,
): ReadonlyMap<AccountId, Entry> {
  const owners = Map.groupBy(
    Array.from(entries.values()).flatMap((entry) =>
      Array.from(new Set(pathNamesOf(entry).map(appearanceInPath)), (look) => ({ look, entry })),
    ),
    ({ look }) => look,
  );
  return new Map(
    Array.from(entries, ([id, entry]) => {
      const pathName = pathNamesOf(entry).find(
        (name) => owners.get(appearanceInPath(name))?.length === 1,
      );
      return [id, { ...entry, pathName: pathName ?? id }] as const;
    }),
  );
}

function pathNamesOf({ description, label, shortDescription }: Entry): readonly string[] {
  return [label, `${shortDescription} · ${label}`, `${description} · ${label}`];
}

/** Returns the form in which a path shows `name`, to detect names that look the same. */
function appearanceInPath(name: string): string | undefined {
  return pathSegment(name)?.normalize('NFC');
}
