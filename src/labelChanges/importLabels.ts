import { isUtf8 } from 'node:buffer';
import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { formatNumber } from '../commands/formatNumber.ts';
import { notify } from '../commands/notify.ts';
import type { Clock } from '../core/async/clock.ts';
import { FileError, UnusableFileError } from '../core/errors/fileError.ts';
import { importProblemsText } from '../core/labels/exchange/labelChangesText.ts';
import { planImport, readImport, type ImportPlan } from '../core/labels/exchange/labelImport.ts';
import type { StatusNames } from '../core/labels/statusNames.ts';
import { displayText } from '../core/text/displayText.ts';
import type { ChangesReview } from './changesReview.ts';
import type { ChangesRun } from './changesRun.ts';
import { readCurrentLabels } from './readCurrentLabels.ts';
import type { ReadOnlyTexts } from './readOnlyTexts.ts';

/** What it takes to import labels. */
export interface ImportLabelsOptions {
  readonly clock: Clock;
  readonly texts: ReadOnlyTexts;
  readonly review: ChangesReview;
  readonly run: ChangesRun;
  /** Returns the names of the status numbers, as they are set now. */
  readonly statusNames: () => StatusNames;
}

/** A file, and what it would change. */
interface ImportFile {
  /** Name of the file, fit to be shown. */
  readonly name: string;
  readonly plan: ImportPlan;
}

/** More than half a million labels take; reading much more could end the extension host. */
const maximumMegabytes = 50;

/**
 * Changes labels of `account` as a CSV file says that the user chooses. Throws `CancelledError`,
 * `FileError`, `UnusableFileError` and what the repository throws.
 */
export async function importLabels(
  account: LabelAccount,
  { clock, review, run, statusNames, texts }: ImportLabelsOptions,
): Promise<void> {
  const file = await readImportPlan(account, clock);
  if (file === undefined) {
    return;
  }
  const { problems, unchanged, updates } = file.plan;
  if (problems.length > 0) {
    const list = importProblemsText(problems);
    await texts.show(vscode.l10n.t('Rows That Cannot Be Applied'), list);
  }
  const facts = [
    vscode.l10n.t('Labels to change: {0}.', formatNumber(updates.length)),
    ...(unchanged === 0
      ? []
      : [vscode.l10n.t('As in the file already: {0}.', formatNumber(unchanged))]),
    ...(problems.length === 0
      ? []
      : [vscode.l10n.t('Rows that cannot be applied: {0}.', formatNumber(problems.length))]),
  ].join(' ');
  if (updates.length === 0) {
    await notify('information', facts);
    return;
  }
  const title = vscode.l10n.t('Import {0}: Current and Proposed', file.name);
  if (await review.ask({ updates, names: statusNames(), title, question: facts })) {
    await run.start(account, updates);
  }
}

/** Compares a file that the user chooses with what the service has now; undefined if the user leaves. */
async function readImportPlan(
  account: LabelAccount,
  clock: Clock,
): Promise<ImportFile | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Import Labels: {0}', displayText(account.label)),
      openLabel: vscode.l10n.t('Import'),
      filters: { CSV: ['csv', 'tsv', 'txt'] },
    })) ?? [];
  if (uri === undefined) {
    return undefined;
  }
  const reading = readImport(utf8Text(await readBytes(uri)));
  if (reading.kind === 'unusable') {
    throw new UnusableFileError(reading.reason);
  }
  // A code of the file may be a new one; where it is not, it finds its label without a search.
  const wanted = new Map(reading.rows.map(({ id, changes }) => [id, changes.labelCode]));
  const labels = await readCurrentLabels(account, wanted, clock);
  return { name: displayText(posix.basename(uri.path)), plan: planImport(reading, labels) };
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
