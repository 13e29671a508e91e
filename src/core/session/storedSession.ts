import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { accountOf, isAccountId, type Account, type AccountId } from '../account/account.ts';
import { isAccessTokenValue, isRefreshTokenValue } from '../account/tokens.ts';
import { parseBaseUrl } from '../connections/parseBaseUrl.ts';
import { brandedText } from '../text/brandedText.ts';
import { renewalRefusalsSchema } from './renewalRefusals.ts';

const currentVersion = 3;

const someText = z.string().check(z.minLength(1));

/** Lineage of sessions stored before lineages existed. */
export const firstLineage = '0'.repeat(16);

const lineagePattern = /^[0-9a-f]{16}$/;

/** Envelope of a stored session. A change of its shape needs a new version and a migration. */
const storedSessionSchema = z.object({
  version: z.literal(currentVersion),
  /** Id of the sign-in that the session comes from; generations are compared within one sign-in. */
  lineage: z.string().check(z.regex(lineagePattern)),
  /**
   * Key that seals handovers of the session, in base64; missing until the first renewal of an old session.
   */
  handoverKey: z.optional(z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/))),
  /** Incremented with every change of the tokens or the state. */
  generation: z.int().check(z.nonnegative()),
  baseUrl: z.pipe(z.string(), z.transform(parseBaseUrl)),
  tenantId: someText,
  userId: someText,
  connectionName: z.string(),
  clientId: someText,
  /** Redirect URI exactly as sent at authorization; every refresh sends it too (docs/interface.md, section 4.3). */
  redirectUri: someText,
  /** Granted scopes. */
  scopes: z.array(z.string()),
  /** Scopes requested in addition to the connection's; missing if an earlier version signed in. */
  addedScopes: z.optional(z.array(z.string())),
  /** `signInNeeded`: the service has refused the refresh token. */
  state: z.enum(['active', 'signInNeeded']),
  /** Message of the service with its refusal, for display. */
  endReason: z.optional(z.string()),
  /** Unexplained refusals since the last renewal. */
  refusals: z.optional(renewalRefusalsSchema),
  accessToken: brandedText(isAccessTokenValue),
  refreshToken: brandedText(isRefreshTokenValue),
  /** Time of the tokens' arrival: wall-clock time, in milliseconds since the epoch. */
  issuedAt: z.number(),
  /** Lifetime of the access token in seconds, counted from `issuedAt`. */
  expiresIn: z.number().check(z.positive()),
});

/** A stored session. */
export type StoredSession = Readonly<z.output<typeof storedSessionSchema>>;

/** Result of decoding a stored text. */
export type DecodedSession =
  | { readonly kind: 'session'; readonly session: StoredSession }
  /** The session was stored by a later version of the extension, which can still read it. */
  | { readonly kind: 'newer' }
  | { readonly kind: 'unreadable' };

const versionedSchema = z.looseObject({ version: z.int().check(z.positive()) });
type Versioned = z.output<typeof versionedSchema>;

/** Migrations from the version in the key to the next. */
const migrations: ReadonlyMap<number, (envelope: Versioned) => Versioned> = new Map([
  // Version 1 did not store the message of the service at the end of a session.
  [1, (envelope) => ({ ...envelope, version: 2 })],
  // Version 2 did not distinguish the sign-ins of an account.
  [2, (envelope) => ({ ...envelope, version: 3, lineage: firstLineage })],
]);

/** Parses a stored envelope of any version so far; never throws. */
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

/** Returns the text to store for `session`. */
export function encodeSession(session: StoredSession): string {
  return JSON.stringify(session);
}

/** Returns the account of `session`. */
export function accountOfSession(session: StoredSession): Account {
  return accountOf(session.baseUrl, session.tenantId, session.userId);
}

/** A sign-in of an account, with all its renewals. */
export interface SessionLineage {
  readonly id: AccountId;
  readonly lineage: string;
}

/** Creates the id of a new sign-in: 64 random bits, in letters that no file system confuses. */
export function createLineage(): string {
  return randomBytes(8).toString('hex');
}

/** Returns whether `text` can be the id of a sign-in. */
export function isLineage(text: string): boolean {
  return lineagePattern.test(text);
}

/** Returns the lineage of `session`. */
export function lineageOf(session: StoredSession): SessionLineage {
  return { id: accountOfSession(session).id, lineage: session.lineage };
}

/** Returns whether `session` is from another sign-in than `known`, or has been renewed or ended since. */
export function isNewer(session: StoredSession, known: StoredSession): boolean {
  return session.lineage !== known.lineage || session.generation > known.generation;
}

/** Files of a sign-in in the folder that windows share, by the ends of their names. */
const lineageFileKinds = ['generation', 'handover'] as const;

/** End of the name of a sign-in's file. */
type LineageFileKind = (typeof lineageFileKinds)[number];

/** File of a sign-in, as parsed from its name. */
interface LineageFile {
  readonly lineage: SessionLineage;
  readonly kind: LineageFileKind;
}

/** Returns the file name for `lineage`. The first lineage has the name from before lineages existed. */
export function fileNameOf({ id, lineage }: SessionLineage, kind: LineageFileKind): string {
  return lineage === firstLineage ? `${id}.${kind}` : `${id}.${lineage}.${kind}`;
}

/** Returns the sign-in whose file has this name; undefined if `fileNameOf` cannot have produced the name. */
export function lineageFileOf(name: string): LineageFile | undefined {
  const [id = '', ...rest] = name.split('.');
  const [lineage = '', end = ''] = rest.length === 1 ? [firstLineage, ...rest] : rest;
  const kind = lineageFileKinds.find((each) => each === end);
  return isAccountId(id) &&
    isLineage(lineage) &&
    kind !== undefined &&
    name === fileNameOf({ id, lineage }, kind)
    ? { lineage: { id, lineage }, kind }
    : undefined;
}
