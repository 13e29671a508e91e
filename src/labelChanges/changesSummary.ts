import * as vscode from 'vscode';
import { formatNumber } from '../commands/formatNumber.ts';
import { notify } from '../commands/notify.ts';
import type { ChangesOutcome } from '../core/labels/changes/changesOutcome.ts';
import { canUndo } from '../core/labels/changes/labelUndo.ts';
import { resultText } from '../core/labels/exchange/labelChangesText.ts';
import type { ReadOnlyTexts } from './readOnlyTexts.ts';

/** What the user wants done about changes. */
export type ChangesWish = 'retryFailed' | 'sendRest' | 'undo';

/** Says what came of changes, and asks what is to be done about it; undefined if nothing. */
export async function showChangesSummary(
  outcome: ChangesOutcome,
  texts: ReadOnlyTexts,
): Promise<ChangesWish | undefined> {
  const { done, failed, leftAlone, notSent } = outcome;
  const hasFailures = failed.length > 0;
  const details = hasFailures ? vscode.l10n.t('Show Failures') : vscode.l10n.t('Show Details');
  const wishes = new Map<string, ChangesWish>([
    ...(hasFailures ? [[vscode.l10n.t('Retry Failed'), 'retryFailed'] as const] : []),
    ...(notSent.length > 0 ? [[vscode.l10n.t('Send the Rest'), 'sendRest'] as const] : []),
    ...(canUndo(done) ? [[vscode.l10n.t('Undo'), 'undo'] as const] : []),
  ]);
  const hasDetails = hasFailures || leftAlone.length > 0;
  const isComplete = !hasDetails && notSent.length === 0;
  const buttons = [...(hasDetails ? [details] : []), ...wishes.keys()];
  const message = messageOf(outcome);
  for (;;) {
    const picked = await notify(isComplete ? 'information' : 'warning', message, buttons);
    if (picked !== details) {
      return wishes.get(picked ?? '');
    }
    const name = hasFailures ? vscode.l10n.t('Failures') : vscode.l10n.t('Left as They Are');
    await texts.show(name, resultText(outcome));
  }
}

function messageOf({ done, failed, leftAlone, notSent }: ChangesOutcome): string {
  return [
    vscode.l10n.t('Labels changed: {0}.', formatNumber(done.length)),
    ...(failed.length === 0 ? [] : [vscode.l10n.t('Failed: {0}.', formatNumber(failed.length))]),
    ...(notSent.length === 0
      ? []
      : [vscode.l10n.t('Not sent: {0}.', formatNumber(notSent.length))]),
    ...(leftAlone.length === 0
      ? []
      : [vscode.l10n.t('Left as they are: {0}.', formatNumber(leftAlone.length))]),
  ].join(' ');
}
