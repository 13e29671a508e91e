import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { formatNumber } from '../commands/formatNumber.ts';
import type { Clock } from '../core/async/clock.ts';
import { FileError, UnusableFileError } from '../core/errors/fileError.ts';
import { importProblemsText } from '../core/labels/exchange/labelChangesText.ts';
import {
  importProblems,
  readImport,
  wantedByImport,
  type ImportRows,
} from '../core/labels/exchange/labelImport.ts';
import { displayText } from '../core/text/displayText.ts';
import { accountText } from './accountText.ts';
import type { ChangeProposal, ChangeProposals } from './changeProposals.ts';
import type { ReadOnlyTexts } from './readOnlyTexts.ts';
import { withSlowProgress } from './slowProgress.ts';

/** What it takes to import labels. */
export interface ImportLabelsOptions {
  readonly clock: Clock;
  readonly texts: ReadOnlyTexts;
  readonly proposals: ChangeProposals;
}

/** A file that can be imported. */
interface ImportFile {
  /** Name of the file, fit to be shown. */
  readonly name: string;
  readonly rows: ImportRows;
}

/** How many columns that are left aside are named before the rest is only counted. */
const namedColumns = 8;

/** More than half a million labels take; reading much more could end the extension host. */
const maximumMegabytes = 50;

/**
 * Changes labels of `account` as a CSV file says that the user chooses. Throws `CancelledError`,
 * `FileError`, `UnusableFileError` and what the repository throws.
 */
export async function importLabels(
  account: LabelAccount,
  { clock, proposals, texts }: ImportLabelsOptions,
): Promise<void> {
  const file = await readImportFile(account, clock);
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
    const list = await importProblemsText(problems);
    await texts.show(vscode.l10n.t('Rows That Cannot Be Applied'), list);
  }
  await proposals.review(proposal, plan, notesAbout(file.rows, problems.length));
}

/** What the file holds that changes nothing. */
function notesAbout({ ignoredColumns }: ImportRows, problems: number): readonly string[] {
  const named = ignoredColumns.slice(0, namedColumns).map(displayText);
  const others = ignoredColumns.length - named.length;
  if (others > 0) {
    named.push(vscode.l10n.t('and {0} more', formatNumber(others)));
  }
  return [
    ...(problems === 0
      ? []
      : [vscode.l10n.t('Rows that cannot be applied: {0}.', formatNumber(problems))]),
    ...(ignoredColumns.length === 0
      ? []
      : [vscode.l10n.t('Columns left aside: {0}.', named.join(', '))]),
  ];
}

/** Reads a file that the user chooses; undefined if the user leaves. */
async function readImportFile(
  account: LabelAccount,
  clock: Clock,
): Promise<ImportFile | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Import Labels: {0}', accountText(account)),
      openLabel: vscode.l10n.t('Import'),
      filters: { CSV: ['csv', 'tsv', 'txt'] },
    })) ?? [];
  if (uri === undefined) {
    return undefined;
  }
  const name = displayText(posix.basename(uri.path));
  const bytes = await readBytes(uri);
  const rows = await withSlowProgress(
    vscode.l10n.t('Reading {0}', name),
    clock,
    async (signal, report) =>
      await readImport(bytes, { signal, onProgress: (part) => report(part, 1) }),
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
