/** The scopes and what each grants (docs/interface.md, section 5, rule 6). */
export const scopeDescriptions = {
  company: 'Company info',
  position: 'Position info',
  department: 'Department info',
  location: 'Location info',
  tag: 'Tag info',
  cost_center: 'Cost center info',
  people: 'People, all fields',
  people_std: 'People, standard fields',
  attendance: 'Attendance info',
  timesheet: 'Timesheet info',
  leave: 'Leave info',
  payroll: 'Payroll info',
} as const;

/** A permission that an app can be granted. */
export type Scope = keyof typeof scopeDescriptions;

/** Whether the text is a scope that the service documents. */
export function isScope(text: string): text is Scope {
  return Object.hasOwn(scopeDescriptions, text);
}
