import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { guarded, unguarded } from '../../../../../src/core/labels/exchange/spreadsheetGuard.ts';

/** Texts of which Excel or LibreOffice Calc, in one language or another, make something else. */
const converted: Readonly<Record<string, readonly string[]>> = {
  formulas: [
    '=1+1',
    '=HYPERLINK("x")',
    '+49 30 1234',
    '-x',
    '@SUM(1)',
    '-1+1',
    '＝1',
    '\t=1',
    '\r=1',
    '\u200B=1',
    '\u0000=1',
    ' \u0001\u007F=1',
    '\u0085@x',
    '\u00AD-x',
    '＝\u0338x',
  ],
  'long numbers': ['1784519230001240123', '1234567890123456', '-1234567890123456'],
  'leading zeros': ['007', '00', '-01', '00123456'],
  numbers: [
    '1.5',
    '1,5',
    '1.000,50',
    '1 000',
    "1'000",
    '(5)',
    '5-',
    '+5',
    ' 5',
    '5 ',
    '.5',
    '1.0',
    '５',
  ],
  exponents: ['1E5', '12e10', '1.5E-3', '2E+3'],
  percentages: ['5%', '5 %', '12,5%'],
  currencies: ['€5', '5 €', '$1,000.00', '¥100', '-$5', 'EUR 5'],
  dates: [
    '1-2',
    '1/2',
    '1.2.',
    '3.4.2024',
    '2024-01-02',
    '2024-01-02T10:00',
    '1/2/24',
    '12-2024',
    '1.2.3',
  ],
  'dates with months': [
    'MAR1',
    'Mar 1',
    '1-Mar',
    'Sep 2',
    'DEC-15',
    '3. März 2024',
    'Mai 2024',
    '1 août',
    'May 3, 2024',
    'OCT2024',
  ],
  'dates of East Asia': ['1月2日', '2024年1月2日', '令和5年1月2日', 'R5.1.2', 'H30/1/1'],
  fractions: ['1 1/2', '1/2', '3/4'],
  times: ['12:30', '12:30:15', '5 PM', '5pm', '7 a', '10:00 AM', '25:00', '10時30分'],
  booleans: ['TRUE', 'false', 'Wahr', 'FALSCH', 'vrai', 'FAUX', 'ИСТИНА'],
  errors: ['#N/A', '#NAME?', '#DIV/0!', '#WERT!'],
};

/** Texts that stay as they are. */
const kept = [
  '',
  'Company car',
  'Company car 3',
  'Part-time, 50%',
  'NIGHT-307',
  'A-1',
  '12A',
  'March',
  'March of progress',
  'Market 3',
  '5 days',
  '3 of 4',
  '1st floor',
  'Zone 1/2',
  'Q1 2024',
  'C-100',
  'x=1',
  'a@b.example',
  "O'Neil",
  "'quoted'",
  '0',
  '7',
  '42',
  '-5',
  '123456789012345',
  'Ärzte 夜',
  'Team #1',
  '#1',
  '# 5',
  'true north',
  'Version 1.2.3',
  '2 x 4',
  '100-200',
  'E5',
  'TRAVEL/EU 100% #1',
  'Mayor 3',
  '1. Company',
  '99-99',
  '夜班 1',
  '≠ night',
];

describe('guarded', () => {
  for (const [kind, texts] of Object.entries(converted)) {
    it(`guards ${kind}`, () => {
      for (const text of texts) {
        assert.equal(guarded(text), `'${text}`);
      }
    });
  }

  it('leaves all other texts alone', () => {
    for (const text of kept) {
      assert.equal(guarded(text), text);
      assert.equal(unguarded(text), text);
    }
  });

  it('takes any number of apostrophes', () => {
    const apostrophes = "'".repeat(100_000);
    assert.equal(guarded(apostrophes), apostrophes);
    assert.equal(guarded(`${apostrophes}=1`), `'${apostrophes}=1`);
    assert.equal(unguarded(`${apostrophes}=1`), `${apostrophes}=1`.slice(1));
  });

  it('is read off again, whatever the text is', () => {
    const texts = Object.values(converted).flat();
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...texts, ...kept),
      fc
        .tuple(fc.stringMatching(/^'{0,3}/), fc.constantFrom(...texts))
        .map((parts) => parts.join('')),
      fc.stringMatching(/^[-'=0-9./:A-Za-z %]{0,8}$/),
    );
    fc.assert(
      fc.property(text, (any) => {
        assert.equal(unguarded(guarded(any)), any);
      }),
      { numRuns: 5000 },
    );
  });
});
