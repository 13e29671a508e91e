import { isUtf8 } from 'node:buffer';
import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { formatNumber } from '../commands/formatNumber.ts';
import { notify } from '../commands/notify.ts';
import type { Clock } from '../core/async/clock.ts';
import { FileError, UnusableFileError } from '../core/errors/fileError.ts';
import { planChanges, type ChangePlan } from '../core/labels/changes/changeSet.ts';
import { importProblemsText } from '../core/labels/exchange/labelChangesText.ts';
import {
  importProblems,
  readImport,
  wantedByImport,
  type ImportRows,
} from '../core/labels/exchange/labelImport.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { displayText } from '../core/text/displayText.ts';
import { accountText } from './accountText.ts';
import type { ChangesReview } from './changesReview.ts';
import type { ChangesRuns } from './changesRuns.ts';
import { readCurrentLabels } from './readCurrentLabels.ts';
import type { ReadOnlyTexts } from './readOnlyTexts.ts';

/** What it takes to import labels. */
export interface ImportLabelsOptions {
  readonly clock: Clock;
  readonly texts: ReadOnlyTexts;
  readonly review: ChangesReview;
  readonly runs: ChangesRuns;
  /** Returns the names of the status numbers, as they are set now. */
  readonly statusNames: () => StatusNames;
}

/** A file that can be imported. */
interface ImportFile {
  /** Name of the file, fit to be shown. */
  readonly name: string;
  readonly rows: ImportRows;
}

/** More than half a million labels take; reading much more could end the extension host. */
const maximumMegabytes = 50;

/**
 * Changes labels of `account` as a CSV file says that the user chooses. Throws `CancelledError`,
 * `FileError`, `UnusableFileError` and what the repository throws.
 */
export async function importLabels(
  account: LabelAccount,
  { clock, review, runs, statusNames, texts }: ImportLabelsOptions,
): Promise<void> {
  const file = await readImportFile(account);
  if (file === undefined) {
    return;
  }
  const wanted = wantedByImport(file.rows);
  // A code of the file may be a new one; where it is not, it finds its label without a search.
  const codes = new Map(Array.from(wanted, ([id, { labelCode }]) => [id, codesOf(labelCode)]));
  const planNow = async (): Promise<ChangePlan> =>
    planChanges(wanted, await readCurrentLabels(account, codes, clock));
  const plan = await planNow();
  const { changes, missing, unchanged } = plan;
  const problems = importProblems(file.rows, missing);
  if (problems.length > 0) {
    const list = importProblemsText(problems);
    await texts.show(vscode.l10n.t('Rows That Cannot Be Applied'), list);
  }
  const facts = [
    vscode.l10n.t('Labels to change: {0}.', formatNumber(changes.length)),
    ...(unchanged === 0
      ? []
      : [vscode.l10n.t('As in the file already: {0}.', formatNumber(unchanged))]),
    ...(problems.length === 0
      ? []
      : [vscode.l10n.t('Rows that cannot be applied: {0}.', formatNumber(problems.length))]),
  ].join(' ');
  if (changes.length === 0) {
    await notify('information', vscode.l10n.t('{0}: {1}', accountText(account), facts));
    return;
  }
  const name = accountText(account);
  const agreed = await review.agree(
    plan,
    {
      names: statusNames(),
      title: vscode.l10n.t('Import {0}: Current and Proposed, {1}', file.name, name),
      question: vscode.l10n.t('{0}: {1}', name, facts),
    },
    planNow,
  );
  if (agreed !== undefined) {
    const title = vscode.l10n.t('Import {0}', file.name);
    await runs.start(account, { title, origin: 'import', changes: agreed.changes });
  }
}

/** Reads a file that the user chooses; undefined if the user leaves. */
async function readImportFile(account: LabelAccount): Promise<ImportFile | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Import Labels: {0}', accountText(account)),
      openLabel: vscode.l10n.t('Import'),
      filters: { CSV: ['csv', 'tsv', 'txt'] },
    })) ?? [];
  if (uri === undefined) {
    return undefined;
  }
  const rows = readImport(utf8Text(await readBytes(uri)));
  if (rows.kind === 'unusable') {
    throw new UnusableFileError(rows.reason);
  }
  return { name: displayText(posix.basename(uri.path)), rows };
}

function codesOf(code: string | undefined): readonly string[] {
  return code === undefined ? [] : [code];
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

/** Refuses other encodings: guessing one could garble names. */
function utf8Text(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) {
    throw new UnusableFileError(
      vscode.l10n.t('The file is not text in UTF-8. In Excel, save it as “CSV UTF-8”.'),
    );
  }
  return new TextDecoder().decode(bytes);
}
