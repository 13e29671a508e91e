import * as l10n from '@vscode/l10n';

/** Scopes with the permission that each grants (docs/interface.md, section 5, rule 6). */
export const scopeDescriptions = {
  company: () => l10n.t('Company info'),
  position: () => l10n.t('Position info'),
  department: () => l10n.t('Department info'),
  location: () => l10n.t('Location info'),
  tag: () => l10n.t('Tag info'),
  cost_center: () => l10n.t('Cost center info'),
  people: () => l10n.t('People, all fields'),
  people_std: () => l10n.t('People, standard fields'),
  attendance: () => l10n.t('Attendance info'),
  timesheet: () => l10n.t('Timesheet info'),
  leave: () => l10n.t('Leave info'),
  payroll: () => l10n.t('Payroll info'),
} as const;

/** Scope that an app can be granted. */
export type Scope = keyof typeof scopeDescriptions;

/** Returns whether `text` is a documented scope. */
export function isScope(text: string): text is Scope {
  return Object.hasOwn(scopeDescriptions, text);
}
