import * as vscode from 'vscode';
import { formatNumber } from '../commands/formatNumber.ts';
import { notify } from '../commands/notify.ts';
import { outcomeKindNames, outcomeKinds } from '../core/labels/changes/labelOutcome.ts';
import type { RunRecord } from '../core/labels/changes/runRecord.ts';
import { resultText } from '../core/labels/exchange/labelChangesText.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import type { ReadOnlyTexts } from './readOnlyTexts.ts';

/** What the user wants done about a run. */
export type ChangesWish = 'retryFailed' | 'goOn' | 'undo';

/** What a summary needs. */
export interface SummaryOptions {
  /** Whose labels they are. */
  readonly account: string;
  readonly texts: ReadOnlyTexts;
  readonly names: StatusNames;
}

/** Says what came of a run, and asks what is to be done about it; undefined if nothing. */
export async function showChangesSummary(
  record: RunRecord,
  { account, names, texts }: SummaryOptions,
): Promise<ChangesWish | undefined> {
  const hasFailures = record.openLabels('retry').length > 0;
  const hasRest = record.openLabels('goOn').length > 0;
  const hasDetails = hasFailures || record.labelsWith('conflict').length > 0 || hasRest;
  const details = hasFailures ? vscode.l10n.t('Show Failures') : vscode.l10n.t('Show Details');
  const wishes = new Map<string, ChangesWish>([
    ...(hasFailures ? [[vscode.l10n.t('Retry Failed'), 'retryFailed'] as const] : []),
    ...(hasRest ? [[vscode.l10n.t('Go On'), 'goOn'] as const] : []),
    ...(record.sent.size > 0 ? [[vscode.l10n.t('Undo'), 'undo'] as const] : []),
  ]);
  const buttons = [...(hasDetails ? [details] : []), ...wishes.keys()];
  const message = vscode.l10n.t('{0}: {1}', account, countsText(record));
  for (;;) {
    const picked = await notify(hasDetails ? 'warning' : 'information', message, buttons);
    if (picked !== details) {
      return wishes.get(picked ?? '');
    }
    await texts.show(vscode.l10n.t('Result'), resultText(record, names));
  }
}

/** How many labels have which outcome. */
export function countsText(record: RunRecord): string {
  const counts = record.counts();
  return outcomeKindNames
    .filter((kind) => kind === 'done' || counts[kind] > 0)
    .map((kind) =>
      kind === 'done'
        ? vscode.l10n.t('Labels changed: {0}.', formatNumber(counts[kind]))
        : vscode.l10n.t('{0}: {1}.', outcomeKinds[kind].title(), formatNumber(counts[kind])),
    )
    .join(' ');
}
