/** The scopes that an app can be granted (interface document, section 5 rule 6). */
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

/** What is asked for if a connection names no scopes. Which scope labels need is not documented. */
export const defaultScopes: readonly string[] = ['tag'];

/** The scopes of a token response: the document shows no separator, so commas and spaces both count. */
export function parseScopes(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((scope) => scope !== '');
}
