import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { countText, formatNumber } from '../commands/formatNumber.ts';
import { notify, notifyProgress } from '../commands/notify.ts';
import type { Clock } from '../core/async/clock.ts';
import { FileError } from '../core/errors/fileError.ts';
import {
  exportLabels,
  type ExportContent,
  type ExportFormat,
  type LabelExportResult,
} from '../core/labels/exchange/labelExport.ts';
import { isEmptyFilter } from '../core/labels/list/labelFilter.ts';
import { percentSteps } from '../core/labels/percentSteps.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { displayText } from '../core/text/displayText.ts';
import { joinSentences } from '../core/text/joinSentences.ts';
import { listSeparator } from '../core/text/listSeparator.ts';
import { factOf, notListedFact } from './countFacts.ts';
import { exportFileName } from './exportFileName.ts';
import { scopeText, type LabelScope } from './labelScope.ts';
import { readScope, type LabelsNow } from './readScope.ts';

interface FormatItem extends vscode.QuickPickItem {
  readonly format: ExportFormat;
}

interface ExportToFileOptions {
  readonly clock: Clock;
  /** Returns the names of the status numbers, as they are set now. */
  readonly statusNames: () => StatusNames;
}

/**
 * Lets the user choose a format and a file, and writes the labels that are meant to it. Throws
 * `CancelledError`, `FileError` and what the repository throws.
 */
export async function exportToFile(
  account: LabelAccount,
  scope: LabelScope,
  { clock, statusNames }: ExportToFileOptions,
): Promise<void> {
  const name = displayText(account.label);
  const title =
    scope.kind === 'filter' && isEmptyFilter(scope.filter)
      ? vscode.l10n.t('Export All Labels: {0}', name)
      : vscode.l10n.t('Export Labels: {0}, {1}', name, scopeText(scope, statusNames()));
  const picked = await vscode.window.showQuickPick(formatItems(), { title });
  if (picked === undefined) {
    return;
  }
  const { format } = picked;
  const ending = format.kind;
  const target = await vscode.window.showSaveDialog({
    title,
    defaultUri: defaultUri(exportFileName(account.account.tenantId, ending)),
    filters: { [ending.toUpperCase()]: [ending] },
  });
  if (target === undefined) {
    return;
  }
  const { content, gone, missing } = await contentOf(account, scope, clock);
  const result = await notifyProgress(title, async (progress, signal) => {
    const report = percentSteps((read, total, increment) => {
      const message =
        total === undefined
          ? formatNumber(read)
          : vscode.l10n.t('{0} of {1}', formatNumber(read), formatNumber(total));
      progress.report({ message, increment });
    });
    return await writeTo(
      target,
      async (path) => await exportLabels({ content, format, path, signal, onProgress: report }),
    );
  });
  await reportExport(target, { ...result, missing: missing + result.missing }, gone);
}

/** Labels that were chosen are read first: what the user sees of them may be old. */
async function contentOf(
  account: LabelAccount,
  scope: LabelScope,
  clock: Clock,
): Promise<{ readonly content: ExportContent } & Pick<LabelsNow, 'gone' | 'missing'>> {
  if (scope.kind === 'filter') {
    const { filter } = scope;
    const content = { kind: 'filter', source: account.repository, filter } as const;
    return { content, gone: 0, missing: 0 };
  }
  const { gone, labels, missing } = await readScope(account, scope, clock);
  return { content: { kind: 'labels', labels: Array.from(labels.values()) }, gone, missing };
}

/** What spreadsheets of people who write numbers as in this language of VS Code or of the system expect. */
function formatItems(): FormatItem[] {
  const system = new Intl.NumberFormat().resolvedOptions().locale;
  const delimiter = listSeparator(vscode.env.language, system);
  const other = delimiter === ',' ? ';' : ',';
  const names = { ',': vscode.l10n.t('Commas'), ';': vscode.l10n.t('Semicolons') };
  const plain = { delimiter: ',', isExcelSafe: false } as const;
  const excel = { delimiter, isExcelSafe: true } as const;
  return [
    {
      format: { kind: 'csv', dialect: plain, fields: 'known' },
      label: vscode.l10n.t('CSV'),
      detail: vscode.l10n.t('ID, code, name and status, as they are. For other programs.'),
    },
    {
      format: { kind: 'csv', dialect: plain, fields: 'all' },
      label: vscode.l10n.t('CSV, All Fields'),
      detail: vscode.l10n.t('A column for each field that the service sends, as it is.'),
    },
    {
      format: { kind: 'csv', dialect: excel, fields: 'known' },
      label: vscode.l10n.t('CSV for Excel'),
      description: names[delimiter],
      detail: vscode.l10n.t(
        'ID, code, name and status, so that Excel neither runs nor changes what is in the cells. Can be imported again.',
      ),
    },
    {
      format: { kind: 'csv', dialect: excel, fields: 'all' },
      label: vscode.l10n.t('CSV for Excel, All Fields'),
      description: names[delimiter],
      detail: vscode.l10n.t(
        'A column for each field that the service sends. Can be imported again.',
      ),
    },
    {
      format: { kind: 'csv', dialect: { ...excel, delimiter: other }, fields: 'known' },
      label: vscode.l10n.t('CSV for Excel, {0}', names[other]),
      detail: vscode.l10n.t('For an Excel in another language.'),
    },
    {
      format: { kind: 'json' },
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

async function reportExport(
  target: vscode.Uri,
  { leftOut, missing, written }: LabelExportResult,
  gone: number,
): Promise<void> {
  const message = joinSentences([
    countText(written, {
      one: (count) => vscode.l10n.t('{0} label exported.', count),
      other: (count) => vscode.l10n.t('{0} labels exported.', count),
    }),
    ...factOf(leftOut, (count) => vscode.l10n.t('Unreadable records left out: {0}.', count)),
    ...factOf(gone, (count) => vscode.l10n.t('No longer there: {0}.', count)),
    ...notListedFact(missing),
  ]);
  const open = vscode.l10n.t('Open File');
  const severity = missing === 0 ? 'information' : 'warning';
  if ((await notify(severity, message, [open])) === open) {
    await vscode.commands.executeCommand('vscode.open', target);
  }
}
