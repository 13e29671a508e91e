import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { notify } from '../commands/notify.ts';
import type { Clock } from '../core/async/clock.ts';
import type { ChangeOrigin, ChangePlan, WantedChanges } from '../core/labels/changes/changeSet.ts';
import { planInSlices } from '../core/labels/changes/slicedPlan.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { joinSentences } from '../core/text/joinSentences.ts';
import { accountText } from './accountText.ts';
import type { ChangesReview } from './changesReview.ts';
import type { ChangesRuns } from './changesRuns.ts';
import { planFacts } from './planFacts.ts';
import { readCurrentLabels } from './readCurrentLabels.ts';

/** Changes that a feature proposes to make. */
export interface ChangeProposal {
  readonly account: LabelAccount;
  readonly origin: ChangeOrigin;
  /** What it is about; the review and the run are called so. Fit to be shown. */
  readonly title: string;
  readonly wanted: WantedChanges | WantedNow;
}

/** Returns what is wanted where that may change: it is asked each time that a proposal is planned. */
export type WantedNow = () => Promise<WantedChanges>;

/** What proposals need. */
export interface ChangeProposalsOptions {
  readonly clock: Clock;
  readonly review: ChangesReview;
  readonly runs: ChangesRuns;
  /** Returns the names of the status numbers, as they are set now. */
  readonly statusNames: () => StatusNames;
}

/** The way of every proposal: planned from what the service has now, looked at, planned anew, carried out. */
export class ChangeProposals {
  readonly #options: ChangeProposalsOptions;

  constructor(options: ChangeProposalsOptions) {
    this.#options = options;
  }

  /**
   * What would change: the labels are read for that. What takes longer than a moment shows how far it
   * has come. Throws `CancelledError` and what the repository throws.
   */
  async plan({ account, wanted }: ChangeProposal): Promise<ChangePlan> {
    const { clock } = this.#options;
    const now = typeof wanted === 'function' ? await wanted() : wanted;
    return await planInSlices(now, await readCurrentLabels(account, now.labels, clock));
  }

  /** Shows `plan`, as `agree` does, and carries out what the user applies. Throws what both throw. */
  async review(
    proposal: ChangeProposal,
    plan: ChangePlan,
    notes: readonly string[] = [],
  ): Promise<void> {
    const agreed = await this.agree(proposal, plan, notes);
    if (agreed !== undefined) {
      await this.carryOut(proposal, agreed);
    }
  }

  /**
   * Shows `plan` until the user applies or closes it. Returns what it is when it is applied, undefined if
   * it is not. If nothing would change it only says so. `notes` are said beside the question. Throws what
   * `plan` throws.
   */
  async agree(
    proposal: ChangeProposal,
    plan: ChangePlan,
    notes: readonly string[] = [],
  ): Promise<ChangePlan | undefined> {
    const { review, statusNames } = this.#options;
    const account = accountText(proposal.account);
    const questionFor = (current: ChangePlan): string =>
      vscode.l10n.t('{0}: {1}', account, joinSentences([...planFacts(current), ...notes]));
    if (plan.changes.length === 0) {
      await notify('information', questionFor(plan));
      return undefined;
    }
    return await review.agree(plan, {
      names: statusNames(),
      title: vscode.l10n.t('{0}: Current and Proposed, {1}', proposal.title, account),
      questionFor,
      planAnew: async () => await this.plan(proposal),
    });
  }

  /** Carries out `plan`, to which the user has agreed. Throws `SessionExpiredError` and `StorageError`. */
  async carryOut({ account, origin, title }: ChangeProposal, plan: ChangePlan): Promise<void> {
    await this.#options.runs.start(account, { title, origin, changes: plan.changes });
  }
}
