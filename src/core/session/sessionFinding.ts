import type { AccountId } from '../account/account.ts';
import { StorageError } from '../errors/storageError.ts';
import { supersedes, type HeldSession } from './heldSession.ts';
import type { SessionSecrets } from './sessionSecrets.ts';
import { hasNoOpenSignIn, type SignIns } from './signIns.ts';
import type { StoredSession } from './storedSession.ts';

/** Result of looking for a session. */
export type SessionFinding =
  | { readonly kind: 'session'; readonly session: StoredSession }
  /** The user has signed out of the session. */
  | { readonly kind: 'signedOut' }
  /** The session is missing although no sign-out is known. */
  | { readonly kind: 'missing' }
  /** There is no trace of the session. */
  | { readonly kind: 'unknown' };

interface FindSessionOptions {
  readonly secrets: Pick<SessionSecrets, 'read'>;
  readonly signIns: SignIns;
  /** Session held in memory. */
  readonly held: HeldSession | undefined;
  /** Session as last read or written in this window. */
  readonly known: StoredSession | undefined;
}

/** Looks for the session of `id` in the secret store and in memory. Throws `StorageError`. */
export async function findSession(
  id: AccountId,
  { held, known, secrets, signIns }: FindSessionOptions,
): Promise<SessionFinding> {
  const decoded = await secrets.read(id).catch((error: unknown) => {
    if (held === undefined) {
      throw error;
    }
    return undefined;
  });
  if (decoded !== undefined && decoded.kind !== 'session' && held === undefined) {
    // The session stays stored, for a window that can read it.
    throw new StorageError(decoded.kind, { accountId: id });
  }
  const stored = decoded?.kind === 'session' ? decoded.session : undefined;
  const isStoredOpen = stored !== undefined && !(await signIns.isSignedOut(stored));
  const isHeldSessionOpen = held !== undefined && !(await signIns.isSignedOut(held.session));
  if (isStoredOpen && (!isHeldSessionOpen || supersedes(stored, held))) {
    return { kind: 'session', session: stored };
  }
  if (isHeldSessionOpen) {
    return { kind: 'session', session: held.session };
  }
  const state = await signIns.stateOfAll(id, known);
  if (stored === undefined && state === 'none') {
    return { kind: 'unknown' };
  }
  if (hasNoOpenSignIn(state)) {
    return { kind: 'signedOut' };
  }
  if (stored !== undefined) {
    // The user has signed out and in again, but this window cannot see the new session.
    throw new StorageError('renewedElsewhere', { accountId: id });
  }
  return { kind: 'missing' };
}
