import * as vscode from 'vscode';
import { accountText } from '../accounts/accountText.ts';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { readCurrentLabels, readLabelsWithCodes } from '../accounts/readCurrentLabels.ts';
import type { ReviewedSave } from '../accounts/reviewedSaves.ts';
import type { Label } from '../core/api/label.ts';
import type { Clock } from '../core/async/clock.ts';
import type { RunRecord } from '../core/labels/changes/journal/runRecord.ts';
import {
  planInSlices,
  type ChangeOrigin,
  type ChangePlan,
  type LabelChange,
  type WantedChanges,
} from '../core/labels/changes/plan/changeSet.ts';
import {
  newCodesIn,
  sharedCodes,
  type CheckedPlan,
} from '../core/labels/changes/plan/sharedCodes.ts';
import { joinSentences } from '../core/text/joinSentences.ts';
import { notify } from '../surfaces/notify.ts';
import type { Agreed } from './agreed.ts';
import type { BulkChangeRunner, NewRun } from './bulkChangeRunner.ts';
import { planFacts, sharedCodesFact } from './planFacts.ts';
import type { ChangesReview, Review } from './review/changesReview.ts';

/** Changes proposed by a feature. */
export interface ChangeProposal {
  readonly account: LabelAccount;
  readonly origin: ChangeOrigin;
  /** Title of the review and the run, for display. */
  readonly title: string;
  readonly wanted: WantedChanges | WantedSource;
}

/** Function that returns the wanted changes, which may differ each time that a proposal is planned. */
type WantedSource = () => Promise<WantedChanges>;

/** Dependencies of proposals. */
export interface ChangeProposalsOptions {
  readonly clock: Clock;
  readonly review: ChangesReview;
  readonly runs: BulkChangeRunner;
}

/** Content of a review that differs between proposals. */
export type ProposalReview = Partial<
  Pick<Review<CheckedPlan, NewRun>, 'changesTitle' | 'choices' | 'factsOf' | 'parts'>
>;

/** Returns the facts of a plan for its review, followed by `notes`. */
export function proposalFacts(
  notes: readonly string[] = [],
): (plan: CheckedPlan) => readonly string[] {
  return (plan) => [...planFacts(plan), ...sharedCodesFact(plan), ...notes];
}

/** Workflow of every proposal: plan from the current labels, review, plan again, send. */
export class ChangeProposals {
  readonly #options: ChangeProposalsOptions;

  constructor(options: ChangeProposalsOptions) {
    this.#options = options;
  }

  /**
   * Reads the labels and returns the plan for their changes. Shows progress if this takes longer than a
   * moment. Throws `CancelledError` and the errors of the repository.
   */
  async plan({ account, wanted }: ChangeProposal): Promise<CheckedPlan> {
    const { clock } = this.#options;
    const now = typeof wanted === 'function' ? await wanted() : wanted;
    const plan = await planInSlices(now, await readCurrentLabels(account, now.labels, clock));
    return await this.check(account, plan);
  }

  /**
   * Returns `plan` with the codes that it would give to several labels. Searches `all` labels of the account
   * if they are given; otherwise reads the labels with these codes. Throws the errors of `plan`.
   */
  async check<Plan extends ChangePlan>(
    account: LabelAccount,
    plan: Plan,
    all?: Iterable<Label>,
  ): Promise<Plan & CheckedPlan> {
    const codes = await newCodesIn(plan);
    if (codes.size === 0) {
      return { ...plan, sharedCodes: [] };
    }
    const holders = all ?? (await readLabelsWithCodes(account, codes, this.#options.clock));
    return { ...plan, sharedCodes: await sharedCodes(plan, holders) };
  }

  /**
   * Shows `plan` as `agree` does, and carries out the agreed changes. Throws the errors of `agree` and of a
   * run.
   */
  async review(
    proposal: ChangeProposal,
    plan: CheckedPlan,
    shown: ProposalReview = {},
  ): Promise<void> {
    const agreed = await this.agree(proposal, plan, shown);
    if (agreed !== undefined) {
      await this.#options.runs.start(agreed);
    }
  }

  /**
   * Shows `plan` until the user applies or closes it. Returns the agreement to the ticked changes, checked
   * against the current labels; undefined if the user closes it. If there is nothing to show, notifies the
   * user and returns undefined.
   */
  async agree(
    proposal: ChangeProposal,
    plan: CheckedPlan,
    shown: ProposalReview = {},
  ): Promise<Agreed<NewRun> | undefined> {
    const { account, title } = proposal;
    const { factsOf = proposalFacts(), parts = [] } = shown;
    if (plan.changes.length === 0 && parts.every(({ labels }) => labels.length === 0)) {
      await notify(
        'information',
        vscode.l10n.t('{0}: {1}', accountText(account), joinSentences(factsOf(plan))),
      );
      return undefined;
    }
    return await this.#options.review.agree(plan, {
      ...shown,
      title,
      account,
      factsOf,
      replan: async (writable) => await this.plan({ ...proposal, account: writable }),
      subjectOf: (_, changes) => newRun(proposal, changes),
    });
  }

  /** Reviews and sends a save; implements `SendReviewed`. */
  async save<Plan extends ChangePlan>({
    account,
    notesOn,
    plan,
    replan,
    title,
    willSend,
  }: ReviewedSave<Plan>): Promise<RunRecord | undefined> {
    const { review, runs } = this.#options;
    const agreed = await review.agree(await this.check(account, plan), {
      title,
      account,
      factsOf: (current) => [...proposalFacts()(current), ...notesOn(current)],
      replan: async (writable) => await this.check(writable, await replan()),
      subjectOf: (_, changes) => newRun({ account, origin: 'table', title }, changes),
    });
    if (agreed === undefined) {
      return undefined;
    }
    await willSend(agreed.subject.set.changes);
    return await runs.send(agreed);
  }
}

/** Returns a new run for `changes` of a proposal. */
export function newRun(
  { account, origin, title }: Omit<ChangeProposal, 'wanted'>,
  changes: readonly LabelChange[],
): NewRun {
  return { account, set: { title, origin, changes } };
}
