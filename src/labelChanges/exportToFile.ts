import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { accountText } from '../accounts/accountText.ts';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { countedProgress } from '../commands/countedProgress.ts';
import { factOf, goneFact, notListedFact } from '../commands/countFacts.ts';
import { countText } from '../commands/formatNumber.ts';
import type { Clock } from '../core/async/clock.ts';
import { FileError } from '../core/errors/fileError.ts';
import type { ChangeJournal } from '../core/labels/changes/journal/journal.ts';
import { chainsOf } from '../core/labels/changes/journal/runChain.ts';
import { changesFile } from '../core/labels/exchange/changesExport.ts';
import {
  exportFileName,
  exportLabels,
  type ExportContent,
  type ExportFormat,
  type LabelExportResult,
} from '../core/labels/exchange/labelExport.ts';
import { isEmptyFilter } from '../core/labels/list/labelFilter.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { displayText } from '../core/text/displayText.ts';
import { joinSentences } from '../core/text/joinSentences.ts';
import { showSaveDialog } from '../surfaces/fileDialogs.ts';
import { notify, notifyProgress } from '../surfaces/notify.ts';
import { quickPickRow, showQuickPick } from '../surfaces/quickPick.ts';
import { scopeText, type LabelScope } from './labelScope.ts';
import { readLabelsInScope, type LabelsNow } from './readLabelsInScope.ts';

/** A file format that the user can choose. */
interface FormatChoice<Format> {
  readonly format: Format;
  readonly label: string;
  readonly detail: string;
}

/** Names of the formats in the save dialog. */
const formatNames = { csv: 'CSV', json: 'JSON', xlsx: 'Excel' } as const satisfies Record<
  ExportFormat['kind'],
  string
>;

/** Maximum number of labels that a message names before it only counts the rest. */
const namedUnwritable = 3;

interface ExportToFileOptions {
  readonly clock: Clock;
  /** Path of the worker script that writes spreadsheets. */
  readonly spreadsheetWorker: string;
  /** Returns the configured status names. */
  readonly statusNames: () => StatusNames;
}

interface ExportChangesOptions {
  readonly journal: Pick<ChangeJournal, 'recordsOf' | 'runs'>;
  /** Path of the worker script that writes spreadsheets. */
  readonly spreadsheetWorker: string;
}

/**
 * Lets the user choose a format and a file, and writes the labels of the scope to it. Throws `CancelledError`,
 * `FileError` and the errors of the repository.
 */
export async function exportToFile(
  account: LabelAccount,
  scope: LabelScope,
  { clock, spreadsheetWorker, statusNames }: ExportToFileOptions,
): Promise<void> {
  const name = accountText(account);
  const title =
    scope.kind === 'filter' && isEmptyFilter(scope.filter)
      ? vscode.l10n.t('Export All Labels: {0}', name)
      : vscode.l10n.t('Export Labels: {0}, {1}', name, scopeText(scope, statusNames()));
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const picked = await pickFile(title, formatChoices(), (ending) =>
    vscode.Uri.joinPath(
      folder?.uri ?? vscode.Uri.file(homedir()),
      exportFileName(account.account.tenantId, ending),
    ),
  );
  if (picked === undefined) {
    return;
  }
  const { format, target } = picked;
  const { content, gone, missing } = await contentOf(account, scope, clock);
  const result = await notifyProgress(title, async (progress, signal) => {
    const report = countedProgress(progress);
    return await writeTo(
      target,
      async (path) =>
        await exportLabels({
          content,
          format,
          path,
          spreadsheetWorker,
          signal,
          onProgress: report,
        }),
    );
  });
  await reportExport(target, format.kind, { ...result, missing: missing + result.missing }, gone);
}

/**
 * Exports the run `id` with its undos and redos, or all runs if `id` is empty, to a file that the user
 * chooses. Throws `FileError` and `StorageError`.
 */
export async function exportChanges(
  id: string,
  { journal, spreadsheetWorker }: ExportChangesOptions,
): Promise<void> {
  const chains = chainsOf(await journal.runs());
  const runs = chains
    .filter(({ root }) => id === '' || root.header.id === id)
    .flatMap((chain) => chain.runs);
  const detail = vscode.l10n.t('One row for each field: who, when, old and new value, outcome.');
  const choices = [
    { format: 'xlsx', label: vscode.l10n.t('Excel'), detail },
    { format: 'csv', label: vscode.l10n.t('CSV'), detail },
    { format: 'json', label: vscode.l10n.t('JSON'), detail },
  ] as const;
  const picked = await pickFile(vscode.l10n.t('Export Changes'), choices, (ending) =>
    vscode.Uri.joinPath(vscode.Uri.file(homedir()), `changes.${ending}`),
  );
  if (picked === undefined) {
    return;
  }
  const file = await changesFile(journal.recordsOf(runs), picked.format, spreadsheetWorker);
  try {
    await vscode.workspace.fs.writeFile(picked.target, file.content);
  } catch (error) {
    throw new FileError('write', { cause: error });
  }
  if (file.unwritable.length > 0) {
    const names = file.unwritable.map((change) => change.code ?? change.id);
    await notify('warning', joinSentences(unwritableFact(names)));
  }
}

