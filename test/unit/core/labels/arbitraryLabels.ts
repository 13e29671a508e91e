import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readLabel, type Label } from '../../../../src/core/api/label.ts';

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

const optional = fc.option(text, { nil: undefined });

/** Labels with any texts, no two with the same id. */
export const arbitraryLabels: fc.Arbitrary<readonly Label[]> = fc
  .uniqueArray(
    fc.record({
      id: text,
      labelCode: optional,
      labelName: optional,
      labelStatus: fc.option(fc.maxSafeInteger(), { nil: undefined }),
    }),
    { selector: ({ id }) => id, maxLength: 20 },
  )
  .map((records) => records.map(labelOf));
