import { isUtf8 } from 'node:buffer';
import { posix } from 'node:path';
import * as vscode from 'vscode';
import { abortSignalFrom } from '../core/base/abort.ts';
import { FileError } from '../core/base/errors/fileError.ts';
import { withoutLinks } from '../core/base/withoutLinks.ts';
import { displayText } from '../core/labels/displayText.ts';
import type { LabelAccount } from '../core/labels/labelAccounts.ts';
import {
  planImport,
  readImport,
  type ImportPlan,
  type ImportReading,
} from '../core/labels/labelImport.ts';
import { percentSteps } from '../core/labels/percentSteps.ts';

/** A file, and what it would change. */
export interface ImportFile {
  /** Name of the file. */
  readonly name: string;
  readonly plan: ImportPlan;
}

/**
 * Lets the user choose a CSV file, reads it, and compares it with what the service has now. Undefined
 * where the user leaves, or the file is of no use, which is said. Throws `CancelledError`, `FileError`
 * and what the repository throws.
 */
export async function readImportPlan(account: LabelAccount): Promise<ImportFile | undefined> {
  const name = displayText(account.label);
  const title = vscode.l10n.t('Import Labels: {0}', name);
  const [uri] =
    (await vscode.window.showOpenDialog({
      title,
      openLabel: vscode.l10n.t('Import'),
      filters: { CSV: ['csv', 'tsv', 'txt'] },
    })) ?? [];
  if (uri === undefined) {
    return undefined;
  }
  const text = utf8Text(await readBytes(uri));
  const reading: ImportReading =
    text === undefined ? { kind: 'unusable', reason: notUtf8() } : readImport(text);
  if (reading.kind === 'unusable') {
    await vscode.window.showErrorMessage(withoutLinks(reading.reason));
    return undefined;
  }
  const ids = new Set(reading.rows.map(({ id }) => id));
  const labels = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      cancellable: true,
      title: withoutLinks(vscode.l10n.t('Comparing with the labels of {0}', name)),
    },
    async (progress, token) =>
      await account.repository.findAll(
        ids,
        abortSignalFrom(token),
        percentSteps((_looked, _total, increment) => progress.report({ increment })),
      ),
  );
  return { name: posix.basename(uri.path), plan: planImport(reading, labels) };
}

async function readBytes(uri: vscode.Uri): Promise<Uint8Array> {
  try {
    return await vscode.workspace.fs.readFile(uri);
  } catch (error) {
    throw new FileError('read', { cause: error });
  }
}

/** Undefined where `bytes` are in another encoding: guessing it could garble names. */
function utf8Text(bytes: Uint8Array): string | undefined {
  return isUtf8(bytes) ? new TextDecoder().decode(bytes) : undefined;
}

function notUtf8(): string {
  return vscode.l10n.t('The file is not text in UTF-8. In Excel, save it as “CSV UTF-8”.');
}
