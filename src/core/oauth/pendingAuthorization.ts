import * as z from 'zod/mini';
import { isAccountId, type AccountId } from '../account/account.ts';
import type { Clock } from '../async/clock.ts';
import type { Event } from '../async/event.ts';
import { parseBaseUrl } from '../connections/parseBaseUrl.ts';
import { FallbackSecretStore } from '../secrets/fallbackSecretStore.ts';
import { secretKeyPrefixes, type SecretStore } from '../secrets/secretStore.ts';
import { brandedText } from '../text/brandedText.ts';
import { hexDigestOf } from '../text/digest.ts';

/**
 * Time that the user has to approve on the authorize page, in milliseconds. The five minutes of
 * docs/interface.md, section 8, apply to a code, and begin with the approval.
 */
export const authorizationLifetime = 15 * 60 * 1000;

const someText = z.string().check(z.minLength(1));

const pendingSchema = z.object({
  version: z.literal(1),
  kind: z.literal('pending'),
  state: someText,
  connectionName: z.string(),
  baseUrl: z.pipe(z.string(), z.transform(parseBaseUrl)),
  clientId: someText,
  redirectUri: someText,
  scopes: z.array(z.string()),
  /** Scopes in addition to those of the connection; missing if an earlier version started the sign-in. */
  addedScopes: z.optional(z.array(z.string())),
  /** Wall-clock time, in milliseconds since the epoch. */
  expiresAt: z.number(),
});

const endedSchema = z.object({
  version: z.literal(1),
  kind: z.literal('ended'),
  /** Account that signed in; missing if the sign-in failed. */
  accountId: z.optional(brandedText(isAccountId)),
  expiresAt: z.number(),
});

const entrySchema = z.discriminatedUnion('kind', [pendingSchema, endedSchema]);
type Entry = z.output<typeof entrySchema>;

/** Sign-in that is waiting for its callback. */
export type PendingAuthorization = Readonly<z.output<typeof pendingSchema>>;

/** End of a sign-in in another window. */
export type SignInEnd =
  | { readonly kind: 'signedIn'; readonly accountId: AccountId }
  | { readonly kind: 'failed' }
  /** The sign-in has ended, but the secret store does not reveal the result. */
  | { readonly kind: 'unreadable'; readonly error: unknown };

/**
 * Pending sign-ins in the secret store, so that any window that receives the callback can finish the sign-in
 * and notify the window that started it. The key is a digest of the state, so that states are never compared
 * character by character. Methods throw `StorageError`.
 */
export class PendingAuthorizations {
  readonly #secrets: SecretStore;
  readonly #clock: Clock;
  readonly #beingTaken = new Set<string>();

  constructor(secrets: SecretStore, clock: Clock) {
    this.#secrets = new FallbackSecretStore(secrets);
    this.#clock = clock;
  }

  /** Stores `pending`, and deletes expired sign-ins. */
  async add(pending: Omit<PendingAuthorization, 'version' | 'kind'>): Promise<void> {
    await this.#write(pending.state, { version: 1, kind: 'pending', ...pending });
    await this.#removeExpired();
  }

  /** Returns the pending sign-in with this id; undefined if it has ended or expired. */
  async find(id: string): Promise<PendingAuthorization | undefined> {
    const entry = decode(await this.#secrets.get(secretKeyPrefixes.pendingAuthorization + id));
    return entry?.kind === 'pending' && entry.expiresAt >= this.#clock.now() ? entry : undefined;
  }

  /** Removes the sign-in of `state` and returns it, so that a replay finds nothing. */
  async take(state: string): Promise<PendingAuthorization | undefined> {
    const key = keyOf(state);
    if (this.#beingTaken.has(key)) {
      return undefined;
    }
    this.#beingTaken.add(key);
    try {
      const entry = decode(await this.#secrets.get(key));
      if (entry?.kind !== 'pending') {
        return undefined;
      }
      await this.#secrets.delete(key);
      return entry;
    } finally {
      this.#beingTaken.delete(key);
    }
  }

  /** Notifies the window that started the sign-in of `state` that it has ended. */
  async notifyEnded(state: string, accountId: AccountId | undefined): Promise<void> {
    const expiresAt = this.#clock.now() + authorizationLifetime;
    await this.#write(state, {
      version: 1,
      kind: 'ended',
      ...(accountId === undefined ? {} : { accountId }),
      expiresAt,
    });
  }

  /** Fires when another window has ended the sign-in of `state`. */
  onDidEndElsewhere(state: string): Event<SignInEnd> {
    const key = keyOf(state);
    return (listener) =>
      this.#secrets.onDidChange((change) => {
        if (change.key === key) {
          this.#takeEnd(key).then(
            (end) => (end === undefined ? undefined : listener(end)),
            (error: unknown) => listener({ kind: 'unreadable', error }),
          );
        }
      });
  }

  async #takeEnd(key: string): Promise<SignInEnd | undefined> {
    const entry = decode(await this.#secrets.get(key));
    if (entry?.kind !== 'ended') {
      return undefined;
    }
    await this.#secrets.delete(key);
    return entry.accountId === undefined
      ? { kind: 'failed' }
      : { kind: 'signedIn', accountId: entry.accountId };
  }

  async #write(state: string, entry: Entry): Promise<void> {
    await this.#secrets.store(keyOf(state), JSON.stringify(entry));
  }

  async #removeExpired(): Promise<void> {
    for (const key of await this.#secrets.keys()) {
      if (key.startsWith(secretKeyPrefixes.pendingAuthorization)) {
        const entry = decode(await this.#secrets.get(key));
        if (entry === undefined || entry.expiresAt < this.#clock.now()) {
          await this.#secrets.delete(key);
        }
      }
    }
  }
}

/** Returns the id of the sign-in of `state`: a digest, which does not reveal the state. */
export function pendingAuthorizationId(state: string): string {
  return hexDigestOf(state, 64);
}

function keyOf(state: string): string {
  return secretKeyPrefixes.pendingAuthorization + pendingAuthorizationId(state);
}

function decode(text: string | undefined): Entry | undefined {
  if (text === undefined) {
    return undefined;
  }
  try {
    return entrySchema.parse(JSON.parse(text));
  } catch {
    // An unreadable sign-in cannot be finished either: the user starts a new one.
    return undefined;
  }
}
