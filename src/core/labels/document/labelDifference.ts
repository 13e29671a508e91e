import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import type { LabelRecord } from '../../api/label.ts';
import {
  editableFields,
  editableValues,
  isEditableField,
  isEmpty,
  isSameValue,
  type EditableField,
  type LabelChanges,
  type LabelValues,
} from '../../api/labelFields.ts';
import { displayText } from '../../text/displayText.ts';
import { wrongValueText } from '../fieldInput.ts';
import { parseLabelText, type LabelText, type TextSpan } from './labelText.ts';

/** Reason why a text cannot be saved. */
export type LabelProblemKind =
  | 'syntax'
  | 'emptied'
  | 'idChanged'
  | 'readOnlyChanged'
  | 'wrongType'
  | 'unknownField'
  | 'repeatedField';

/** Reason why a text cannot be saved. */
export interface LabelProblem {
  readonly kind: LabelProblemKind;
  /** Undefined if the text as a whole is invalid. */
  readonly field: string | undefined;
  /** Message for display. */
  readonly message: string;
  readonly place: TextSpan;
}

/** Effect of saving a text. */
export type LabelDifference =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'changes'; readonly changes: LabelChanges }
  | { readonly kind: 'invalid'; readonly problems: readonly LabelProblem[] };

/**
 * Returns whether the service has sent `value` for `field` of this label before. A read-only field with such a
 * value is outdated, not edited: undo restores the text from before a save.
 */
export type WasServed = (field: string, value: unknown) => boolean;

const neverServed: WasServed = () => false;

/**
 * Returns the changes that saving `text` would make to `record`, the label in the service. A field that still
 * equals `base`, from which the text was made, is unchanged, whatever its current value.
 */
export function changesBetween(
  record: LabelRecord,
  text: string,
  wasServed: WasServed = neverServed,
  base: LabelValues = editableValues(record),
): LabelDifference {
  const parsed = parseLabelText(text);
  if (parsed.kind === 'invalid') {
    const { message, place } = parsed;
    return { kind: 'invalid', problems: [{ kind: 'syntax', field: undefined, message, place }] };
  }
  const problems = problemsOf(record, parsed, wasServed, base);
  if (problems.length > 0) {
    return { kind: 'invalid', problems };
  }
  const { values } = parsed;
  const changes = editableValues(
    values,
    (field) => values[field] !== record[field] && !isSameValue(values[field], base[field]),
  );
  return Object.keys(changes).length === 0 ? { kind: 'unchanged' } : { kind: 'changes', changes };
}

function problemsOf(
  record: LabelRecord,
  text: Extract<LabelText, { kind: 'object' }>,
  wasServed: WasServed,
  base: LabelValues,
): LabelProblem[] {
  const wholeText: TextSpan = { offset: 0, length: 1 };
  const problems: LabelProblem[] = text.repeated.map(({ field, place }) => ({
    kind: 'repeatedField',
    field,
    message: l10n.t('“{0}” appears more than once.', displayText(field)),
    place,
  }));
  const fields = new Set([...Object.keys(record), ...Object.keys(text.values), ...editableFields]);
  for (const field of fields) {
    const problem = isEditableField(field)
      ? editableProblem(field, base[field], text.values[field])
      : readOnlyProblem(field, record, text.values, wasServed);
    if (problem !== undefined) {
      const places = text.fields.get(field);
      const place = (problem.kind === 'unknownField' ? places?.key : places?.value) ?? wholeText;
      problems.push({ ...problem, field, place });
    }
  }
  return problems.sort((one, other) => one.place.offset - other.place.offset);
}

type ProblemOfField = Pick<LabelProblem, 'kind' | 'message'>;

/** Reason why an editable field cannot change. */
export interface EditableProblem extends ProblemOfField {
  readonly kind: Extract<LabelProblemKind, 'emptied' | 'wrongType'>;
}

/** Returns the reason why `field` cannot change from `before` to `now`; undefined if it can. */
export function editableProblem(
  field: EditableField,
  before: unknown,
  now: unknown,
): EditableProblem | undefined {
  if (isEmpty(now)) {
    return isEmpty(before)
      ? undefined
      : {
          kind: 'emptied',
          message: l10n.t('This cannot be emptied: the service ignores empty fields.'),
        };
  }
  const message = wrongValueText(field, now);
  return message === undefined ? undefined : { kind: 'wrongType', message };
}

function readOnlyProblem(
  field: string,
  record: LabelRecord,
  values: LabelRecord,
  wasServed: WasServed,
): ProblemOfField | undefined {
  if (!Object.hasOwn(record, field)) {
    return wasServed(field, values[field])
      ? undefined
      : {
          kind: 'unknownField',
          message: l10n.t('The label has no field “{0}”.', displayText(field)),
        };
  }
  if (isDeepStrictEqual(record[field], values[field])) {
    return undefined;
  }
  if (field === 'id') {
    return { kind: 'idChanged', message: l10n.t('The ID of a label cannot change.') };
  }
  return wasServed(field, values[field])
    ? undefined
    : {
        kind: 'readOnlyChanged',
        message: l10n.t('“{0}” is set by the service and cannot be changed.', displayText(field)),
      };
}
