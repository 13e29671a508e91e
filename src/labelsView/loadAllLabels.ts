import * as vscode from 'vscode';
import { countText, formatNumber } from '../commands/formatNumber.ts';
import type { LabelList, LoadAllEnd } from '../core/labels/list/labelList.ts';
import { notify } from '../surfaces/notify.ts';
import { withReadProgress } from './readProgress.ts';

/**
 * Loads all labels of `list` with cancellable progress. Returns how loading ended. Throws `CancelledError` if
 * the user cancels.
 */
export async function loadAllLabels(list: LabelList, accountName: string): Promise<LoadAllEnd> {
  const title = vscode.l10n.t('Loading all labels of {0}', accountName);
  return await withReadProgress(
    title,
    list,
    list.count,
    async (signal) => await list.loadAll(signal),
  );
}

/** Notifies the user that loading stopped at the limit. Returns whether to continue. */
export async function askToContinueLoading({ count, total }: LabelList): Promise<boolean> {
  const loadMore = vscode.l10n.t('Load More');
  const message =
    total === undefined
      ? countText(count, {
          other: (text) => vscode.l10n.t('{0} labels are loaded, and there are more.', text),
        })
      : countText(total, {
          other: (text) =>
            vscode.l10n.t('{0} of {1} labels are loaded.', formatNumber(count), text),
        });
  return (await notify('information', message, { [loadMore]: 'reads' })) === loadMore;
}
