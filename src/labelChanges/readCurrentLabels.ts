import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { notifyProgress } from '../commands/notify.ts';
import type { Label } from '../core/api/label.ts';
import { abortable } from '../core/async/abort.ts';
import type { Clock } from '../core/async/clock.ts';
import type { WantedLabels } from '../core/labels/list/labelLookup.ts';
import { percentSteps, type Progress } from '../core/labels/percentSteps.ts';
import { displayText } from '../core/text/displayText.ts';

/** For how long a search is not shown: a notification that is gone at once says nothing to anybody. */
const quietMilliseconds = 400;

/**
 * Those of the labels `wanted` that the account has, as they are now, by their ids; read once `ready`
 * has resolved. What takes longer than a moment shows in a notification how far it has come, and can be
 * cancelled there. Throws `CancelledError` and what the repository throws.
 */
export async function readCurrentLabels(
  { label, repository }: LabelAccount,
  wanted: WantedLabels,
  clock: Clock,
  ready: Promise<void> = Promise.resolve(),
): Promise<ReadonlyMap<string, Label>> {
  const cancelling = new AbortController();
  let show: Progress | undefined;
  const read = async (): Promise<ReadonlyMap<string, Label>> => {
    await abortable(ready, cancelling.signal);
    return await repository.findAll(wanted, cancelling.signal, (looked, total) =>
      show?.(looked, total),
    );
  };
  const reading = read();
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
  const title = vscode.l10n.t('Comparing with the labels of {0}', displayText(label));
  return await notifyProgress(title, async (progress, signal) => {
    signal.addEventListener('abort', () => cancelling.abort());
    show = percentSteps((_looked, _total, increment) => progress.report({ increment }));
    return await reading;
  });
}
