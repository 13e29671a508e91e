/** The scopes that an app can be granted (docs/interface.md, section 5 rule 6). */
export const documentedScopes = [
  'company',
  'position',
  'department',
  'location',
  'tag',
  'cost_center',
  'people',
  'people_std',
  'attendance',
  'timesheet',
  'leave',
  'payroll',
] as const;

/**
 * The scopes to ask for if a connection names none. Which scope labels need is unknown
 * (docs/interface.md, section 5 rule 7).
 */
export const defaultScopes: readonly string[] = ['tag'];

/**
 * Splits the scopes of a token response: the separator is unknown (docs/interface.md, section 2.3), so
 * commas and spaces both count.
 */
export function parseScopes(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((scope) => scope !== '');
}
