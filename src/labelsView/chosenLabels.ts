import * as vscode from 'vscode';
import type { ChosenLabels } from '../accounts/commandTargets.ts';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import type { AccountId } from '../core/account/account.ts';
import type { Label } from '../core/api/label.ts';
import { notify } from '../surfaces/notify.ts';
import { LabelRow } from './rows/labelRow.ts';
import { LabelsViewRow } from './rows/labelsViewRow.ts';
import { RangeRow } from './rows/rangeRow.ts';

/** Returns the labels of `rows`, with their account. Notifies the user if no command can be run on them. */
export async function chosenLabels(
  rows: readonly unknown[],
  accounts: LabelAccounts,
): Promise<ChosenLabels> {
  const chosen = rows.filter((row) => row instanceof LabelRow || row instanceof RangeRow);
  const [id, ...otherIds] = new Set(chosen.map(({ accountId }) => accountId));
  const account = id === undefined ? undefined : accounts.find(id);
  if (account === undefined || otherIds.length > 0) {
    await notify(
      'information',
      otherIds.length > 0
        ? vscode.l10n.t('Select labels of one account only.')
        : vscode.l10n.t('Select one or more labels in the sidebar first.'),
    );
    return { account: undefined, labels: [] };
  }
  return { account, labels: labelsOf(chosen) };
}

/**
 * Returns the distinct labels of `rows`. A range includes all of its labels, unless some of them are selected
 * as well: a selection across an expanded range means only those labels.
 */
export function labelsOf(rows: readonly LabelsViewRow[]): readonly Label[] {
  const labels = new Map<string, Label>();
  const rangesOfLabels = new Set(
    rows.map((row) => (row instanceof LabelRow ? row.range?.id : undefined)),
  );
  for (const row of rows) {
    for (const label of labelsOfRow(row, rangesOfLabels)) {
      labels.set(`${row.accountId}/${label.id}`, label);
    }
  }
  return Array.from(labels.values());
}

function labelsOfRow(
  row: LabelsViewRow,
  rangesOfLabels: ReadonlySet<string | undefined>,
): readonly Label[] {
  if (row instanceof RangeRow) {
    return rangesOfLabels.has(row.id) ? [] : row.labels();
  }
  return row instanceof LabelRow ? [row.label] : [];
}

/** Returns the row on which a command is run; undefined if `argument` is not a row. */
export function rowOf(argument: unknown): LabelsViewRow | undefined {
  return argument instanceof LabelsViewRow ? argument : undefined;
}

/**
 * Returns whether a command is run without a target, for example from the Command Palette. A foreign row is a
 * target: another extension can show rows in our view, and then the user does not see our selection.
 */
export function isNothing(argument: unknown): boolean {
  return argument === undefined || argument === null;
}

/** Returns the account of the row on which a command is run; undefined if `argument` is not a row. */
export function accountOfRow(argument: unknown): AccountId | undefined {
  return rowOf(argument)?.accountId;
}

/** Returns the label row on which a command is run; undefined if `argument` is not a label row. */
export function labelOfRow(argument: unknown): LabelRow | undefined {
  return argument instanceof LabelRow ? argument : undefined;
}
