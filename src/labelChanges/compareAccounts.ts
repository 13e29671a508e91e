import * as vscode from 'vscode';
import { accountText } from '../accounts/accountText.ts';
import type { LabelAccount, LabelAccounts } from '../accounts/labelAccounts.ts';
import { readCurrentLabels } from '../accounts/readCurrentLabels.ts';
import { factOf, missingFacts, notListedFact } from '../commands/countFacts.ts';
import { countText } from '../commands/formatNumber.ts';
import { labelField } from '../core/api/labelFields.ts';
import type { Clock } from '../core/async/clock.ts';
import { ConfigurationError } from '../core/errors/configurationError.ts';
import {
  comparedFields,
  compareLabels,
  countPairs,
  sourcesOfComparison,
  wantedByComparison,
  type AccountComparison,
  type ComparedField,
  type PairCounts,
} from '../core/labels/changes/plan/accountComparison.ts';
import { planInSlices } from '../core/labels/changes/plan/changeSet.ts';
import type { CheckedPlan } from '../core/labels/changes/plan/sharedCodes.ts';
import { emptyFilter } from '../core/labels/list/labelFilter.ts';
import { askForOne } from '../surfaces/inputSteps.ts';
import { quickPickRow, type QuickPickRow } from '../surfaces/quickPick.ts';
import type { ChangeProposal, ChangeProposals, ProposalReview } from './changeProposals.ts';
import { changingFact } from './planFacts.ts';
import { readLabelsInScope, type LabelsNow } from './readLabelsInScope.ts';

interface CompareAccountsOptions {
  readonly accounts: LabelAccounts;
  readonly clock: Clock;
  readonly proposals: ChangeProposals;
}

/**
 * Compares the labels of two accounts chosen by the user; suggests `first`. Shows the labels that exist in
 * only one of the accounts, and the changes that copy values from one to the other, which the user can then
 * send. Throws `ConfigurationError` if there is no second account, `CancelledError` and the errors of the
 * repositories.
 */
export async function compareAccounts(
  first: LabelAccount | undefined,
  { accounts, clock, proposals }: CompareAccountsOptions,
): Promise<void> {
  if (accounts.all().length < 2) {
    throw new ConfigurationError(
      vscode.l10n.t('Sign in to a second account to compare the labels of both.'),
      'signIn',
    );
  }
  const request = await askForComparison(accounts.all(), first);
  if (request === undefined) {
    return;
  }
  const scope = { kind: 'filter', filter: emptyFilter } as const;
  const source = await readLabelsInScope(request.source, scope, clock);
  const target = await readLabelsInScope(request.target, scope, clock);
  const comparison = await compareLabels(source.labels.values(), target.labels.values());
  const review = new ComparisonReview({ request, source, target, comparison, clock });
  await proposals.review(review.proposal, await review.planFor(comparedFields), review.shown);
}

/** A comparison, and the labels that it is based on. */
interface ComparisonReviewOptions {
  readonly request: ComparisonRequest;
  readonly source: LabelsNow;
  readonly target: LabelsNow;
  readonly comparison: AccountComparison;
  readonly clock: Clock;
}

/** Review of a comparison. The changes depend on the fields that the user chooses. */
class ComparisonReview {
  readonly #options: ComparisonReviewOptions;
  #fields = comparedFields;
  #counts: PairCounts = { same: 0, kept: 0 };

  constructor(options: ComparisonReviewOptions) {
    this.#options = options;
  }

  /** Changes of the chosen fields. Each planning reads the labels of both accounts again. */
  get proposal(): ChangeProposal {
    const { clock, comparison, request } = this.#options;
    return {
      account: request.target,
      origin: 'compare',
      title: vscode.l10n.t('Copy Values from {0}', accountText(request.source)),
      wanted: async () => {
        const fields = this.#fields;
        const sources = await sourcesOfComparison(comparison.different);
        const { found } = await readCurrentLabels(request.source, sources, clock);
        return await wantedByComparison(comparison.different, found, fields);
      },
    };
  }

