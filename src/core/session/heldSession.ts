import type { StoredSession } from './storedSession.ts';

/** Session that the secret store failed to keep. */
export interface HeldSession {
  readonly session: StoredSession;
  /** Lineage of the sign-in that this session replaces; undefined if it is the first one or was renewed. */
  readonly replacedLineage: string | undefined;
}

/**
 * Returns whether the `stored` session replaces the session that is held in memory because it could not be
 * stored.
 */
export function supersedes(
  stored: StoredSession,
  { replacedLineage, session }: HeldSession,
): boolean {
  return stored.lineage === session.lineage
    ? stored.generation > session.generation
    : stored.lineage !== replacedLineage && stored.issuedAt > session.issuedAt;
}
