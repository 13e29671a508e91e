import * as vscode from 'vscode';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import { pickAccount } from '../accounts/pickAccount.ts';
import { formatNumber } from '../commands/formatNumber.ts';
import { notify } from '../commands/notify.ts';
import type { Clock } from '../core/async/clock.ts';
import { ConfigurationError } from '../core/errors/configurationError.ts';
import {
  compareLabels,
  keptByComparison,
  sourcesOfComparison,
  wantedByComparison,
  type AccountComparison,
} from '../core/labels/changes/accountComparison.ts';
import { comparisonTexts } from '../core/labels/exchange/comparisonTexts.ts';
import { emptyFilter } from '../core/labels/list/labelFilter.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { joinSentences } from '../core/text/joinSentences.ts';
import { withoutIcons } from '../core/text/withoutMarkup.ts';
import { accountText } from './accountText.ts';
import type { ChangeProposal, ChangeProposals } from './changeProposals.ts';
import type { ChangesReview } from './changesReview.ts';
import { factOf, notListedFact } from './countFacts.ts';
import { readCurrentLabels } from './readCurrentLabels.ts';
import { readScope } from './readScope.ts';

interface CompareAccountsOptions {
  readonly accounts: LabelAccounts;
  readonly clock: Clock;
  readonly proposals: ChangeProposals;
  readonly review: ChangesReview;
  /** Returns the names of the status numbers, as they are set now. */
  readonly statusNames: () => StatusNames;
}

/** Which of the two accounts is to change. */
interface SideItem extends vscode.QuickPickItem {
  readonly target: 'one' | 'other';
}

/**
 * Compares the labels of `one` with those of another account that the user chooses, and changes those of
 * one of them if the user wants that. Throws `ConfigurationError` if there is no other account,
 * `CancelledError` and what the repositories throw.
 */
export async function compareAccounts(
  one: LabelAccount,
  { accounts, clock, proposals, review, statusNames }: CompareAccountsOptions,
): Promise<void> {
  const others = accounts.all().filter(({ account }) => account.id !== one.account.id);
  if (others.length === 0) {
    throw new ConfigurationError(
      vscode.l10n.t('Sign in to a second account to compare the labels of both.'),
      'signIn',
    );
  }
  const question = vscode.l10n.t('Compare {0} with which account?', accountText(one));
  const other = await pickAccount(others, question);
  if (other === undefined) {
    return;
  }
  const scope = { kind: 'filter', filter: emptyFilter } as const;
  const [labelsOfOne, labelsOfOther] = [
    await readScope(one, scope, clock),
    await readScope(other, scope, clock),
  ];
  const comparison = await compareLabels(
    labelsOfOne.labels.values(),
    labelsOfOther.labels.values(),
  );
  const missing = labelsOfOne.missing + labelsOfOther.missing;
  const names = { one: accountText(one), other: accountText(other) };
  const facts = comparisonFacts(comparison, names, missing);
  const isEqual = comparison.one.only.length + comparison.other.only.length === 0;
  if (comparison.different.length === 0 && isEqual) {
    await notify('information', facts);
    return;
  }
  const texts = await comparisonTexts(comparison, statusNames());
  const title = vscode.l10n.t('Labels: {0} and {1}', names.one, names.other);
  const isApplied = await review.ask({
    left: { name: names.one, text: texts.one },
    right: { name: names.other, text: texts.other },
    title,
    question: facts,
  });
  const target = isApplied ? await pickTarget(comparison, names) : undefined;
  if (target === undefined) {
    return;
  }
  const { different } = comparison;
  const [changed, source] = target === 'one' ? [one, other] : [other, one];
  const proposal: ChangeProposal = {
    account: changed,
    origin: 'compare',
    title: vscode.l10n.t('Make labels like those of {0}', accountText(source)),
    // Both accounts may have changed while the comparison was looked at.
    wanted: async () => {
      const sources = await sourcesOfComparison(different, target);
      const { found } = await readCurrentLabels(source, sources, clock);
      return await wantedByComparison(different, target, found);
    },
  };
  const kept = await keptByComparison(different, target);
  await proposals.review(
    proposal,
    await proposals.plan(proposal),
    kept === 0
      ? []
      : [
          vscode.l10n.t(
            'Fields that are empty there are left alone here, in labels: {0}.',
            formatNumber(kept),
          ),
        ],
  );
}

/** What was found, in sentences that need no plural. */
function comparisonFacts(
  { different, one, other, same }: AccountComparison,
  names: Readonly<Record<'one' | 'other', string>>,
  missing: number,
): string {
  const ambiguous = one.ambiguous.length + other.ambiguous.length;
  return joinSentences([
    vscode.l10n.t('Only in {0}: {1}.', names.one, formatNumber(one.only.length)),
    vscode.l10n.t('Only in {0}: {1}.', names.other, formatNumber(other.only.length)),
    vscode.l10n.t('Different: {0}.', formatNumber(different.length)),
    vscode.l10n.t('The same: {0}.', formatNumber(same)),
    ...factOf(ambiguous, (count) => vscode.l10n.t('Without a code of their own: {0}.', count)),
    ...notListedFact(missing),
  ]);
}

/** Labels cannot be added or removed: what differs is all that can change. */
async function pickTarget(
  { different }: AccountComparison,
  names: Readonly<Record<'one' | 'other', string>>,
): Promise<'one' | 'other' | undefined> {
  if (different.length === 0) {
    await notify(
      'information',
      vscode.l10n.t('Labels can neither be added nor removed: there is nothing to change.'),
    );
    return undefined;
  }
  const item = (target: SideItem['target'], source: SideItem['target']): SideItem => ({
    target,
    label: withoutIcons(vscode.l10n.t('Change {0}', names[target])),
    detail: withoutIcons(
      vscode.l10n.t(
        'Labels that get the values of {0}: {1}',
        names[source],
        formatNumber(different.length),
      ),
    ),
  });
  const title = vscode.l10n.t('Apply Differences');
  const placeHolder = vscode.l10n.t('Which account is to change?');
  const items = [item('other', 'one'), item('one', 'other')];
  return (await vscode.window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true }))
    ?.target;
}
