import assert from 'node:assert/strict';
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import * as z from 'zod/mini';
import { guardCsvCell, unguardCsvCell } from '../../../../../src/core/labels/exchange/csvGuard.ts';
import { guardedCsv } from '../../../../../src/core/labels/exchange/labelCsv.ts';

const delimiters = [',', ';', '\t', '|'] as const;

/** Cells that a program would run, but for the numbers that it cannot run. */
const formula = /^[\s\p{Cc}\p{Cf}]*(?!-\d+$)[=+\-@＝＋－＠]/u;

/** Cells of a file as a program reads it that takes quotation marks literally except around a whole cell. */
function cellsOf(file: string, delimiter: string): readonly string[] {
  const cells: string[] = [];
  for (let at = 0; at < file.length; at++) {
    let cell = '';
    if (file[at] === '"') {
      for (at++; at < file.length; at++) {
        if (file[at] === '"' && file[++at] !== '"') {
          break;
        }
        cell += file[at];
      }
    }
    while (at < file.length && file[at] !== delimiter && !/[\r\n]/.test(file[at] ?? '')) {
      cell += file[at];
      at++;
    }
    cells.push(cell);
  }
  return cells;
}

/** Cells as csv-parse reads them; a quoted cell may end with the file. */
function parsedCells(file: string, delimiter: string, quote: '"' | null): readonly string[] {
  const options = { delimiter, quote, escape: quote, relax_column_count: true, relax_quotes: true };
  const read = (text: string): string[] =>
    z.array(z.array(z.string())).parse(parse(text, options)).flat();
  try {
    return read(file);
  } catch (error) {
    assert.ok(error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED', String(error));
    return read(`${file}"`);
  }
}

/** Cells of `row` that any program with any separator takes for formulas. */
function formulasIn(row: readonly string[]): readonly string[] {
  const file = guardedCsv([row, row]);
  return delimiters
    .flatMap((delimiter) =>
      [
        cellsOf(file, delimiter),
        parsedCells(file, delimiter, '"'),
        // Who takes a comma for the separator takes quotation marks for those of cells.
        delimiter === ',' ? [] : parsedCells(file, delimiter, null),
      ].flat(),
    )
    .filter((cell) => formula.test(cell));
}

describe('guardCsvCell', () => {
  it('guards each part that begins like a formula where another separator splits the cell', () => {
    for (const [text, cell] of [
      ["C;=cmd|'/C calc'!A0;x", "C;'=cmd|'/C calc'!A0;x"],
      ['Fire marshal; =part time', "Fire marshal;' =part time"],
      ['a\t+1|-2', "a\t'+1|'-2"],
      ['a\r\n@b', "a\r\n'@b"],
      ['a;"=b', `a;'"=b`],
      ['a;\u0000＝b', "a;'\u0000＝b"],
      ["a;'=b", "a;''=b"],
      ['=a;=b', "'=a;'=b"],
    ] as const) {
      assert.equal(guardCsvCell(text), cell);
      assert.deepEqual(formulasIn(['1', text, 'x']), []);
    }
  });

  it('leaves all other texts alone', () => {
    for (const text of ['a; b', 'a;b=c', 'Sick leave, -50%', 'a|1/2', "a;'b", 'a;;', '-5', '']) {
      assert.equal(guardCsvCell(text), text);
      assert.equal(unguardCsvCell(text), text);
    }
  });

  it('lets no program with any separator read a formula, and is read off again', () => {
    const part = fc.oneof(
      fc.constantFrom(...Array.from('=+-@＝;|,\t\r\n"\' a5\u0000\u0001\u007F\u200B\uFEFF\u0338')),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    const text = fc
      .array(part, { maxLength: 12 })
      .map((parts) => parts.join(''))
      .filter((any) => any.isWellFormed());
    fc.assert(
      fc.property(text, text, text, (one, other, last) => {
        for (const any of [one, other, last]) {
          assert.equal(unguardCsvCell(guardCsvCell(any)), any);
        }
        assert.deepEqual(formulasIn([/^-\d+$/.test(one) ? '1' : one, other, last]), []);
      }),
      { numRuns: 3000 },
    );
  });
});
