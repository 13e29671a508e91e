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

/** Line breaks that editors replace with their own, and the character by which they take a file for binary. */
const unkeptCharacters = /[\r\0]/;

/**
 * Returns the cell of a field's value. All comparisons of a table are comparisons of cells: a value that no text
 * file keeps to the letter thus counts as unchanged until somebody edits its cell.
 */
export function cellOf(value: unknown): string {
  return normalizedCell(inputOfValue(value));
}

/** Returns `text` as a text file keeps it. */
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
