import * as vscode from 'vscode';
import { accountText } from '../accounts/accountText.ts';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { readCurrentLabels } from '../accounts/readCurrentLabels.ts';
import type { Clock } from '../core/async/clock.ts';
import type { ChangeJournal } from '../core/labels/changes/journal/journal.ts';
import type { CheckedPlan } from '../core/labels/changes/plan/sharedCodes.ts';
import {
  labelsInConflict,
  conflictsToOverwriteIn,
  planOverConflicts,
} from '../core/labels/changes/run/conflictPlan.ts';
import { joinSentences } from '../core/text/joinSentences.ts';
import { notify } from '../surfaces/notify.ts';
import { notifyNotStored, notifyUnderWay, type BulkChangeRunner } from './bulkChangeRunner.ts';
import { proposalFacts, type ChangeProposals } from './changeProposals.ts';
import type { ChangesReview } from './review/changesReview.ts';
import { runTitle } from './runTitle.ts';

/** Dependencies of reviewing conflicts. */
export interface ReviewConflictsOptions {
  readonly clock: Clock;
  readonly journal: Pick<ChangeJournal, 'run' | 'isUnderWay'>;
  readonly proposals: Pick<ChangeProposals, 'check'>;
  readonly review: ChangesReview;
  readonly runs: Pick<BulkChangeRunner, 'accountOf' | 'resume'>;
}

/**
 * Shows the changes of the run `id` that were not sent because someone else had changed the labels, each with
 * the value that it was planned from, the other person's value and the wanted value. Overwrites the other
 * person's values if the user agrees. Throws `CancelledError`, `SessionExpiredError`, `StorageError` and the errors of the repository.
 */
export async function reviewConflicts(
  id: string,
  { clock, journal, proposals, review, runs }: ReviewConflictsOptions,
): Promise<void> {
  const record = await journal.run(id);
  if (record === undefined) {
    await notifyNotStored();
    return;
  }
  if (record.owner !== undefined && (await journal.isUnderWay(record))) {
    await notifyUnderWay();
    return;
  }
  const { header } = record;
  const account = runs.accountOf(header.account.id);
  const labels = labelsInConflict(record);
  const planFor = async (owner: LabelAccount): Promise<CheckedPlan> => {
    const fresh = await readCurrentLabels(owner, labels, clock);
    return await proposals.check(owner, await planOverConflicts(record, fresh));
  };
  const plan = await planFor(account);
  const factsOf = proposalFacts([
    vscode.l10n.t('Somebody else has changed these labels. Applying replaces their values.'),
  ]);
  if (plan.changes.length === 0) {
    const facts = joinSentences(proposalFacts()(plan));
    await notify('information', vscode.l10n.t('{0}: {1}', accountText(account), facts));
    return;
  }
  const agreed = await review.agree(plan, {
    title: vscode.l10n.t('Conflicts: {0}', runTitle(record)),
    account,
    factsOf,
    replan: planFor,
    subjectOf: (_, changes) => ({
      header,
      actions: ['overwrite'] as const,
      labels: new Set(changes.map((change) => change.id)),
      conflictsToOverwrite: conflictsToOverwriteIn(changes),
    }),
  });
  if (agreed !== undefined) {
    await runs.resume(agreed);
  }
}
