import type { LabelRecord } from '../../api/label.ts';
import {
  editableFields,
  isSameValue,
  type EditableField,
  type LabelValues,
} from '../../api/labelFields.ts';
import { parseLabelText } from './labelText.ts';

/** What somebody else has done to a field since a document was made from its label. */
export interface ForeignChange {
  readonly field: EditableField;
  /** The service's value that the document was made from. */
  readonly was: unknown;
  /** What the service has by now. */
  readonly theirs: unknown;
  /** Whether the document has changed the field too, to something else. */
  readonly isConflict: boolean;
}

/** What differs in `record` from `base`, which the document `text` was made from. */
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
    // While the text cannot be read, what it changes is unknown.
    const mine = parsed.kind === 'invalid' ? undefined : parsed.values[field];
    const isConflict =
      parsed.kind === 'invalid' || (!isSameValue(mine, was) && !isSameValue(mine, theirs));
    return [{ field, was, theirs, isConflict }];
  });
}
