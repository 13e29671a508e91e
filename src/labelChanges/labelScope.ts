import * as vscode from 'vscode';
import { labelCount } from '../commands/countFacts.ts';
import { textLanguage } from '../commands/textLanguage.ts';
import type { Label } from '../core/api/label.ts';
import { labelFilterSummary, type LabelFilter } from '../core/labels/list/labelCriteria.ts';
import { emptyFilter, isEmptyFilter } from '../core/labels/list/labelFilter.ts';
import type { LabelsToRead } from '../core/labels/reading/freshLabels.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { quickPickRow, showQuickPick, type QuickPickRow } from '../surfaces/quickPick.ts';

/** Labels that a command applies to: a list, or all labels that match a filter. */
export type LabelScope =
  | { readonly kind: 'labels'; readonly labels: readonly Label[] }
  | { readonly kind: 'filter'; readonly filter: LabelFilter };

/** Choices for a scope. */
export interface ScopeChoice {
  /** Purpose of the choice. */
  readonly title: string;
  /** Labels selected in the view. */
  readonly selected: readonly Label[];
  /** Filter of the view. */
  readonly filter: LabelFilter;
  readonly names: StatusNames;
}

interface ScopeItem extends QuickPickRow {
  readonly scope: LabelScope;
}

/** Lets the user choose the scope if there are several; undefined if cancelled. */
export async function pickScope({
  filter,
  names,
  selected,
  title,
}: ScopeChoice): Promise<LabelScope | undefined> {
  const scopes: LabelScope[] = [
    ...(selected.length === 0 ? [] : [{ kind: 'labels', labels: selected } as const]),
    ...(isEmptyFilter(filter) ? [] : [{ kind: 'filter', filter } as const]),
    { kind: 'filter', filter: emptyFilter },
  ];
  if (scopes.length === 1) {
    return scopes[0];
  }
  const items = scopes.map((scope): ScopeItem =>
    quickPickRow({ scope, label: scopeTitle(scope, names) }),
  );
  const placeholder = vscode.l10n.t('Choose labels');
  return (await showQuickPick(items, { title, placeholder }))?.scope;
}

/** Description of the scope, for use within a title. */
export function scopeText(scope: LabelScope, names: StatusNames): string {
  if (scope.kind === 'labels') {
    return labelCount(scope.labels.length);
  }
  return isEmptyFilter(scope.filter)
    ? vscode.l10n.t('all labels')
    : labelFilterSummary(scope.filter, names, textLanguage());
}

/** Labels to read, with their codes, which help to find them. */
export function labelsToRead(labels: readonly Label[]): LabelsToRead {
  return new Map(
    labels.map(({ id, labelCode }) => [id, labelCode === undefined ? [] : [labelCode]]),
  );
}

function scopeTitle(scope: LabelScope, names: StatusNames): string {
  if (scope.kind === 'labels') {
    return vscode.l10n.t('Selected: {0}', labelCount(scope.labels.length));
  }
  return isEmptyFilter(scope.filter)
    ? vscode.l10n.t('All labels')
    : vscode.l10n.t('Filtered: {0}', labelFilterSummary(scope.filter, names, textLanguage()));
}
