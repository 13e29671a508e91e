import * as l10n from '@vscode/l10n';
import {
  isValueOf,
  labelField,
  maximumTextLength,
  type EditableField,
  type FieldValue,
} from '../api/labelFields.ts';
import { fitsInput } from '../text/fitsInput.ts';
import { invisibleCharactersIn } from '../text/visibleText.ts';

/** Maximum number of invisible characters listed in a warning. */
const maximumNamed = 5;

/**
 * Whole numbers as typed by people and spreadsheets; “1.000” is excluded, as many countries read it as a
 * thousand.
 */
const wholeNumber = /^([+-]?\d+)(?:[.,]0{1,2})?$/;

/** Returns the document value for the text typed for `field`. Preserves all input. */
export function valueOfInput(field: EditableField, input: string): FieldValue | null {
  switch (labelField(field).kind) {
    case 'text':
      return input;
    case 'wholeNumber': {
      if (input === '') {
        return null;
      }
      const number = Number(input);
      // Text that is not a whole number stays text, which cannot be saved but can be seen and undone. So does
      // 007: the document must show the input as typed.
      return Number.isSafeInteger(number) && String(number) === input ? number : input;
    }
  }
}

/** Returns the value of a file's cell; text that is invalid for `field` stays text. */
export function valueOfCell(field: EditableField, cell: string): FieldValue {
  switch (labelField(field).kind) {
    case 'text':
      return cell;
    case 'wholeNumber': {
      const [, digits] = wholeNumber.exec(cell.normalize('NFKC').trim()) ?? [];
      return digits === undefined ? cell.trim() : Number(digits);
    }
  }
}

/** Returns the reason why the non-empty `value` is invalid for `field`; undefined if it is valid. */
export function wrongValueText(field: EditableField, value: unknown): string | undefined {
  if (isValueOf(field, value)) {
    return typeof value === 'string' && value.length > maximumTextLength
      ? l10n.t('This text is too long.')
      : undefined;
  }
  const row = labelField(field);
  switch (row.kind) {
    case 'text':
      return l10n.t('This must be text.');
    case 'wholeNumber':
      return row.mustBeWhole();
  }
}

/** Returns warnings about the text of a field that can still be saved, such as invisible characters. */
export function textWarnings(text: string): readonly string[] {
  const invisible = invisibleCharactersIn(text);
  return [
    ...(text === text.trim() ? [] : [l10n.t('There are spaces at the beginning or the end.')]),
    ...(invisible.length === 0
      ? []
      : [
          l10n.t(
            'There are invisible characters: {0}.',
            invisible.slice(0, maximumNamed).join(' '),
          ),
        ]),
    ...(fitsInput(text)
      ? []
      : [l10n.t('A character has too many combining marks: the text can be edited only as JSON.')]),
  ];
}

/** Help for editing `field` as JSON. */
export function fieldHelp(field: EditableField): string {
  const { kind, title } = labelField(field);
  switch (kind) {
    case 'text':
      return l10n.t('{0} of the label. It can be edited, but not emptied.', title());
    case 'wholeNumber':
      return l10n.t('{0} of the label, a whole number. It can be edited.', title());
  }
}
