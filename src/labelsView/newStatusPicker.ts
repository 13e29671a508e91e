import * as vscode from 'vscode';
import { countText, formatNumber } from '../commands/formatNumber.ts';
import type { Label } from '../core/api/label.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { pickStatus } from './statusPicker.ts';

/** Labels for which the user chooses a new status. */
export interface NewStatusQuestion {
  readonly title: string;
  readonly labels: readonly Label[];
  /** Known statuses of the account's labels. */
  readonly seen: Iterable<number>;
  readonly names: StatusNames;
}

/**
 * Lets the user choose a new status for labels: a named status, one that the account uses, or any number.
 * Marks the current statuses. Returns undefined if cancelled.
 */
export async function pickNewStatus(question: NewStatusQuestion): Promise<number | undefined> {
  const { labels, names, seen, title } = question;
  const counts = new Map<number, number>();
  for (const { labelStatus } of labels) {
    if (labelStatus !== undefined) {
      counts.set(labelStatus, (counts.get(labelStatus) ?? 0) + 1);
    }
  }
  const [chosen] = counts.keys();
  const notes = new Map(
    Array.from(counts, ([status, count]) => [status, noteOn(count, labels.length)]),
  );
  const present = [...counts.keys(), ...seen];
  return (
    await pickStatus({ title, names, statusesInUse: present, notes, chosen, isFilter: false })
  )?.status;
}

/** Note next to a status that `count` of `all` labels have. */
function noteOn(count: number, all: number): string {
  return count === all
    ? vscode.l10n.t('current')
    : countText(all, {
        other: (text) => vscode.l10n.t('{0} of {1} labels', formatNumber(count), text),
      });
}
