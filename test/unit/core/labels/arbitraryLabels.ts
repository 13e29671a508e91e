import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readLabel, type Label } from '../../../../src/core/api/label.ts';
import {
  editableFields,
  labelField,
  type FieldKind,
  type FieldValue,
} from '../../../../src/core/api/labelFields.ts';

/** A label as the service may send it. */
export function labelOf(record: Readonly<Record<string, unknown>>): Label {
  const read = readLabel(record);
  assert.equal(read.kind, 'label');
  return read.label;
}

/** What breaks naive code, beside any other text. */
const text = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
  fc.constantFrom(
    '=1+1',
    "'=1+1",
    "'",
    "''x",
    '-5',
    '+49',
    '@x',
    '007',
    '1-2',
    'a,b;c\td',
    '"',
    'x\r\ny',
    '\r',
    '\n',
    ' ',
    '\uFEFFx',
  ),
);

/** The fields that can change, each with a value of its kind or none. */
function arbitraryValues(
  ofKind: Readonly<Record<FieldKind, fc.Arbitrary<FieldValue>>>,
): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  return fc.record(
    Object.fromEntries(
      editableFields.map((field) => [
        field,
        fc.option(ofKind[labelField(field).kind], { nil: undefined }),
      ]),
    ),
  );
}

/** Labels with any texts, no two with the same id. */
export const arbitraryLabels: fc.Arbitrary<readonly Label[]> = fc
  .uniqueArray(fc.tuple(text, arbitraryValues({ text, wholeNumber: fc.maxSafeInteger() })), {
    selector: ([id]) => id,
    maxLength: 20,
  })
  .map((labels) => labels.map(([id, values]) => labelOf({ id, ...values })));
