import { randomBytes } from 'node:crypto';
import type { AccountId } from '../account/account.ts';
import { accountOfSession, firstLineage, type StoredSession } from './storedSession.ts';

/** One sign-in of an account, and all that was renewed from it. */
export interface SessionLineage {
  readonly id: AccountId;
  readonly lineage: string;
}

/** The id of a new sign-in: 64 random bits, in letters that no file system confuses. */
export function createLineage(): string {
  return randomBytes(8).toString('hex');
}

/** The lineage of `session`. */
export function lineageOf(session: StoredSession): SessionLineage {
  return { id: accountOfSession(session).id, lineage: session.lineage };
}

/** Whether `session` is another sign-in than `known`, or was renewed or ended since. */
export function isNewer(session: StoredSession, known: StoredSession): boolean {
  return session.lineage !== known.lineage || session.generation > known.generation;
}

/** The name of a file about `lineage`. The first lineage has the name from before lineages existed. */
export function fileNameOf({ id, lineage }: SessionLineage, extension: string): string {
  return lineage === firstLineage ? `${id}.${extension}` : `${id}.${lineage}.${extension}`;
}
