import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { formatNumber } from '../commands/formatNumber.ts';
import { notify } from '../commands/notify.ts';
import type { Label } from '../core/api/label.ts';
import type { Clock } from '../core/async/clock.ts';
import { planChanges, type ChangePlan } from '../core/labels/changes/changeSet.ts';
import { numberedStatus } from '../core/labels/exchange/labelChangesText.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { displayText } from '../core/text/displayText.ts';
import { accountText } from './accountText.ts';
import type { ChangesReview } from './changesReview.ts';
import type { ChangesRuns } from './changesRuns.ts';
import { readCurrentLabels } from './readCurrentLabels.ts';

/** What it takes to set the status of labels. */
export interface SetStatusOptions {
  readonly clock: Clock;
  readonly review: ChangesReview;
  readonly runs: ChangesRuns;
  /** Returns the names of the status numbers, as they are set now. */
  readonly statusNames: () => StatusNames;
  /** Lets the user choose a status, `present` ones among them; undefined if the user leaves. */
  readonly pickStatus: (title: string, present: readonly number[]) => Promise<number | undefined>;
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
  { clock, pickStatus, review, runs, statusNames }: SetStatusOptions,
): Promise<void> {
  const title =
    labels.length === 1
      ? vscode.l10n.t('Set Status')
      : vscode.l10n.t('Set Status of {0} Labels', formatNumber(labels.length));
  const present = new Set(labels.flatMap(({ labelStatus }) => labelStatus ?? []));
  const status = await pickStatus(title, Array.from(present));
  if (status === undefined) {
    return;
  }
  // What the user sees may be old: it must neither decide what is sent, nor come back by an undo.
  const codes = new Map(
    labels.map(({ id, labelCode }) => [id, labelCode === undefined ? [] : [labelCode]]),
  );
  const wanted = new Map(labels.map(({ id }) => [id, { labelStatus: status }]));
  const planNow = async (): Promise<ChangePlan> =>
    planChanges(wanted, await readCurrentLabels(account, codes, clock));
  const plan = await planNow();
  const names = statusNames();
  const answer = await confirmStatus({ plan, status, names, account });
  const name = accountText(account);
  const count = formatNumber(plan.changes.length);
  const question = vscode.l10n.t('{0}: Labels to change: {1}.', name, count);
  const reviewTitle = vscode.l10n.t('{0}: {1}', name, title);
  const agreed =
    answer === 'review'
      ? await review.agree(plan, { names, title: reviewTitle, question }, planNow)
      : answer === 'apply'
        ? plan
        : undefined;
  if (agreed !== undefined) {
    const target = displayText(numberedStatus(status, names));
    const runTitle = vscode.l10n.t('Set Status: {0}', target);
    await runs.start(account, { title: runTitle, origin: 'setStatus', changes: agreed.changes });
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

function nothingToChange(
  { missing: { length: missing }, unchanged }: ChangePlan,
  target: string,
): string {
  if (missing === 0) {
    return unchanged === 1
      ? vscode.l10n.t('The label has the status {0} already.', target)
      : vscode.l10n.t(
          'All {0} labels have the status {1} already.',
          formatNumber(unchanged),
          target,
        );
  }
  if (unchanged === 0) {
    return missing === 1
      ? vscode.l10n.t('The service no longer has this label.')
      : vscode.l10n.t('The service no longer has these labels.');
  }
  return [
    vscode.l10n.t('Labels that have the status {0} already: {1}.', target, formatNumber(unchanged)),
    vscode.l10n.t('No longer there: {0}.', formatNumber(missing)),
  ].join(' ');
}

function detailOf({ account, names, plan }: StatusChange): string {
  const { unchanged } = plan;
  const missing = plan.missing.length;
  const labels = Array.from(plan.labels.values());
  const named = labels.slice(0, namedLabels).map(nameOf);
  if (labels.length > named.length) {
    named.push(vscode.l10n.t('and {0} more', formatNumber(labels.length - named.length)));
  }
  return [
    accountText(account),
    ...statusLines(labels, names),
    ...(unchanged === 0
      ? []
      : [vscode.l10n.t('{0} have it already and are left alone', formatNumber(unchanged))]),
    ...(missing === 0 ? [] : [vscode.l10n.t('{0} are no longer there', formatNumber(missing))]),
    '',
    ...named,
  ].join('\n');
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
        ? vscode.l10n.t('{0} without a status', formatNumber(count))
        : vscode.l10n.t(
            '{0} with status {1}',
            formatNumber(count),
            displayText(numberedStatus(status, names)),
          ),
    );
  const others = sorted.slice(namedStatuses).reduce((sum, [, count]) => sum + count, 0);
  return others === 0
    ? lines
    : [...lines, vscode.l10n.t('{0} with other statuses', formatNumber(others))];
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
