import type { StoredSession } from './storedSession.ts';

/** Session that the secret store did not keep. */
export interface HeldSession {
  readonly session: StoredSession;
  /** Sign-in that it replaces; undefined if it was the first or was renewed. */
  readonly over: string | undefined;
}

/** Returns whether the stored session replaces the one held in memory because it could not be stored. */
export function supersedes(stored: StoredSession, { over, session }: HeldSession): boolean {
  return stored.lineage === session.lineage
    ? stored.generation > session.generation
    : stored.lineage !== over && stored.issuedAt > session.issuedAt;
}
