import { posix } from 'node:path';
import * as vscode from 'vscode';
import { accountText } from '../accounts/accountText.ts';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { readLabelsWithCodes } from '../accounts/readCurrentLabels.ts';
import { factOf } from '../commands/countFacts.ts';
import { countText, formatNumber } from '../commands/formatNumber.ts';
import { withSlowProgress } from '../commands/slowProgress.ts';
import type { Clock } from '../core/async/clock.ts';
import { FileError, UnusableFileError } from '../core/errors/fileError.ts';
import type { ImportRows } from '../core/labels/exchange/importRows.ts';
import { importProblemsText } from '../core/labels/exchange/labelChangesText.ts';
import { importProblems, readImport, wantedByImport } from '../core/labels/exchange/labelImport.ts';
import {
  codesOfRounded,
  matchedByCode,
  withoutRounded,
} from '../core/labels/exchange/roundedRows.ts';
import { cutText } from '../core/text/cutText.ts';
import { displayText } from '../core/text/displayText.ts';
import { showOpenDialog } from '../surfaces/fileDialogs.ts';
import { quickPickRow, showQuickPick } from '../surfaces/quickPick.ts';
import { proposalFacts, type ChangeProposal, type ChangeProposals } from './changeProposals.ts';
import type { ReadOnlyTexts } from './readOnlyTexts.ts';

/** Dependencies of importing labels. */
export interface ImportLabelsOptions {
  readonly clock: Clock;
  /** Path of the worker script that reads spreadsheets. */
  readonly spreadsheetWorker: string;
  readonly texts: ReadOnlyTexts;
  readonly proposals: ChangeProposals;
}

/** An importable file. */
interface ImportFile {
  /** Name of the file, for display. */
  readonly name: string;
  readonly rows: ImportRows;
}

/** Maximum number of ignored columns that a message names before it only counts the rest. */
const namedColumns = 8;

/** Maximum length of the name of an ignored column in a message, in UTF-16 units. */
const maximumNameLength = 60;

/**
 * Maximum file size in megabytes: enough for half a million labels. Much larger files could crash the
 * extension host.
 */
const maximumMegabytes = 50;

/**
 * Changes labels of `account` as specified by a workbook or CSV file that the user chooses. Throws
 * `CancelledError`, `FileError`, `UnusableFileError` and the errors of the repository.
 */
export async function importLabels(
  account: LabelAccount,
  { clock, proposals, spreadsheetWorker, texts }: ImportLabelsOptions,
): Promise<void> {
  const read = await readImportFile(account, { clock, spreadsheetWorker });
  const file = read && (await withRoundedRows(account, read, clock));
  if (file === undefined) {
    return;
  }
  const proposal: ChangeProposal = {
    account,
    origin: 'import',
    title: vscode.l10n.t('Import {0}', file.name),
    wanted: wantedByImport(file.rows),
  };
  const plan = await proposals.plan(proposal);
  const problems = await importProblems(file.rows, plan.gone);
  if (problems.length > 0) {
    const list = await importProblemsText(problems, moreProblemsText);
    await texts.show(vscode.l10n.t('Rows That Cannot Be Applied'), list);
  }
  const factsOf = proposalFacts(notesAbout(file.rows, problems.length));
  await proposals.review(proposal, plan, { factsOf });
}

/** Asks whether to match rows with rounded IDs by their codes; undefined if cancelled. */
async function withRoundedRows(
  account: LabelAccount,
  file: ImportFile,
  clock: Clock,
): Promise<ImportFile | undefined> {
  const { name, rows } = file;
  const codes = await codesOfRounded(rows);
  if (codes.length === 0) {
    return { name, rows: await withoutRounded(rows) };
  }
  const items = [
    quickPickRow({
      byCode: true,
      label: vscode.l10n.t('Match by Code'),
      detail: vscode.l10n.t('Finds the labels by the codes of these rows; you review the changes'),
    }),
    quickPickRow({ byCode: false, label: vscode.l10n.t('Skip These Rows') }),
  ];
  const title = countText(rows.rounded.length, {
    one: (count) => vscode.l10n.t('{0}: a spreadsheet has rounded the ID of {1} row', name, count),
    other: (count) =>
      vscode.l10n.t('{0}: a spreadsheet has rounded the IDs of {1} rows', name, count),
  });
  const picked = await showQuickPick(items, { title, ignoreFocusOut: true });
  if (picked === undefined) {
    return undefined;
  }
  return picked.byCode
    ? { name, rows: await matchedByCode(rows, await readLabelsWithCodes(account, codes, clock)) }
    : { name, rows: await withoutRounded(rows) };
}

/** Last line of an incomplete list of rows. */
function moreProblemsText(more: number): string {
  return countText(more, {
    one: (count) => vscode.l10n.t('{0} more row cannot be applied.', count),
    other: (count) => vscode.l10n.t('{0} more rows cannot be applied.', count),
  });
}

/** Sentences about content of the file that is ignored. */
function notesAbout({ ignoredColumns }: ImportRows, problems: number): readonly string[] {
  const named = ignoredColumns
    .slice(0, namedColumns)
    .map((name) => cutText(displayText(name), maximumNameLength));
  const others = ignoredColumns.length - named.length;
  if (others > 0) {
    named.push(vscode.l10n.t('and {0} more', formatNumber(others)));
  }
  return [
    ...factOf(problems, {
      one: (count) => vscode.l10n.t('{0} row cannot be applied.', count),
      other: (count) => vscode.l10n.t('{0} rows cannot be applied.', count),
    }),
    ...(ignoredColumns.length === 0
      ? []
      : [vscode.l10n.t('Ignored columns: {0}.', named.join(', '))]),
  ];
}

/** Reads a file that the user chooses; undefined if cancelled. */
async function readImportFile(
  account: LabelAccount,
  { clock, spreadsheetWorker }: Pick<ImportLabelsOptions, 'clock' | 'spreadsheetWorker'>,
): Promise<ImportFile | undefined> {
  const uri = await showOpenDialog(
    vscode.l10n.t('Import Labels: {0}', accountText(account)),
    vscode.l10n.t('Import'),
    { filters: { 'Excel, CSV': ['xlsx', 'csv', 'tsv', 'txt'] } },
  );
  if (uri === undefined) {
    return undefined;
  }
  const name = displayText(posix.basename(uri.path));
  const bytes = await readBytes(uri);
  const rows = await withSlowProgress(
    vscode.l10n.t('Reading {0}', name),
    clock,
    async (signal, report) =>
      await readImport(bytes, {
        spreadsheetWorker,
        signal,
        onProgress: (part) => report(part, 1),
      }),
  );
  return { name, rows };
}

async function readBytes(uri: vscode.Uri): Promise<Uint8Array> {
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size <= maximumMegabytes * 1_000_000) {
      return await vscode.workspace.fs.readFile(uri);
    }
  } catch (error) {
    throw new FileError('read', { cause: error });
  }
  throw new UnusableFileError(
    vscode.l10n.t(
      'The file is larger than {0} MB. Split it into smaller ones.',
      formatNumber(maximumMegabytes),
    ),
  );
}
