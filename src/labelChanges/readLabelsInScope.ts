import * as vscode from 'vscode';
import { accountText } from '../accounts/accountText.ts';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { readCurrentLabels } from '../accounts/readCurrentLabels.ts';
import { withSlowProgress } from '../commands/slowProgress.ts';
import type { LabelId } from '../core/account/labelAddress.ts';
import type { Label } from '../core/api/label.ts';
import type { Clock } from '../core/async/clock.ts';
import type { LabelFilter } from '../core/labels/list/labelCriteria.ts';
import { CompleteWalk } from '../core/labels/reading/completeWalk.ts';
import { labelsToRead, type LabelScope } from './labelScope.ts';

/** Current labels of the service. */
export interface LabelsNow {
  /** Labels, in the order of the service or of the selection. */
  readonly labels: ReadonlyMap<LabelId, Label>;
  /** Number of chosen labels that no longer exist. */
  readonly gone: number;
  /** Number of labels that the service did not list, although it counted them or the user chose them. */
  readonly missing: number;
}

/**
 * Reads the labels of the scope. A cancellable progress notification appears if this takes longer than a
 * moment. Throws `CancelledError` and the errors of the repository.
 */
export async function readLabelsInScope(
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
