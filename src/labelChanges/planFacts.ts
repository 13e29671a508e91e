import * as vscode from 'vscode';
import { formatNumber } from '../commands/formatNumber.ts';
import type { ChangePlan } from '../core/labels/changes/changeSet.ts';
import { factOf } from './countFacts.ts';

/** What a plan would do, and which labels it leaves alone: in sentences that need no plural. */
export function planFacts(plan: ChangePlan): readonly string[] {
  const count = formatNumber(plan.changes.length);
  return [vscode.l10n.t('Labels to change: {0}.', count), ...leftAlone(plan)];
}

/** Which labels a plan leaves alone, and why: in sentences that need no plural. */
export function leftAlone({ gone, unchanged, unknown }: ChangePlan): readonly string[] {
  return [
    ...factOf(unchanged, (count) => vscode.l10n.t('Already so: {0}.', count)),
    ...factOf(gone.length, (count) => vscode.l10n.t('No longer there: {0}.', count)),
    ...factOf(unknown.length, (count) =>
      vscode.l10n.t('Not found, but the service has not listed all its labels: {0}.', count),
    ),
  ];
}
