import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { notifyProgress } from '../commands/notify.ts';
import type { Clock } from '../core/async/clock.ts';
import {
  readFreshLabels,
  type FreshLabels,
  type LabelsToRead,
} from '../core/labels/changes/freshLabels.ts';
import { percentSteps, type Progress } from '../core/labels/percentSteps.ts';
import { accountText } from './accountText.ts';

/** For how long a search is not shown: a notification that is gone at once says nothing to anybody. */
const quietMilliseconds = 400;

/**
 * What the account has of the labels `wanted` now. What takes longer than a moment
 * shows in a notification how far it has come, and can be cancelled there. Throws `CancelledError` and
 * what the repository throws.
 */
export async function readCurrentLabels(
  account: LabelAccount,
  wanted: LabelsToRead,
  clock: Clock,
): Promise<FreshLabels> {
  const { repository } = account;
  const cancelling = new AbortController();
  let show: Progress | undefined;
  const reading = readFreshLabels(wanted, {
    source: {
      page: async (request, signal) => await repository.page(request, signal, 'wait'),
    },
    signal: cancelling.signal,
    onProgress: (looked, total) => show?.(looked, total),
  });
  const { promise: isSlow, resolve } = Promise.withResolvers<void>();
  const timer = clock.schedule(quietMilliseconds, resolve);
  try {
    const labels = await Promise.race([reading, isSlow]);
    if (labels !== undefined) {
      return labels;
    }
  } finally {
    timer.dispose();
  }
  const title = vscode.l10n.t('Comparing with the labels of {0}', accountText(account));
  return await notifyProgress(title, async (progress, signal) => {
    signal.addEventListener('abort', () => cancelling.abort());
    show = percentSteps((_looked, _total, increment) => progress.report({ increment }));
    return await reading;
  });
}
