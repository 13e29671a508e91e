import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { formatNumber } from '../commands/formatNumber.ts';
import { notify, notifyProgress } from '../commands/notify.ts';
import { FileError } from '../core/errors/fileError.ts';
import {
  exportLabels,
  type ExportFormat,
  type LabelExportResult,
} from '../core/labels/exchange/labelExport.ts';
import {
  isEmptyFilter,
  labelFilterSummary,
  type LabelFilter,
} from '../core/labels/list/labelFilter.ts';
import { percentSteps } from '../core/labels/percentSteps.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { displayText } from '../core/text/displayText.ts';
import { exportFileName } from './exportFileName.ts';

interface FormatItem extends vscode.QuickPickItem {
  readonly format: ExportFormat;
}

/** Lets the user choose a format and a file, and writes what `filter` matches to it. */
export async function exportToFile(
  account: LabelAccount,
  filter: LabelFilter,
  names: StatusNames,
): Promise<void> {
  const name = displayText(account.label);
  const title = isEmptyFilter(filter)
    ? vscode.l10n.t('Export All Labels: {0}', name)
    : vscode.l10n.t('Export Labels: {0}, {1}', name, labelFilterSummary(filter, names));
  const picked = await vscode.window.showQuickPick(formatItems(), { title });
  if (picked === undefined) {
    return;
  }
  const ending = picked.format === 'json' ? 'json' : 'csv';
  const target = await vscode.window.showSaveDialog({
    title,
    defaultUri: defaultUri(exportFileName(account.account.tenantId, ending)),
    filters: { [ending.toUpperCase()]: [ending] },
  });
  if (target === undefined) {
    return;
  }
  const result = await notifyProgress(title, async (progress, signal) => {
    const report = percentSteps((written, total = written, increment) => {
      const message = vscode.l10n.t('{0} of {1}', formatNumber(written), formatNumber(total));
      progress.report({ message, increment });
    });
    const options = { source: account.repository, filter, format: picked.format };
    return await writeTo(
      target,
      async (path) => await exportLabels({ ...options, path, signal, onProgress: report }),
    );
  });
  await reportExport(target, result);
}

function formatItems(): FormatItem[] {
  return [
    {
      format: 'csv',
      label: vscode.l10n.t('CSV'),
      detail: vscode.l10n.t('ID, code, name and status, as they are. For other programs.'),
    },
    {
      format: 'excelCsv',
      label: vscode.l10n.t('CSV for Excel'),
      detail: vscode.l10n.t(
        'The same, so that Excel neither runs nor changes what is in the cells. Can be imported again.',
      ),
    },
    {
      format: 'json',
      label: vscode.l10n.t('JSON'),
      detail: vscode.l10n.t('Everything that the service sends.'),
    },
  ];
}

function defaultUri(name: string): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  return vscode.Uri.joinPath(folder?.uri ?? vscode.Uri.file(homedir()), name);
}

/** Streams go to files of this machine; a file elsewhere gets a copy of one. */
async function writeTo(
  target: vscode.Uri,
  write: (path: string) => Promise<LabelExportResult>,
): Promise<LabelExportResult> {
  if (target.scheme === 'file') {
    return await write(target.fsPath);
  }
  // A folder that only this user can read.
  const folder = await mkdtemp(join(tmpdir(), 'workforce-labels-'));
  try {
    const path = join(folder, 'export');
    const result = await write(path);
    await vscode.workspace.fs.copy(vscode.Uri.file(path), target, { overwrite: true });
    return result;
  } catch (error) {
    throw error instanceof vscode.FileSystemError
      ? new FileError('write', { cause: error })
      : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function reportExport(target: vscode.Uri, result: LabelExportResult): Promise<void> {
  const { leftOut, written } = result;
  const message = [
    vscode.l10n.t('Labels exported: {0}.', formatNumber(written)),
    ...(leftOut === 0
      ? []
      : [vscode.l10n.t('Unreadable records left out: {0}.', formatNumber(leftOut))]),
  ].join(' ');
  const open = vscode.l10n.t('Open File');
  if ((await notify('information', message, [open])) === open) {
    await vscode.commands.executeCommand('vscode.open', target);
  }
}