  /**
   * Content of the review: the labels that differ, those in only one account, those that were not compared,
   * and the fields to choose from.
   */
  get shown(): ProposalReview {
    const { comparison, request } = this.#options;
    const sides = (['source', 'target'] as const).map((side) => ({
      side,
      name: accountText(request[side]),
      labels: comparison[side],
    }));
    return {
      changesTitle: vscode.l10n.t('Different'),
      parts: [
        ...sides.map(({ labels, name, side }) => ({
          id: `${side}Only`,
          title: vscode.l10n.t('Only in {0}', name),
          note: vscode.l10n.t('Only {0} has a label with this code.', name),
          labels: labels.only,
        })),
        ...sides.map(({ labels, name, side }) => ({
          id: `${side}Ambiguous`,
          title: vscode.l10n.t('Not Compared in {0}', name),
          note: vscode.l10n.t('Not compared, because the code is missing or shared.'),
          labels: labels.ambiguous,
        })),
      ],
      choices: {
        title: vscode.l10n.t('Fields to copy:'),
        items: comparedFields.map((field) => ({ id: field, text: labelField(field).title() })),
        planFor: async (chosen) =>
          await this.planFor(comparedFields.filter((field) => chosen.has(field))),
      },
      factsOf: (plan) => this.#factsOf(plan),
    };
  }

  /** Plans the changes of `fields` from the compared labels. */
  async planFor(fields: readonly ComparedField[]): Promise<CheckedPlan> {
    const { comparison, source, target } = this.#options;
    this.#fields = fields;
    this.#counts = await countPairs(comparison.different, fields);
    const wanted = await wantedByComparison(comparison.different, source.labels, fields);
    const plan = await planInSlices(wanted, { found: target.labels, gone: new Set() });
    // Labels are matched by code, so no code changes.
    return { ...plan, sharedCodes: [] };
  }

  #factsOf(plan: CheckedPlan): readonly string[] {
    const { comparison, request, source, target } = this.#options;
    const { kept, same } = this.#counts;
    return [
      request.target.readOnly === undefined ? changingFact(plan) : differingFact(plan),
      countText(comparison.same + same, {
        one: (count) => vscode.l10n.t('{0} label is identical.', count),
        other: (count) => vscode.l10n.t('{0} labels are identical.', count),
      }),
      ...factOf(kept, {
        one: (count) =>
          vscode.l10n.t('{0} label keeps values of fields that are empty there.', count),
        other: (count) =>
          vscode.l10n.t('{0} labels keep values of fields that are empty there.', count),
      }),
      ...missingFacts(plan),
      ...notListedFact(source.missing + target.missing),
    ];
  }
}

/** Sentence about the labels that differ, if the target is read-only. */
function differingFact({ changes }: CheckedPlan): string {
  return countText(changes.length, {
    one: (count) => vscode.l10n.t('{0} label differs.', count),
    other: (count) => vscode.l10n.t('{0} labels differ.', count),
  });
}

/** Accounts that the user wants to compare. */
interface ComparisonRequest {
  /** Account that provides the values. */
  readonly source: LabelAccount;
  /** Account that receives the values. */
  readonly target: LabelAccount;
}

interface AccountItem extends QuickPickRow {
  readonly account: LabelAccount;
}

const totalSteps = 2;

/**
 * Asks for the source and the target of a comparison; `first` is the suggested source. Undefined if
 * cancelled. Requires at least two accounts.
 */
async function askForComparison(
  accounts: readonly LabelAccount[],
  first: LabelAccount | undefined,
): Promise<ComparisonRequest | undefined> {
  const title = vscode.l10n.t('Compare Accounts');
  const items = accounts.map((account) =>
    quickPickRow({
      account,
      label: accountText(account),
      ...(account.readOnly !== undefined ? { description: vscode.l10n.t('Read-only') } : {}),
    }),
  );
  let source: AccountItem | undefined = items.find(({ account }) => account === first) ?? items[0];
  for (;;) {
    const from = await askForOne({
      title,
      totalSteps,
      step: 1,
      placeholder: vscode.l10n.t('Copy values from which account?'),
      items,
      active: source,
    });
    if (from.kind !== 'value') {
      return undefined;
    }
    source = from.value;
    const targets = items.filter((item) => item !== source);
    const to = await askForOne({
      title,
      totalSteps,
      step: 2,
      placeholder: vscode.l10n.t('Copy values to which account? Its labels will change.'),
      items: targets,
      active: targets[0],
    });
    if (to.kind === 'value') {
      return { source: source.account, target: to.value.account };
    }
    if (to.kind === 'cancelled') {
      return undefined;
    }
  }
}
