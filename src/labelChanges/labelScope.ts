import * as vscode from 'vscode';
import { labelCount } from '../commands/labelCount.ts';
import type { Label } from '../core/api/label.ts';
import type { LabelsToRead } from '../core/labels/changes/freshLabels.ts';
import {
  emptyFilter,
  isEmptyFilter,
  labelFilterSummary,
  type LabelFilter,
} from '../core/labels/list/labelFilter.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { withoutIcons } from '../core/text/withoutMarkup.ts';

/** Which labels of an account are meant: these, or all that match a filter. */
export type LabelScope =
  | { readonly kind: 'labels'; readonly labels: readonly Label[] }
  | { readonly kind: 'filter'; readonly filter: LabelFilter };

/** What there is to choose from. */
export interface ScopeChoice {
  /** What the labels are chosen for. */
  readonly title: string;
  /** The labels that are selected in the view. */
  readonly selected: readonly Label[];
  /** What the view filters by. */
  readonly filter: LabelFilter;
  readonly names: StatusNames;
}

interface ScopeItem extends vscode.QuickPickItem {
  readonly scope: LabelScope;
}

/** Lets the user choose which labels are meant, if that is in question; undefined if the user leaves. */
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
  const items = scopes.map((scope): ScopeItem => ({
    scope,
    label: withoutIcons(scopeTitle(scope, names)),
  }));
  const placeHolder = vscode.l10n.t('Which labels?');
  return (await vscode.window.showQuickPick(items, { title, placeHolder }))?.scope;
}

/** The labels that are meant, in the middle of a title. */
export function scopeText(scope: LabelScope, names: StatusNames): string {
  if (scope.kind === 'labels') {
    return labelCount(scope.labels.length);
  }
  return isEmptyFilter(scope.filter)
    ? vscode.l10n.t('all labels')
    : labelFilterSummary(scope.filter, names);
}

/** How to read labels as they are now, of which only these are known. */
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
    : vscode.l10n.t('Filtered: {0}', labelFilterSummary(scope.filter, names));
}
