import type { RunRecord } from '../core/labels/changes/journal/runRecord.ts';
import type { ChangePlan, LabelChange } from '../core/labels/changes/plan/changeSet.ts';
import type { LabelAccount } from './labelAccounts.ts';

/** Save of changes that the user reviews before any of them is sent. */
export interface ReviewedSave<Plan extends ChangePlan> {
  readonly account: LabelAccount;
  /** Title of the review and the run, for display. */
  readonly title: string;
  /** Changes to review. */
  readonly plan: Plan;
  /** Plans the changes again from the current labels. */
  readonly replan: () => Promise<Plan>;
  /** Returns further sentences about a plan. */
  readonly notesOn: (plan: Plan) => readonly string[];
  /** Called with the changes that the user has agreed to, before any of them is sent. */
  readonly willSend: (changes: readonly LabelChange[]) => Promise<void>;
}

/**
 * Reviews and sends a save. Returns the record of its run, or undefined if the user closes the review or
 * nothing is left to change. Throws the errors of a run.
 */
export type SendReviewed = <Plan extends ChangePlan>(
  save: ReviewedSave<Plan>,
) => Promise<RunRecord | undefined>;
