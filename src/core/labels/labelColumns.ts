import { editableFields, type EditableField } from '../api/labelFields.ts';

/** Column that every table of labels has. */
export type LabelColumn = 'id' | EditableField;

/** Columns of every table of labels, in order. */
export const labelColumns: readonly LabelColumn[] = ['id', ...editableFields];
