import * as z from 'zod';
import { accountOf, type Account } from '../base/account.ts';
import { parseBaseUrl } from '../base/baseUrl.ts';
import { isAccessTokenValue, isRefreshTokenValue } from '../base/tokens.ts';

/** The envelope in which a session is stored. A change of shape takes a new version and a migration. */
const storedSessionSchema = z.object({
  version: z.literal(1),
  /** Moves by one with every change of the tokens or the state. */
  generation: z.int().nonnegative(),
  baseUrl: z.string().transform(parseBaseUrl),
  tenantId: z.string().min(1),
  userId: z.string().min(1),
  connectionName: z.string(),
  clientId: z.string().min(1),
  /** Exactly the one that was sent at authorization; goes with every refresh (interface document, section 4.3). */
  redirectUri: z.string().min(1),
  /** The scopes that were granted. */
  scopes: z.array(z.string()),
  /** `signInNeeded`: the service has refused the refresh token. */
  state: z.enum(['active', 'signInNeeded']),
  accessToken: z.string().refine(isAccessTokenValue),
  refreshToken: z.string().refine(isRefreshTokenValue),
  /** When the tokens arrived: wall-clock time, milliseconds since the epoch. */
  issuedAt: z.number(),
  /** Lifetime of the access token in seconds, counted from `issuedAt`. */
  expiresIn: z.number().positive(),
});

/** A session as it is stored. */
export type StoredSession = Readonly<z.output<typeof storedSessionSchema>>;

/** What a stored text turned out to be. */
export type DecodedSession =
  | { readonly kind: 'session'; readonly session: StoredSession }
  | { readonly kind: 'unreadable' };

/** Reads a stored envelope; never throws. */
export function decodeSession(text: string): DecodedSession {
  try {
    return { kind: 'session', session: storedSessionSchema.parse(JSON.parse(text)) };
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
