import * as z from 'zod/mini';
import { accountOf, type Account } from '../account/account.ts';
import { isAccessTokenValue, isRefreshTokenValue } from '../account/tokens.ts';
import { parseBaseUrl } from '../connections/parseBaseUrl.ts';
import { brandedText } from '../text/brandedText.ts';

const currentVersion = 3;

const someText = z.string().check(z.minLength(1));

/** The lineage of sessions that were stored before lineages existed. */
export const firstLineage = '0'.repeat(16);

/** The envelope in which a session is stored. A change of shape takes a new version and a migration. */
const storedSessionSchema = z.object({
  version: z.literal(currentVersion),
  /** Which sign-in it comes from: generations are compared within one. */
  lineage: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  /** What its handovers are sealed with, in base64; missing until the first renewal of an old session. */
  handoverKey: z.optional(z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/))),
  /** Moves by one with every change of the tokens or the state. */
  generation: z.int().check(z.nonnegative()),
  baseUrl: z.pipe(z.string(), z.transform(parseBaseUrl)),
  tenantId: someText,
  userId: someText,
  connectionName: z.string(),
  clientId: someText,
  /** Exactly the one sent at authorization; every refresh sends it too (docs/interface.md, section 4.3). */
  redirectUri: someText,
  /** The scopes that were granted. */
  scopes: z.array(z.string()),
  /** `signInNeeded`: the service has refused the refresh token. */
  state: z.enum(['active', 'signInNeeded']),
  /** What the service said when it refused, fit to be shown. */
  endReason: z.optional(z.string()),
  accessToken: brandedText(isAccessTokenValue),
  refreshToken: brandedText(isRefreshTokenValue),
  /** When the tokens arrived: wall-clock time, milliseconds since the epoch. */
  issuedAt: z.number(),
  /** Lifetime of the access token in seconds, counted from `issuedAt`. */
  expiresIn: z.number().check(z.positive()),
});

/** A session as it is stored. */
export type StoredSession = Readonly<z.output<typeof storedSessionSchema>>;

/** What a stored text turned out to be. */
export type DecodedSession =
  | { readonly kind: 'session'; readonly session: StoredSession }
  /** Stored by a later version of the extension, which can still read it. */
  | { readonly kind: 'newer' }
  | { readonly kind: 'unreadable' };

const versionedSchema = z.looseObject({ version: z.int().check(z.positive()) });
type Versioned = z.output<typeof versionedSchema>;

/** Makes an envelope of the version that is the key into one of the next. */
const migrations: ReadonlyMap<number, (envelope: Versioned) => Versioned> = new Map([
  // Version 1 did not keep what the service said at the end of a session.
  [1, (envelope) => ({ ...envelope, version: 2 })],
  // Version 2 took the sessions of all sign-ins of an account for one.
  [2, (envelope) => ({ ...envelope, version: 3, lineage: firstLineage })],
]);

/** Reads a stored envelope of any version so far; never throws. */
export function decodeSession(text: string): DecodedSession {
  try {
    let envelope = versionedSchema.parse(JSON.parse(text));
    if (envelope.version > currentVersion) {
      return { kind: 'newer' };
    }
    for (let migrate = migrations.get(envelope.version); migrate !== undefined;) {
      envelope = migrate(envelope);
      migrate = migrations.get(envelope.version);
    }
    return { kind: 'session', session: storedSessionSchema.parse(envelope) };
  } catch {
    return { kind: 'unreadable' };
  }
}

/** The text to store for `session`. */
export function encodeSession(session: StoredSession): string {
  return JSON.stringify(session);
}

/** Whose session it is. */
export function accountOfSession(session: StoredSession): Account {
  return accountOf(session.baseUrl, session.tenantId, session.userId);
}
