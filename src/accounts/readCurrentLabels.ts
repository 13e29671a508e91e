import * as vscode from 'vscode';
import { withSlowProgress } from '../commands/slowProgress.ts';
import type { Label } from '../core/api/label.ts';
import type { Clock } from '../core/async/clock.ts';
import {
  readFreshLabels,
  type FreshLabels,
  type LabelsToRead,
} from '../core/labels/reading/freshLabels.ts';
import { labelsWithCodes } from '../core/labels/reading/labelsWithCodes.ts';
import { accountText } from './accountText.ts';
import type { LabelAccount } from './labelAccounts.ts';

/**
 * Reads the current state of the labels `wanted`. A cancellable progress notification appears if this takes
 * longer than a moment. Throws `CancelledError` and the errors of the repository.
 */
export async function readCurrentLabels(
  account: LabelAccount,
  wanted: LabelsToRead,
  clock: Clock,
): Promise<FreshLabels> {
  const { repository } = account;
  const title = vscode.l10n.t('Comparing with the labels of {0}', accountText(account));
  return await withSlowProgress(title, clock, async (signal, onProgress) => {
    const options = { source: repository, signal, whenRateLimited: 'wait', onProgress } as const;
    return await readFreshLabels(wanted, options);
  });
}

/** Reads the labels that have one of `codes`, with the same progress and errors as `readCurrentLabels`. */
export async function readLabelsWithCodes(
  account: LabelAccount,
  codes: Iterable<string>,
  clock: Clock,
): Promise<readonly Label[]> {
  const { repository } = account;
  const title = vscode.l10n.t('Comparing with the labels of {0}', accountText(account));
  return await withSlowProgress(title, clock, async (signal, onProgress) => {
    const options = { source: repository, signal, whenRateLimited: 'wait', onProgress } as const;
    return await labelsWithCodes(codes, options);
  });
}
