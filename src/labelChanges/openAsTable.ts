import * as vscode from 'vscode';
import { accountText } from '../accounts/accountText.ts';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { goneFact, notListedFact } from '../commands/countFacts.ts';
import type { Label } from '../core/api/label.ts';
import type { Clock } from '../core/async/clock.ts';
import { isEmptyFilter } from '../core/labels/list/labelFilter.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { joinSentences } from '../core/text/joinSentences.ts';
import { notify } from '../surfaces/notify.ts';
import { scopeText, type LabelScope } from './labelScope.ts';
import { readLabelsInScope } from './readLabelsInScope.ts';

/** Dependencies of opening labels as a table. */
export interface OpenAsTableOptions {
  readonly clock: Clock;
  /** Returns the configured status names. */
  readonly statusNames: () => StatusNames;
  /** Opens labels as a table with `title`. */
  readonly openTable: (
    account: LabelAccount,
    title: string,
    labels: readonly Label[],
  ) => Promise<void>;
}

/**
 * Opens the labels of the scope as a table. Throws `CancelledError`, `StorageError`, `UnusableFileError` and the
 * errors of the repository.
 */
export async function openAsTable(
  account: LabelAccount,
  scope: LabelScope,
  { clock, openTable, statusNames }: OpenAsTableOptions,
): Promise<void> {
  const { gone, labels, missing } = await readLabelsInScope(account, scope, clock);
  const facts = [...goneFact(gone), ...notListedFact(missing)];
  if (labels.size === 0) {
    await notify(
      'information',
      joinSentences([vscode.l10n.t('No labels to open in {0}.', accountText(account)), ...facts]),
    );
    return;
  }
  const title =
    scope.kind === 'filter' && isEmptyFilter(scope.filter)
      ? vscode.l10n.t('All labels')
      : scopeText(scope, statusNames());
  await openTable(account, title, Array.from(labels.values()));
  if (facts.length > 0) {
    await notify('warning', vscode.l10n.t('{0}: {1}', accountText(account), joinSentences(facts)));
  }
}
