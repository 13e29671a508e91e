/** Default lifetime of a refresh token (docs/interface.md, section 8), in milliseconds. */
const refreshTokenLifetime = 30 * 24 * 3_600_000;

/** Time before the end at which the user is warned, in milliseconds. */
const warningTime = 3 * 24 * 3_600_000;

/**
 * Returns the end of a session whose refresh token is not used until then, by the default lifetime:
 * wall-clock time, in milliseconds since the epoch.
 */
export function endOfSession({ issuedAt }: { readonly issuedAt: number }): number {
  return issuedAt + refreshTokenLifetime;
}

/** Returns whether a working session ends soon enough to warn the user. */
export function isAboutToEnd(
  session: { readonly issuedAt: number; readonly state: string },
  now: number,
): boolean {
  const remaining = endOfSession(session) - now;
  return session.state === 'active' && remaining > 0 && remaining <= warningTime;
}
