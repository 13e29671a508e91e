import * as vscode from 'vscode';
import { formatNumber } from '../commands/formatNumber.ts';
import type { LabelList } from '../core/labels/list/labelList.ts';

/** A number of labels as a person reads it. */
export function countOfLabels(count: number): string {
  return count === 1 ? vscode.l10n.t('1 label') : vscode.l10n.t('{0} labels', formatNumber(count));
}

/** How many labels match the filter of a list; empty as long as that is not known. */
export function countOfMatches({ count, hasMore, isLoaded, total }: LabelList): string {
  const isKnown = isLoaded && (total !== undefined || !hasMore);
  return isKnown ? countOfLabels(total ?? count) : '';
}
