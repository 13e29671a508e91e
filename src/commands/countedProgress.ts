import * as vscode from 'vscode';
import { percentSteps, type ProgressListener } from '../core/labels/percentSteps.ts';
import type { ProgressReport } from '../surfaces/notify.ts';
import { formatNumber } from './formatNumber.ts';

/**
 * Returns a function that reports in `progress` how many labels have been read, of how many if that is known;
 * `start` were there before.
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