/** Lets the user choose a format and a file, with `defaultUri` as the suggestion; undefined if cancelled. */
async function pickFile<Format extends ExportFormat | ExportFormat['kind']>(
  title: string,
  choices: readonly FormatChoice<Format>[],
  defaultUri: (ending: ExportFormat['kind']) => vscode.Uri,
): Promise<{ readonly format: Format; readonly target: vscode.Uri } | undefined> {
  const picked = await showQuickPick(choices.map(quickPickRow), { title });
  if (picked === undefined) {
    return undefined;
  }
  const { format }: { readonly format: ExportFormat | ExportFormat['kind'] } = picked;
  const ending = typeof format === 'string' ? format : format.kind;
  const target = await showSaveDialog(title, {
    defaultUri: defaultUri(ending),
    filters: { [formatNames[ending]]: [ending] },
  });
  return target && { format: picked.format, target };
}

/** Returns the labels to export. Chosen labels are read first, as their rows may be outdated. */
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
  const { gone, labels, missing } = await readLabelsInScope(account, scope, clock);
  return { content: { kind: 'labels', labels: Array.from(labels.values()) }, gone, missing };
}

function formatChoices(): readonly FormatChoice<ExportFormat>[] {
  const allFields = vscode.l10n.t(
    'A column for each field that the service sends. Can be imported again.',
  );
  return [
    {
      format: { kind: 'xlsx', fields: 'known' },
      label: vscode.l10n.t('Excel'),
      detail: vscode.l10n.t(
        'ID, code, name and status, which Excel keeps as they are. Can be imported again.',
      ),
    },
    {
      format: { kind: 'xlsx', fields: 'all' },
      label: vscode.l10n.t('Excel, All Fields'),
      detail: allFields,
    },
    {
      format: { kind: 'csv', fields: 'known' },
      label: vscode.l10n.t('CSV'),
      detail: vscode.l10n.t(
        'ID, code, name and status; apostrophes keep Excel from converting values.',
      ),
    },
    {
      format: { kind: 'csv', fields: 'all' },
      label: vscode.l10n.t('CSV, All Fields'),
      detail: allFields,
    },
    {
      format: { kind: 'json' },
      label: vscode.l10n.t('JSON'),
      detail: vscode.l10n.t('Everything that the service sends, as it is. For other programs.'),
    },
  ];
}

/**
 * Writes to `target` by `write`; uses a temporary local file if `target` is not local, as streams support
 * only local files.
 */
async function writeTo(
  target: vscode.Uri,
  write: (path: string) => Promise<LabelExportResult>,
): Promise<LabelExportResult> {
  if (target.scheme === 'file') {
    return await write(target.fsPath);
  }
  // Only the current user can read this folder.
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
  ending: ExportFormat['kind'],
  { leftOut, missing, unwritable, written }: LabelExportResult,
  gone: number,
): Promise<void> {
  const message = joinSentences([
    countText(written, {
      one: (count) => vscode.l10n.t('{0} label exported.', count),
      other: (count) => vscode.l10n.t('{0} labels exported.', count),
    }),
    ...factOf(leftOut, {
      one: (count) => vscode.l10n.t('{0} unreadable record was skipped.', count),
      other: (count) => vscode.l10n.t('{0} unreadable records were skipped.', count),
    }),
    ...unwritableFact(unwritable.map(({ id, labelCode }) => labelCode ?? id)),
    ...goneFact(gone),
    ...notListedFact(missing),
  ]);
  const open = vscode.l10n.t('Open File');
  const severity = missing + unwritable.length === 0 ? 'information' : 'warning';
  if ((await notify(severity, message, { [open]: 'shows' })) === open) {
    // Open workbooks in Excel, and other files in VS Code.
    await (ending === 'xlsx'
      ? vscode.env.openExternal(target)
      : vscode.commands.executeCommand('vscode.open', target));
  }
}

/** Sentence about labels, by code or id, with a cell that is empty because it cannot hold their text. */
function unwritableFact(unwritable: readonly string[]): readonly string[] {
  const named = unwritable.slice(0, namedUnwritable);
  const names = named.map(displayText).join(', ');
  return factOf(unwritable.length, {
    one: (count) =>
      vscode.l10n.t(
        '{0} label contains text that the file cannot store; its cell is empty: {1}.',
        count,
        names,
      ),
    other: (count) =>
      vscode.l10n.t(
        '{0} labels contain text that the file cannot store; their cells are empty: {1}.',
        count,
        named.length < unwritable.length ? `${names}, …` : names,
      ),
  });
}
