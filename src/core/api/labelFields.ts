import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';

/**
 * What the service sends and takes for each kind of field. `hasValue` is the rule of `schema` once more: a list
 * of labels asks hundreds of thousands of times, and a schema takes a hundred times as long to answer.
 */
const fieldKinds = {
  text: { schema: z.string(), hasValue: (value: unknown): boolean => typeof value === 'string' },
  wholeNumber: {
    schema: z.int(),
    hasValue: (value: unknown): boolean => Number.isSafeInteger(value),
  },
};

/** What a field holds. */
export type FieldKind = keyof typeof fieldKinds;

interface TextField {
  readonly kind: 'text';
  /** What people call it. */
  readonly title: () => string;
}

interface WholeNumberField {
  readonly kind: 'wholeNumber';
  /** What people call it. */
  readonly title: () => string;
  /** Refuses a value. A whole sentence: languages inflect a title that stands in the middle of one. */
  readonly mustBeWhole: () => string;
  /** Whether its values, which the service does not explain, get names from `workforce.labels.statusNames`. */
  readonly hasStatusNames: boolean;
}

/** A field of a label that can change. */
export type LabelField = TextField | WholeNumberField;

/**
 * The fields of a label that can change (docs/interface.md, sections 2.4 and 4.6), in the order in
 * which they are shown. This is the only list of them: whatever reads, compares, shows or sends a label
 * goes through it, so that a new field is one more row.
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

/** The name of a field that can change. */
export type EditableField = keyof typeof labelFields;

type ValueOf<Field extends EditableField> = z.output<
  (typeof fieldKinds)[(typeof labelFields)[Field]['kind']]['schema']
>;

type Values<Field extends EditableField> = { [Name in Field]?: ValueOf<Name> };

/** A value of a field that can change. */
export type FieldValue = ValueOf<EditableField>;

/** The values of the fields that can change; undefined if the service sent none, null or an empty one. */
export type LabelValues = {
  readonly [Field in EditableField]?: ValueOf<Field> | undefined;
};

/** Values of these fields as the service sent them: null and an empty text are none as well. */
export type SentValues = {
  readonly [Field in EditableField]?: ValueOf<Field> | null | undefined;
};

/** New values for fields of a label (docs/interface.md, section 4.6). One that would be emptied cannot be sent. */
export type LabelChanges = Readonly<Values<EditableField>>;

/** Whether `name` is that of a field that can change. */
export function isEditableField(name: string): name is EditableField {
  return Object.hasOwn(labelFields, name);
}

/** The names of the fields that can change, in the order of the table. */
export const editableFields: readonly EditableField[] =
  Object.keys(labelFields).filter(isEditableField);

/** The row of `name` in the table. */
export function labelField(name: EditableField): LabelField {
  return labelFields[name];
}

/** Whether the service counts `value` as none: such a field is left out of a request (docs/interface.md, section 4.6). */
export function isEmpty(value: unknown): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}

/**
 * Whether there is nothing to see in `value`: empty, or white space alone, of which a service that trims
 * makes an empty one.
 */
export function isBlank(value: unknown): boolean {
  return isEmpty(value) || (typeof value === 'string' && value.trim() === '');
}

/** The schema of the values of `field`. */
export function valueSchema(field: EditableField): z.ZodMiniType<FieldValue> {
  return fieldKinds[labelFields[field].kind].schema;
}

/** Values of fields that can change, as somebody sent or wrote them. */
type UncheckedValues = { readonly [Field in EditableField]?: unknown };

/** Those of `values` whose fields can change, and that are not empty and wanted. */
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

/** How to tell the values of each field: lists of labels ask hundreds of thousands of times. */
const valueChecks = editableFields.map((field) => ({
  field,
  hasValue: fieldKinds[labelFields[field].kind].hasValue,
}));

/** Whether each field that can change has a value of its kind in `record` of the service, or none. */
export function hasSentValues(record: UncheckedValues): record is SentValues {
  return valueChecks.every(({ field, hasValue }) => {
    const value = record[field];
    return value === undefined || value === null || hasValue(value);
  });
}

/** The value of `field` in what the service sent. */
export function sentValue(record: SentValues, field: EditableField): FieldValue | undefined {
  const value = record[field];
  return isEmpty(value) ? undefined : value;
}

/** Whether two values of a field are the same; what the service counts as none is the same. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return one === other || (isEmpty(one) && isEmpty(other));
}

/** Whether two labels have the same values. */
export function areSameValues(one: UncheckedValues, other: UncheckedValues): boolean {
  return editableFields.every((field) => isSameValue(one[field], other[field]));
}

/** Whether `field` can have `value`. */
export function isValueOf<Field extends EditableField>(
  field: Field,
  value: unknown,
): value is ValueOf<Field> {
  return fieldKinds[labelFields[field].kind].hasValue(value);
}
