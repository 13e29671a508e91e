import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { wholeNumber } from './wireNumber.ts';

/**
 * Field kinds, with the schema of their values and of the values in a response (`sent`). `hasValue` repeats the
 * rule of `schema`: a list checks hundreds of thousands of values, and a schema is a hundred times slower.
 */
const fieldKinds = {
  text: {
    schema: z.string(),
    sent: z.string(),
    hasValue: (value: unknown): boolean => typeof value === 'string',
  },
  wholeNumber: {
    schema: z.int(),
    sent: wholeNumber,
    hasValue: (value: unknown): boolean => Number.isSafeInteger(value),
  },
};

/** Kind of a field's values. */
export type FieldKind = keyof typeof fieldKinds;

/** Maximum length of a text to send, in UTF-16 units, far above the name of any label. */
export const maximumTextLength = 100_000;

interface TextField {
  readonly kind: 'text';
  /** Display name. */
  readonly title: () => string;
}

interface WholeNumberField {
  readonly kind: 'wholeNumber';
  /** Display name. */
  readonly title: () => string;
  /** Error message for an invalid value: a whole sentence, as translations may inflect the title. */
  readonly mustBeWhole: () => string;
  /** True if `workforce.labels.statusNames` names its values, which the service does not explain. */
  readonly hasStatusNames: boolean;
}

/** Editable field of a label. */
export type LabelField = TextField | WholeNumberField;

/**
 * Editable fields of a label (docs/interface.md, sections 2.4 and 4.6), in display order. This is the only
 * list of them: reading, comparing, showing and sending all use it. A new field is one more row; compiler
 * errors, tests and docs/architecture.md name everything else that it needs.
 */
const labelFields = {
  labelCode: { kind: 'text', title: () => l10n.t('Code') },
  labelName: { kind: 'text', title: () => l10n.t('Name') },
  labelStatus: {
    kind: 'wholeNumber',
    title: () => l10n.t('Status'),
    mustBeWhole: () => l10n.t('The status must be a whole number.'),
    hasStatusNames: true,
  },
} as const satisfies Readonly<Record<string, LabelField>>;

/** Name of an editable field. */
export type EditableField = keyof typeof labelFields;

type ValueOf<Field extends EditableField> = z.output<
  (typeof fieldKinds)[(typeof labelFields)[Field]['kind']]['schema']
>;

type Values<Field extends EditableField> = { [Name in Field]?: ValueOf<Name> };

/** Value of an editable field. */
export type FieldValue = ValueOf<EditableField>;

/** Values of the editable fields; undefined if the service sent no value, null or empty text. */
export type LabelValues = {
  readonly [Field in EditableField]?: ValueOf<Field> | undefined;
};

/** Values of the editable fields as sent by the service, including null and empty text. */
export type SentValues = {
  readonly [Field in EditableField]?: ValueOf<Field> | null | undefined;
};

/** New values for fields of a label (docs/interface.md, section 4.6). A field cannot be emptied. */
export type LabelChanges = Readonly<Values<EditableField>>;

/** Returns whether `name` is an editable field. */
export function isEditableField(name: string): name is EditableField {
  return Object.hasOwn(labelFields, name);
}

/** Names of the editable fields, in the order of the table. */
export const editableFields: readonly EditableField[] =
  Object.keys(labelFields).filter(isEditableField);

/** Names of the editable fields that contain text, in the order of the table. */
export const textFields: readonly EditableField[] = editableFields.filter(
  (name) => labelFields[name].kind === 'text',
);

/** Returns the row of `name` in the table. */
export function labelField(name: EditableField): LabelField {
  return labelFields[name];
}

/**
 * Returns whether the service treats `value` as absent; requests omit such fields (docs/interface.md, section
 * 4.6).
 */
export function isEmpty(value: unknown): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}

/** Returns whether `value` is empty or only white space, which becomes empty in a service that trims. */
export function isBlank(value: unknown): boolean {
  return isEmpty(value) || (typeof value === 'string' && value.trim() === '');
}

/** Schema of the values of `field`. */
export function valueSchema(field: EditableField): z.ZodMiniType<FieldValue> {
  return fieldKinds[labelFields[field].kind].schema;
}

/** Schema of `field` in a response. */
export function sentValueSchema(field: EditableField): z.ZodMiniType<FieldValue> {
  return fieldKinds[labelFields[field].kind].sent;
}

/** Unchecked values of editable fields. */
type UncheckedValues = { readonly [Field in EditableField]?: unknown };

/** Editable, non-empty values that `isWanted` accepts. */
export function editableValues(
  values: UncheckedValues,
  isWanted: (field: EditableField) => boolean = () => true,
): LabelChanges {
  const picked: Values<EditableField> = {};
  const pick = <Field extends EditableField>(into: Values<Field>, field: Field): void => {
    const value = values[field];
    if (!isEmpty(value) && isValueOf(field, value) && isWanted(field)) {
      into[field] = value;
    }
  };
  editableFields.forEach((field) => pick(picked, field));
  return picked;
}

/** Precompiled checks of each field's values: lists of labels run them hundreds of thousands of times. */
const valueChecks = editableFields.map((field) => ({
  field,
  hasValue: fieldKinds[labelFields[field].kind].hasValue,
}));

/** Returns whether each editable field in `record` is valid, null or absent. */
export function hasSentValues(record: UncheckedValues): record is SentValues {
  return valueChecks.every(({ field, hasValue }) => {
    const value = record[field];
    return value === undefined || value === null || hasValue(value);
  });
}

/** Value of `field` in a response; undefined if empty. */
export function sentValue(record: SentValues, field: EditableField): FieldValue | undefined {
  const value = record[field];
  return isEmpty(value) ? undefined : value;
}

/** Returns whether two values of a field are equal; all empty values are equal. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return one === other || (isEmpty(one) && isEmpty(other));
}

/** Returns whether two labels have equal values. */
export function areSameValues(one: UncheckedValues, other: UncheckedValues): boolean {
  return editableFields.every((field) => isSameValue(one[field], other[field]));
}

/** Returns whether `value` is valid for `field`. */
export function isValueOf<Field extends EditableField>(
  field: Field,
  value: unknown,
): value is ValueOf<Field> {
  return fieldKinds[labelFields[field].kind].hasValue(value);
}
