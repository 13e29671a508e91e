import * as l10n from '@vscode/l10n';
import type { LabelId } from '../../account/labelAddress.ts';
import type { Label } from '../../api/label.ts';
import { editableValues, type EditableField } from '../../api/labelFields.ts';
import { inSlices, itemsInSlices, sortInSlices } from '../../async/slices.ts';
import { isSpreadsheetFile } from '../../spreadsheet/spreadsheetFile.ts';
import { readSpreadsheet } from '../../spreadsheet/spreadsheetThread.ts';
import type { WantedChanges } from '../changes/plan/changeSet.ts';
import { detectDelimiter } from './csvDelimiterDetection.ts';
import { readCsv, type CsvReadingOptions } from './csvReading.ts';
import { fileText } from './fileText.ts';
import { ImportReader, isIdColumn, type ImportProblem, type ImportRows } from './importRows.ts';
import { spreadsheetError } from './labelSpreadsheet.ts';

/** Options for reading an import file. */
export interface ImportOptions extends Pick<CsvReadingOptions, 'onProgress' | 'signal'> {
  /** Script path of the thread that reads spreadsheets. */
  readonly spreadsheetWorker: string;
}

/**
 * Reads an Excel workbook or a CSV file with a column `id` and columns of editable fields. Throws
 * `UnusableFileError` and `CancelledError`.
 */
export async function readImport(bytes: Uint8Array, options: ImportOptions): Promise<ImportRows> {
  return isSpreadsheetFile(bytes)
    ? await readWorkbookImport(bytes, options)
    : await readCsvImport(bytes, options);
}

async function readWorkbookImport(
  bytes: Uint8Array,
  { onProgress, signal, spreadsheetWorker: script }: ImportOptions,
): Promise<ImportRows> {
  const reading = new ImportReader();
  try {
    for await (const { part, rows } of readSpreadsheet(bytes, { script, signal })) {
      for await (const row of itemsInSlices(rows)) {
        reading.take(row);
      }
      onProgress?.(part);
    }
  } catch (error) {
    throw spreadsheetError('read', error);
  }
  return await reading.result();
}

async function readCsvImport(bytes: Uint8Array, options: ImportOptions): Promise<ImportRows> {
  const text = fileText(bytes);
  const { delimiter, isNamed, isPadded } = detectDelimiter(text, isIdColumn);
  const reading = new ImportReader();
  let isFirst = isNamed;
  await readCsv(text, { ...options, delimiter, isPadded }, (record) => {
    if (!isFirst) {
      reading.take(record);
    }
    isFirst = false;
  });
  return await reading.result();
}

/** Returns the changes that the rows describe, with normalized line breaks. */
export function wantedByImport({ codes, rows }: ImportRows): WantedChanges {
  return {
    labels: codes,
    wantedFor: (label) => {
      const changes = rows.get(label.id)?.changes ?? {};
      const isWanted = (field: EditableField): boolean =>
        withOneLineBreak(changes[field]) !== withOneLineBreak(label[field]);
      return editableValues(changes, isWanted);
    },
  };
}

/**
 * Returns the rows that cannot be applied, including those of `missing` labels, which do not exist in the
 * service. Works in slices.
 */
export async function importProblems(
  { problems, rows }: ImportRows,
  missing: readonly LabelId[],
): Promise<readonly ImportProblem[]> {
  const all = Array.from(problems);
  for await (const slice of inSlices(missing)) {
    for (const id of slice) {
      const line = rows.get(id)?.line;
      if (line !== undefined) {
        all.push({ line, id, reason: l10n.t('There is no label with this ID.') });
      }
    }
  }
  return await sortInSlices(all, (one, other) => one.line - other.line);
}

function withOneLineBreak(value: Label[EditableField]): Label[EditableField] {
  return typeof value === 'string' ? value.replaceAll(/\r\n?/g, '\n') : value;
}
