import * as l10n from '@vscode/l10n';
import { isValueOf, labelField, type EditableField, type FieldValue } from '../api/labelFields.ts';

/** Whole numbers as a person writes them. */
const wholeNumber = /^[+-]?\d+$/;

/** The value in the document for what a person typed for `field`. Nothing typed is lost. */
export function valueOfInput(field: EditableField, input: string): FieldValue | null {
  switch (labelField(field).kind) {
    case 'text':
      return input;
    case 'wholeNumber': {
      if (input === '') {
        return null;
      }
      const number = Number(input);
      // Text that is no whole number stays text, which cannot be saved but can be seen and undone. So
      // does 007: what the document says must read as it was typed.
      return Number.isSafeInteger(number) && String(number) === input ? number : input;
    }
  }
}

/** The value for a cell of a CSV file; text stays text if it is none of `field`. */
export function valueOfCell(field: EditableField, cell: string): FieldValue {
  switch (labelField(field).kind) {
    case 'text':
      return cell;
    case 'wholeNumber': {
      const trimmed = cell.trim();
      return wholeNumber.test(trimmed) ? Number(trimmed) : trimmed;
    }
  }
}

/** Why `field` cannot have `value`, which is not empty; undefined if it can. */
export function wrongValueText(field: EditableField, value: unknown): string | undefined {
  if (isValueOf(field, value)) {
    return undefined;
  }
  const row = labelField(field);
  switch (row.kind) {
    case 'text':
      return l10n.t('This must be text.');
    case 'wholeNumber':
      return row.mustBeWhole();
  }
}

/** What a person should know who edits `field` as JSON. */
export function fieldHelp(field: EditableField): string {
  const { kind, title } = labelField(field);
  switch (kind) {
    case 'text':
      return l10n.t('{0} of the label. It can change, but cannot be emptied.', title());
    case 'wholeNumber':
      return l10n.t('{0} of the label, a whole number. It can change.', title());
  }
}
