import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import type { LabelId } from '../core/account/labelAddress.ts';
import type { Label } from '../core/api/label.ts';
import type { Clock } from '../core/async/clock.ts';
import { CompleteWalk } from '../core/labels/list/completeWalk.ts';
import type { LabelFilter } from '../core/labels/list/labelFilter.ts';
import { accountText } from './accountText.ts';
import { labelsToRead, type LabelScope } from './labelScope.ts';
import { readCurrentLabels } from './readCurrentLabels.ts';
import { withSlowProgress } from './slowProgress.ts';

/** Labels as the service has them now. */
export interface LabelsNow {
  /** In the order of the service, or in that in which they were chosen. */
  readonly labels: ReadonlyMap<LabelId, Label>;
  /** How many of those chosen the service no longer has. */
  readonly gone: number;
  /** How many the service has not listed, of those that it says to have or that were chosen. */
  readonly missing: number;
}

/**
 * Reads the labels that are meant. What takes longer than a moment shows how far it has come, and can be
 * cancelled. Throws `CancelledError` and what the repository throws.
 */
export async function readScope(
  account: LabelAccount,
  scope: LabelScope,
  clock: Clock,
): Promise<LabelsNow> {
  if (scope.kind === 'filter') {
    return await readMatching(account, scope.filter, clock);
  }
  const { found, gone, unknown } = await readCurrentLabels(
    account,
    labelsToRead(scope.labels),
    clock,
  );
  const labels = new Map(
    scope.labels.flatMap(({ id }) => {
      const label = found.get(id);
      return label === undefined ? [] : [[id, label] as const];
    }),
  );
  return { labels, gone: gone.size, missing: unknown.size };
}

async function readMatching(
  account: LabelAccount,
  filter: LabelFilter,
  clock: Clock,
): Promise<LabelsNow> {
  const title = vscode.l10n.t('Reading the labels of {0}', accountText(account));
  return await withSlowProgress(title, clock, async (signal, onProgress) => {
    const walk = new CompleteWalk(account.repository, filter);
    const labels = new Map<LabelId, Label>();
    for await (const entries of walk.entries(signal)) {
      for (const entry of entries) {
        if (entry.kind === 'label') {
          labels.set(entry.label.id, entry.label);
        }
      }
      onProgress(walk.count, walk.total);
    }
    return { labels, gone: 0, missing: walk.missing };
  });
}
