import * as vscode from 'vscode';
import { percentSteps, type ProgressListener } from '../core/labels/percentSteps.ts';
import type { ProgressReport } from '../surfaces/notify.ts';
import { formatNumber } from './formatNumber.ts';

/**
 * Returns a listener that reports to `progress` how many labels have been read, and the total if known.
 * `start` labels were already read before.
 */
export function countedProgress(progress: ProgressReport, start?: number): ProgressListener {
  return percentSteps((read, total, increment) => {
    const message =
      total === undefined
        ? formatNumber(read)
        : vscode.l10n.t('{0} of {1}', formatNumber(read), formatNumber(total));
    progress.report({ message, increment });
  }, start);
}
