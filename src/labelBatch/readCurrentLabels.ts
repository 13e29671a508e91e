import * as vscode from 'vscode';
import type { Label } from '../core/api/label.ts';
import { abortSignalFrom } from '../core/base/abort.ts';
import { withoutLinks } from '../core/base/withoutLinks.ts';
import type { WantedLabels } from '../core/labels/currentLabels.ts';
import { displayText } from '../core/labels/displayText.ts';
import type { LabelAccount } from '../core/labels/labelAccounts.ts';
import { percentSteps } from '../core/labels/percentSteps.ts';

/**
 * Those of the labels `wanted` that the account has, as they are now, by their ids: with a notification
 * that shows how far it has come and cancels. Throws `CancelledError` and what the repository throws.
 */
export async function readCurrentLabels(
  { label, repository }: LabelAccount,
  wanted: WantedLabels,
): Promise<ReadonlyMap<string, Label>> {
  const title = vscode.l10n.t('Comparing with the labels of {0}', displayText(label));
  return await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      cancellable: true,
      title: withoutLinks(title),
    },
    async (progress, token) =>
      await repository.findAll(
        wanted,
        abortSignalFrom(token),
        percentSteps((_looked, _total, increment) => progress.report({ increment })),
      ),
  );
}
