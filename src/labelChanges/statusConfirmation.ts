import * as vscode from 'vscode';
import type { Label } from '../core/api/label.ts';
import { withoutLinks } from '../core/text/withoutLinks.ts';
import type { LabelUpdate } from '../core/labels/changes/bulkUpdate.ts';
import { displayText } from '../core/text/displayText.ts';
import { numberedStatus } from '../core/labels/exchange/labelChangesText.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import type { StatusPlan } from '../core/labels/changes/statusPlan.ts';
import { formatNumber } from '../commands/formatNumber.ts';

/** A new status for many labels. */
export interface StatusChange {
  readonly plan: StatusPlan;
  readonly status: number;
  readonly names: StatusNames;
}

/** How many labels, and how many statuses, are named before the rest is only counted. */
const namedLabels = 8;
const namedStatuses = 8;

/** How much of a name is shown: VS Code's dialog grows with its text. */
const shownCharacters = 80;

/** Says what would change, and asks. Undefined where the user does not want it, or nothing would change. */
export async function confirmStatus(change: StatusChange): Promise<'apply' | 'review' | undefined> {
  const { plan, status, names } = change;
  const { updates } = plan;
  const target = displayText(numberedStatus(status, names));
  if (updates.length === 0) {
    await vscode.window.showInformationMessage(withoutLinks(nothingToChange(plan, target)));
    return undefined;
  }
  const apply = vscode.l10n.t('Set Status');
  const review = vscode.l10n.t('Show Changes');
  const picked = await vscode.window.showWarningMessage(
    updates.length === 1
      ? vscode.l10n.t('Set the status of one label to {0}?', target)
      : vscode.l10n.t('Set the status of {0} labels to {1}?', formatNumber(updates.length), target),
    { modal: true, detail: detailOf(change) },
    apply,
    review,
  );
  return picked === apply ? 'apply' : picked === review ? 'review' : undefined;
}

function nothingToChange({ missing, unchanged }: StatusPlan, target: string): string {
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

function detailOf({ plan, names }: StatusChange): string {
  const { missing, unchanged, updates } = plan;
  const named = updates.slice(0, namedLabels).map(({ label }) => nameOf(label));
  if (updates.length > named.length) {
    named.push(vscode.l10n.t('and {0} more', formatNumber(updates.length - named.length)));
  }
  return [
    ...statusLines(updates, names),
    ...(unchanged === 0
      ? []
      : [vscode.l10n.t('{0} have it already and are left alone', formatNumber(unchanged))]),
    ...(missing === 0 ? [] : [vscode.l10n.t('{0} are no longer there', formatNumber(missing))]),
    '',
    ...named,
  ].join('\n');
}

/** How many labels have which status now, the most frequent ones first. */
function statusLines(updates: readonly LabelUpdate[], names: StatusNames): string[] {
  const counts = new Map<number | undefined, number>();
  for (const { label } of updates) {
    counts.set(label.labelStatus, (counts.get(label.labelStatus) ?? 0) + 1);
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
