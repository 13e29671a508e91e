import * as vscode from 'vscode';
import { formatNumber } from '../commands/formatNumber.ts';
import { notify, notifyProgress } from '../commands/notify.ts';
import type { LabelList, LoadAllEnd } from '../core/labels/list/labelList.ts';
import { percentSteps } from '../core/labels/percentSteps.ts';

/**
 * Loads all labels of `list`, with a notification that counts and cancels, and returns how that has
 * ended. Throws `CancelledError` when the user cancels.
 */
export async function loadAllLabels(list: LabelList, accountName: string): Promise<LoadAllEnd> {
  return await notifyProgress(
    vscode.l10n.t('Loading all labels of {0}', accountName),
    async (progress, signal) => {
      const report = percentSteps((count, total, increment) => {
        const message =
          total === undefined
            ? formatNumber(count)
            : vscode.l10n.t('{0} of {1}', formatNumber(count), formatNumber(total));
        progress.report({ message, increment });
      }, list.count);
      const subscription = list.onDidProgress(() => report(list.count, list.total));
      try {
        return await list.loadAll(signal);
      } finally {
        subscription.dispose();
      }
    },
  );
}

/** Says that loading all labels has stopped at the ceiling, and asks whether it is to go on. */
export async function askToLoadOn({ count, total }: LabelList): Promise<boolean> {
  const goOn = vscode.l10n.t('Load More');
  const message =
    total === undefined
      ? vscode.l10n.t('{0} labels are loaded, and there are more.', formatNumber(count))
      : vscode.l10n.t('{0} of {1} labels are loaded.', formatNumber(count), formatNumber(total));
  return (await notify('information', message, [goOn])) === goOn;
}
