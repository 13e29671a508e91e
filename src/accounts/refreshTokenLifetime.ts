import type { Session } from '../core/session/sessions.ts';

/** How long a refresh token lives unless the service is set otherwise (docs/interface.md, section 8), in milliseconds. */
const refreshTokenLifetime = 30 * 24 * 3_600_000;

/** How long before the end a user is warned, in milliseconds. */
const warningTime = 3 * 24 * 3_600_000;

/**
 * When the refresh token of a session ends if it is not used before, by what the service does by default:
 * wall-clock time, milliseconds since the epoch.
 */
export function endOfSession({ issuedAt }: Pick<Session, 'issuedAt'>): number {
  return issuedAt + refreshTokenLifetime;
}

/** Whether a session that works will end so soon that the user should know. */
export function isAboutToEnd(session: Pick<Session, 'issuedAt' | 'state'>, now: number): boolean {
  const remaining = endOfSession(session) - now;
  return session.state === 'active' && remaining > 0 && remaining <= warningTime;
}
