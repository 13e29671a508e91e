import * as vscode from 'vscode';
import { accountText } from '../accounts/accountText.ts';
import type { CommandTargets } from '../accounts/commandTargets.ts';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { factOf } from '../commands/countFacts.ts';
import { countText } from '../commands/formatNumber.ts';
import type { Label } from '../core/api/label.ts';
import type { ChangePlan } from '../core/labels/changes/plan/changeSet.ts';
import { numberedStatus, type StatusNames } from '../core/labels/statusNames.ts';
import { joinSentences } from '../core/text/joinSentences.ts';
import { notify } from '../surfaces/notify.ts';
import { Agreed } from './agreed.ts';
import type { BulkChangeRunner, NewRun } from './bulkChangeRunner.ts';
import { newRun, type ChangeProposal, type ChangeProposals } from './changeProposals.ts';
import { labelsToRead } from './labelScope.ts';
import { skippedFacts, planFacts } from './planFacts.ts';
import { namedLabels } from './sendQuestions.ts';

/** Dependencies of setting the status of labels. */
export interface SetStatusOptions extends Pick<CommandTargets, 'pickStatus'> {
  readonly proposals: ChangeProposals;
  readonly runs: BulkChangeRunner;
  /** Returns the configured status names. */
  readonly statusNames: () => StatusNames;
}

/** New status for several labels. */
interface StatusChange {
  readonly account: LabelAccount;
  readonly plan: ChangePlan;
  readonly status: number;
  readonly names: StatusNames;
}

/** Maximum number of statuses that a message names before it only counts the rest. */
const namedStatuses = 8;

/** Asks for a status for `labels`, and sends it to those with a different status. Throws `CancelledError`. */
export async function setStatus(
  account: LabelAccount,
  labels: readonly Label[],
  { pickStatus, proposals, runs, statusNames }: SetStatusOptions,
): Promise<void> {
  const title = countText(labels.length, {
    one: () => vscode.l10n.t('Set Status'),
    other: (count) => vscode.l10n.t('Set Status of {0} Labels', count),
  });
  const status = await pickStatus(title, account, labels);
  if (status === undefined) {
    return;
  }
  const names = statusNames();
  const proposal: ChangeProposal = {
    account,
    origin: 'setStatus',
    title: vscode.l10n.t('Set Status: {0}', numberedStatus(status, names)),
    wanted: {
      // Read the labels first: the values that the user sees may be outdated, and must neither decide what is
      // sent nor be restored by an undo.
      labels: labelsToRead(labels),
      wantedFor: () => ({ labelStatus: status }),
    },
  };
  const plan = await proposals.plan(proposal);
  const agreed = await confirmStatus(newRun(proposal, plan.changes), {
    plan,
    status,
    names,
    account,
  });
  if (agreed === 'show') {
    await proposals.review(proposal, plan);
  } else if (agreed !== undefined) {
    await runs.start(agreed);
  }
}

/**
 * Shows the planned change and asks for confirmation. Returns the agreement, `show` to review the changes
 * first, or undefined if the user declines or nothing would change.
 */
async function confirmStatus(
  run: NewRun,
  change: StatusChange,
): Promise<Agreed<NewRun> | 'show' | undefined> {
  const { account, plan, status, names } = change;
  const { length } = plan.changes;
  const target = numberedStatus(status, names);
  if (length === 0) {
    const message = nothingToChange(plan, target);
    await notify('information', vscode.l10n.t('{0}: {1}', accountText(account), message));
    return undefined;
  }
  return await Agreed.ask(run, {
    message: countText(length, {
      one: () => vscode.l10n.t('Set the status of one label to {0}?', target),
      other: (count) => vscode.l10n.t('Set the status of {0} labels to {1}?', count, target),
    }),
    detail: detailOf(change),
    send: vscode.l10n.t('Set Status'),
    show: vscode.l10n.t('Show Changes'),
  });
}

function nothingToChange(plan: ChangePlan, target: string): string {
  const { gone, unchanged, unknown } = plan;
  const missing = gone.length + unknown.length;
  if (missing === 0) {
    return countText(unchanged, {
      one: () => vscode.l10n.t('The label already has status {0}.', target),
      other: (count) => vscode.l10n.t('All {0} labels already have status {1}.', count, target),
    });
  }
  if (unchanged === 0 && unknown.length === 0) {
    return missing === 1
      ? vscode.l10n.t('The service no longer has this label.')
      : vscode.l10n.t('The service no longer has these labels.');
  }
  return joinSentences(planFacts(plan));
}

function detailOf({ account, names, plan }: StatusChange): readonly string[] {
  const labels = Array.from(plan.labels.values());
  const facts = [...statusLines(labels, names), ...skippedFacts(plan)];
  const called = labels.map(({ id, labelCode: code, labelName: name }) => ({ id, code, name }));
  return [accountText(account), ...facts, '', ...namedLabels(called)];
}

/** Lines with the number of labels by current status, the most frequent first. */
function statusLines(labels: readonly Label[], names: StatusNames): string[] {
  const counts = new Map<number | undefined, number>();
  for (const { labelStatus } of labels) {
    counts.set(labelStatus, (counts.get(labelStatus) ?? 0) + 1);
  }
  const sorted = Array.from(counts).sort(([, one], [, other]) => other - one);
  const lines = sorted
    .slice(0, namedStatuses)
    .map(([status, count]) => statusLine(status, count, names));
  const others = sorted.slice(namedStatuses).reduce((sum, [, count]) => sum + count, 0);
  return [
    ...lines,
    ...factOf(others, {
      one: (count) => vscode.l10n.t('{0} label has another status.', count),
      other: (count) => vscode.l10n.t('{0} labels have other statuses.', count),
    }),
  ];
}

function statusLine(status: number | undefined, labels: number, names: StatusNames): string {
  if (status === undefined) {
    return countText(labels, {
      one: (count) => vscode.l10n.t('{0} label has no status.', count),
      other: (count) => vscode.l10n.t('{0} labels have no status.', count),
    });
  }
  const name = numberedStatus(status, names);
  return countText(labels, {
    one: (count) => vscode.l10n.t('{0} label has status {1}.', count, name),
    other: (count) => vscode.l10n.t('{0} labels have status {1}.', count, name),
  });
}
