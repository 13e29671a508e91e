import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { formatNumber } from '../commands/formatNumber.ts';
import { notify } from '../commands/notify.ts';
import type { Label } from '../core/api/label.ts';
import type { ChangePlan } from '../core/labels/changes/changeSet.ts';
import { numberedStatus } from '../core/labels/exchange/labelChangesText.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { displayText } from '../core/text/displayText.ts';
import { joinSentences } from '../core/text/joinSentences.ts';
import { accountText } from './accountText.ts';
import type { ChangeProposal, ChangeProposals } from './changeProposals.ts';
import { leftAlone, planFacts } from './planFacts.ts';

/** What it takes to set the status of labels. */
export interface SetStatusOptions {
  readonly proposals: ChangeProposals;
  /** Returns the names of the status numbers, as they are set now. */
  readonly statusNames: () => StatusNames;
  /** Lets the user choose a new status for labels of an account; undefined if the user leaves. */
  readonly pickStatus: (
    title: string,
    account: LabelAccount,
    labels: readonly Label[],
  ) => Promise<number | undefined>;
}

/** A new status for many labels. */
interface StatusChange {
  readonly account: LabelAccount;
  readonly plan: ChangePlan;
  readonly status: number;
  readonly names: StatusNames;
}

/** How many labels, and how many statuses, are named before the rest is only counted. */
const namedLabels = 8;
const namedStatuses = 8;

/** How much of a name is shown: VS Code's dialog grows with its text. */
const shownCharacters = 80;

/** Lets the user choose a status for labels of one account, and sends it to those that have another. Throws `CancelledError`. */
export async function setStatus(
  account: LabelAccount,
  labels: readonly Label[],
  { pickStatus, proposals, statusNames }: SetStatusOptions,
): Promise<void> {
  const title =
    labels.length === 1
      ? vscode.l10n.t('Set Status')
      : vscode.l10n.t('Set Status of {0} Labels', formatNumber(labels.length));
  const status = await pickStatus(title, account, labels);
  if (status === undefined) {
    return;
  }
  const names = statusNames();
  const proposal: ChangeProposal = {
    account,
    origin: 'setStatus',
    title: vscode.l10n.t('Set Status: {0}', displayText(numberedStatus(status, names))),
    wanted: {
      // What the user sees may be old: it must neither decide what is sent, nor come back by an undo.
      labels: new Map(
        labels.map(({ id, labelCode }) => [id, labelCode === undefined ? [] : [labelCode]]),
      ),
      wantedFor: () => ({ labelStatus: status }),
    },
  };
  const plan = await proposals.plan(proposal);
  switch (await confirmStatus({ plan, status, names, account })) {
    case 'review':
      return await proposals.review(proposal, plan);
    case 'apply':
      return await proposals.carryOut(proposal, plan);
    case undefined:
  }
}

/** Says what would change, and asks. Undefined if the user does not want it, or nothing would change. */
async function confirmStatus(change: StatusChange): Promise<'apply' | 'review' | undefined> {
  const { account, plan, status, names } = change;
  const { length } = plan.changes;
  const target = displayText(numberedStatus(status, names));
  if (length === 0) {
    const message = nothingToChange(plan, target);
    await notify('information', vscode.l10n.t('{0}: {1}', accountText(account), message));
    return undefined;
  }
  const apply = vscode.l10n.t('Set Status');
  const review = vscode.l10n.t('Show Changes');
  const picked = await notify(
    'warning',
    length === 1
      ? vscode.l10n.t('Set the status of one label to {0}?', target)
      : vscode.l10n.t('Set the status of {0} labels to {1}?', formatNumber(length), target),
    [apply, review],
    detailOf(change),
  );
  return picked === apply ? 'apply' : picked === review ? 'review' : undefined;
}

function nothingToChange(plan: ChangePlan, target: string): string {
  const { gone, unchanged, unknown } = plan;
  const missing = gone.length + unknown.length;
  if (missing === 0) {
    return unchanged === 1
      ? vscode.l10n.t('The label has the status {0} already.', target)
      : vscode.l10n.t(
          'All {0} labels have the status {1} already.',
          formatNumber(unchanged),
          target,
        );
  }
  if (unchanged === 0 && unknown.length === 0) {
    return missing === 1
      ? vscode.l10n.t('The service no longer has this label.')
      : vscode.l10n.t('The service no longer has these labels.');
  }
  return joinSentences(planFacts(plan));
}

function detailOf({ account, names, plan }: StatusChange): string {
  const labels = Array.from(plan.labels.values());
  const named = labels.slice(0, namedLabels).map(nameOf);
  if (labels.length > named.length) {
    named.push(vscode.l10n.t('and {0} more', formatNumber(labels.length - named.length)));
  }
  const facts = [...statusLines(labels, names), ...leftAlone(plan)];
  return [accountText(account), ...facts, '', ...named].join('\n');
}

/** How many labels have which status now, the most frequent ones first. */
function statusLines(labels: readonly Label[], names: StatusNames): string[] {
  const counts = new Map<number | undefined, number>();
  for (const { labelStatus } of labels) {
    counts.set(labelStatus, (counts.get(labelStatus) ?? 0) + 1);
  }
  const sorted = Array.from(counts).sort(([, one], [, other]) => other - one);
  const lines = sorted
    .slice(0, namedStatuses)
    .map(([status, count]) =>
      status === undefined
        ? vscode.l10n.t('Without a status: {0}.', formatNumber(count))
        : vscode.l10n.t(
            'With status {0}: {1}.',
            displayText(numberedStatus(status, names)),
            formatNumber(count),
          ),
    );
  const others = sorted.slice(namedStatuses).reduce((sum, [, count]) => sum + count, 0);
  return others === 0
    ? lines
    : [...lines, vscode.l10n.t('With other statuses: {0}.', formatNumber(others))];
}

function nameOf({ id, labelCode, labelName }: Label): string {
  const names = [shown(labelName ?? ''), shown(labelCode ?? '')].filter((name) => name !== '');
  return names.length === 0 ? shown(id) : names.join(' · ');
}

/** The beginning of a name, cut between characters. */
function shown(text: string): string {
  const characters = Array.from(text.slice(0, 2 * shownCharacters));
  const isCut = characters.length > shownCharacters || text.length > 2 * shownCharacters;
  return displayText(isCut ? `${characters.slice(0, shownCharacters).join('')}…` : text);
}
