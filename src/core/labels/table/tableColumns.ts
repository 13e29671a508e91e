import type { LabelId } from '../../account/labelAddress.ts';
import { editableFields, type EditableField, type LabelValues } from '../../api/labelFields.ts';
import { inputOfValue } from '../document/labelDocumentEdit.ts';
import { labelColumns } from '../labelColumns.ts';

/** Columns of the editable fields, each with the index of its cell. */
export const fieldColumns: readonly { readonly field: EditableField; readonly column: number }[] =
  editableFields.map((field) => ({ field, column: labelColumns.indexOf(field) }));

/** Index of the cell of `field`. */
export function columnOf(field: EditableField): number {
  return labelColumns.indexOf(field);
}

/**
 * Characters that text files do not keep: editors normalize carriage returns, and NUL makes a file count as
 * binary.
 */
const unkeptCharacters = /[\r\0]/;

/**
 * Returns the cell text for a field's value. Tables compare cell texts only, so a value that a text file
 * cannot represent exactly counts as unchanged until its cell is edited.
 */
export function cellOf(value: unknown): string {
  return normalizedCell(inputOfValue(value));
}

/** Returns `text` in the form in which a text file can represent it. */
export function normalizedCell(text: string): string {
  const wellFormed = text.toWellFormed();
  return unkeptCharacters.test(wellFormed)
    ? wellFormed.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD')
    : wellFormed;
}

/** Cells of a label, in the order of the columns. */
export function cellsOf(label: LabelValues & { readonly id: LabelId }): readonly string[] {
  return labelColumns.map((column) => cellOf(label[column]));
}
