import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import type { Clock } from '../core/async/clock.ts';
import {
  readFreshLabels,
  type FreshLabels,
  type LabelsToRead,
} from '../core/labels/changes/freshLabels.ts';
import { accountText } from './accountText.ts';
import { withSlowProgress } from './slowProgress.ts';

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
  const title = vscode.l10n.t('Comparing with the labels of {0}', accountText(account));
  return await withSlowProgress(title, clock, async (signal, onProgress) => {
    const source = {
      page: async (...[request, ended]: Parameters<typeof repository.page>) =>
        await repository.page(request, ended, 'wait'),
    };
    return await readFreshLabels(wanted, { source, signal, onProgress });
  });
}
