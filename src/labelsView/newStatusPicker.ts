import * as vscode from 'vscode';
import { formatNumber } from '../commands/formatNumber.ts';
import type { Label } from '../core/api/label.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { pickStatus } from './statusPicker.ts';

/** Which labels get a new status. */
export interface NewStatusQuestion {
  readonly title: string;
  readonly labels: readonly Label[];
  /** Those that labels of the account have. */
  readonly seen: Iterable<number>;
  readonly names: StatusNames;
}

/**
 * Lets the user choose a new status for labels: one with a name, one that labels of the account have, or
 * any number. Those that the labels have already say so. Returns undefined if the user leaves.
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
  return (await pickStatus({ title, names, present, notes, chosen, isFilter: false }))?.status;
}

/** Says that `count` of `all` labels have a status. */
function noteOn(count: number, all: number): string {
  return count === all
    ? vscode.l10n.t('current')
    : vscode.l10n.t('{0} of {1} labels', formatNumber(count), formatNumber(all));
}
