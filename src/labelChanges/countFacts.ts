import * as vscode from 'vscode';
import { formatNumber } from '../commands/formatNumber.ts';

/** A sentence about a count, which `textOf` gets as the user's language writes it; none about 0. */
export function factOf(count: number, textOf: (count: string) => string): readonly string[] {
  return count === 0 ? [] : [textOf(formatNumber(count))];
}

/** That a list came out short: the service counts `missing` labels that it has not listed. */
export function notListedFact(missing: number): readonly string[] {
  return factOf(missing, (count) =>
    vscode.l10n.t('The service says that it has more labels, and has not listed them: {0}.', count),
  );
}
