import * as l10n from '@vscode/l10n';
import type { Label } from '../../api/label.ts';
import { isEditableField, labelField } from '../../api/labelFields.ts';
import { UnusableFileError } from '../../errors/fileError.ts';
import {
  fitsCell,
  maximumRows,
  type SpreadsheetCell,
  type SpreadsheetColumn,
} from '../../spreadsheet/spreadsheet.ts';
import { SpreadsheetError, type SpreadsheetFault } from '../../spreadsheet/spreadsheetError.ts';
import { guardCsvCell } from './csvGuard.ts';
import { cellText, ownValue } from './labelCsv.ts';
import { unguarded } from './spreadsheetGuard.ts';

/** Widths of columns with long texts, in characters. */
const widths: ReadonlyMap<string, number> = new Map([
  ['id', 22],
  ['labelCode', 24],
  ['labelName', 48],
]);

/** Default width of a column, in characters. */
const defaultWidth = 16;

/** Smallest number that spreadsheets round. */
const firstRounded = 10 ** 15;

/** Returns the spreadsheet columns for label fields. */
export function spreadsheetColumns(fields: readonly string[]): readonly SpreadsheetColumn[] {
  return fields.map((title) => {
    const isNumber = isEditableField(title) && labelField(title).kind === 'wholeNumber';
    return { title, kind: isNumber ? 'number' : 'text', width: widths.get(title) ?? defaultWidth };
  });
}

/**
 * Returns the fields of a label as a spreadsheet row; texts stay text. An import takes a row for one from a
 * CSV file if its ID looks guarded or is a number: so if the ID looks guarded, texts are guarded as in CSV. A
 * cell is undefined if it cannot hold its text.
 */
export function spreadsheetRow(
  { id, record }: Label,
  fields: readonly string[],
): readonly SpreadsheetCell[] {
  const isGuarded = unguarded(id) !== id;
  return fields.map((field) =>
    spreadsheetCell(field === 'id' ? id : ownValue(record, field), isGuarded),
  );
}

function spreadsheetCell(value: unknown, isGuarded: boolean): SpreadsheetCell {
  if (typeof value === 'number' && Math.abs(value) < firstRounded) {
    return value;
  }
  const text = isGuarded ? guardCsvCell(cellText(value)) : cellText(value);
  return fitsCell(text) ? text : undefined;
}

/** Returns `error` as an error with a plain explanation, if it is a problem with a workbook. */
export function spreadsheetError(operation: 'read' | 'write', error: unknown): unknown {
  return error instanceof SpreadsheetError
    ? new UnusableFileError(faultText(operation, error.fault), { cause: error })
    : error;
}

function faultText(operation: 'read' | 'write', fault: SpreadsheetFault): string {
  switch (fault) {
    case 'notReadable':
      return operation === 'read'
        ? l10n.t('The file is not an Excel workbook, or is damaged.')
        : l10n.t('The workbook could not be written.');
    case 'openDocument':
      return l10n.t(
        'The file is in the format OpenDocument (.ods). Save it as an Excel workbook (.xlsx) or as CSV.',
      );
    case 'protected':
      return l10n.t(
        'The file is password-protected or in the old format .xls. In Excel, save it as “Excel Workbook (.xlsx)” without a password.',
      );
    case 'noSheet':
      return l10n.t('The workbook has no visible sheet.');
    case 'tooLarge':
      return operation === 'read'
        ? l10n.t('The workbook is too large. Split it into smaller ones.')
        : l10n.t('An Excel sheet has at most {0} rows. Export to CSV instead.', maximumRows);
  }
}
