import type { LabelRecord } from '../../api/label.ts';
import {
  editableFields,
  isSameValue,
  type EditableField,
  type LabelValues,
} from '../../api/labelFields.ts';
import { parseLabelText } from './labelText.ts';

/** Change of a field by somebody else since a document was made from its label. */
export interface ForeignChange {
  readonly field: EditableField;
  /** Value in the service from which the document was made. */
  readonly was: unknown;
  /** Current value in the service. */
  readonly theirs: unknown;
  /** True if the document has changed the field too, to another value. */
  readonly isConflict: boolean;
}

/** Returns the differences between `record` and `base`, from which the document `text` was made. */
export function foreignChanges(
  base: LabelValues,
  record: LabelRecord,
  text: string,
): readonly ForeignChange[] {
  const parsed = parseLabelText(text);
  return editableFields.flatMap((field) => {
    const was = base[field];
    const theirs = record[field];
    if (isSameValue(was, theirs)) {
      return [];
    }
    // The changes of a text that cannot be parsed are unknown.
    const mine = parsed.kind === 'invalid' ? undefined : parsed.values[field];
    const isConflict =
      parsed.kind === 'invalid' || (!isSameValue(mine, was) && !isSameValue(mine, theirs));
    return [{ field, was, theirs, isConflict }];
  });
}
