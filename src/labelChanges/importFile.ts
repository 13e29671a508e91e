import { isUtf8 } from 'node:buffer';
import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { Clock } from '../core/async/clock.ts';
import { FileError } from '../core/errors/fileError.ts';
import { UnusableFileError } from '../core/errors/unusableFileError.ts';
import { displayText } from '../core/text/displayText.ts';
import type { LabelAccount } from '../accounts/labelAccounts.ts';
import { planImport, readImport, type ImportPlan } from '../core/labels/exchange/labelImport.ts';
import { formatNumber } from '../commands/formatNumber.ts';
import { readCurrentLabels } from './readCurrentLabels.ts';

/** A file, and what it would change. */
export interface ImportFile {
  /** Name of the file, fit to be shown. */
  readonly name: string;
  readonly plan: ImportPlan;
}

/** More than half a million labels take; reading much more could end the extension host. */
const maximumMegabytes = 50;

/**
 * Lets the user choose a CSV file, reads it, and compares it with what the service has now. Undefined
 * where the user leaves. Throws `CancelledError`, `FileError`, `UnusableFileError` and what the
 * repository throws.
 */
export async function readImportPlan(
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
