import * as l10n from '@vscode/l10n';

/**
 * Scopes that an app can be granted, with the display names of their data (docs/interface.md, section 5 rule 6).
 */
export const documentedScopes: ReadonlyMap<string, () => string> = new Map([
  ['company', () => l10n.t('Company info')],
  ['position', () => l10n.t('Position info')],
  ['department', () => l10n.t('Department info')],
  ['location', () => l10n.t('Location info')],
  ['tag', () => l10n.t('Tag info')],
  ['cost_center', () => l10n.t('Cost center info')],
  ['people', () => l10n.t('People, all fields')],
  ['people_std', () => l10n.t('People, standard fields')],
  ['attendance', () => l10n.t('Attendance info')],
  ['timesheet', () => l10n.t('Timesheet info')],
  ['leave', () => l10n.t('Leave info')],
  ['payroll', () => l10n.t('Payroll info')],
]);

/**
 * Scopes requested if a connection has none. The scope that labels require is unknown (docs/interface.md,
 * section 5 rule 7).
 */
export const defaultScopes: readonly string[] = ['tag'];

/**
 * Splits the scopes of a token response. The separator is unknown (docs/interface.md, section 2.3), so commas
 * and spaces are both accepted.
 */
export function parseScopes(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((scope) => scope !== '');
}

/** Form of a scope (RFC 6749, section 3.3). */
const scopeToken = /^[\x21\x23-\x5B\x5D-\x7E]+$/;

/**
 * Returns the well-formed scopes of a token response; undefined if all are malformed, as if the service had
 * sent none: unreadable text must not end a sign-in.
 */
export function grantedScopes(scopes: readonly string[]): readonly string[] | undefined {
  const granted = scopes.filter((scope) => scopeToken.test(scope));
  return granted.length === 0 && scopes.length > 0 ? undefined : granted;
}
