import assert from 'node:assert/strict';
import type { SparseRow } from '../../../../src/core/spreadsheet/spreadsheet.ts';
import { readWorkbook } from '../../../../src/core/spreadsheet/workbookReading.ts';
import { workbookOfOthers } from './workbookOfOthers.ts';

/** Reads a workbook with these cells and further parts. */
function rowOf(
  cells: string,
  parts: Readonly<Record<string, string>> = {},
): Pick<SparseRow, 'texts' | 'replaced' | 'formatted'> {
  const sheet = `<sheetData><row>${cells}</row></sheetData>`;
  const [row] = readWorkbook(workbookOfOthers({ 'xl/worksheets/sheet2.xml': sheet, ...parts }));
  return {
    texts: row?.texts ?? [],
    replaced: row?.replaced ?? [],
    formatted: row?.formatted ?? [],
  };
}

/** Reads a cell with this number and format, by its number or its code. */
function formattedRow(
  format: number | string,
  value = '45356',
): Pick<SparseRow, 'texts' | 'replaced' | 'formatted'> {
  const formats =
    typeof format === 'string'
      ? `<numFmts><numFmt numFmtId="164" formatCode="${format}"/></numFmts>`
      : '';
  const number = typeof format === 'string' ? 164 : format;
  const styles = `<styleSheet>${formats}<cellXfs><xf numFmtId="0"/><xf numFmtId="${number}"/></cellXfs></styleSheet>`;
  return rowOf(`<c s="1"><v>${value}</v></c>`, { 'xl/styles.xml': styles });
}

/** Returns whether a number with this format is taken for a date or a time. */
function isDate(format: number | string): boolean {
  const { replaced, texts } = formattedRow(format);
  assert.deepEqual(texts, ['45356']);
  return replaced.length === 1;
}

/** Returns whether a cell with this number and format is known to show something else. */
function isShownOtherwise(format: number | string, value?: string): boolean {
  return formattedRow(format, value).formatted.length === 1;
}

/** Reference of a workbook to one of its parts. */
function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`;
}

describe('A workbook of another program', () => {
  it('has dates and times in the built-in formats of all languages', () => {
    const numbers = [0, 1, 2, 4, 9, 11, 12, 13, 37, 40, 48, 49, 59, 62, 67, 70, 82, 163];
    const dates = [14, 17, 18, 21, 22, 27, 30, 31, 34, 36, 45, 47, 50, 57, 58, 71, 76, 81];
    assert.deepEqual(numbers.filter(isDate), []);
    assert.deepEqual(dates.filter(isDate), dates);
  });

  it('has dates and times in formats of its own', () => {
    const dates = [
      'yyyy-mm-dd',
      '[$-804]m&quot;月&quot;d&quot;日&quot;',
      '[h]',
      '[ss].00',
      '[mm]',
      'GGGE',
      '[$-411]ge.m.d',
      'aaaa',
      'bbbb',
      'e',
      '上午/下午h',
      'AM/PM',
    ];
    const numbers = [
      'General',
      'GENERAL',
      'G/通用格式',
      'G/標準&quot;円&quot;',
      '0000000',
      '0.00E+00',
      '##0.0E-0',
      '#,##0.00 [$€-407]',
      '[Red]-0;[Blue]0',
      '&quot;day&quot; 0',
      '[DBNum1]0',
      '[DBNum2][$-804]General',
      '_ * #,##0_ ;\\d0',
    ];
    assert.deepEqual(numbers.filter(isDate), []);
    assert.deepEqual(dates.filter(isDate), dates);
  });

  it('has numbers that are shown as something else', () => {
    const asTheyAre = [0, 1, 49, 'General', 'G/通用格式', '0', '@'];
    const builtIn = [2, 3, 4, 5, 9, 10, 11, 12, 13, 37, 44, 48];
    const codes = ['000', '0%', '0.00E+00', '# ?/?', '#,##0 [$€-407]', '&quot;Team &quot;0', ';;;'];
    const otherwise = [...builtIn, ...codes];
    assert.deepEqual(
      asTheyAre.filter((format) => isShownOtherwise(format)),
      [],
    );
    assert.deepEqual(
      otherwise.filter((format) => isShownOtherwise(format)),
      otherwise,
    );
    assert.equal(isShownOtherwise(1, '3.4'), true);
    assert.equal(isShownOtherwise(0, '3.4'), false);
  });

  it('has numbers with the digits that a spreadsheet shows', () => {
    for (const [value, text] of [
      ['3.3000000000000003', '3.3'],
      ['0.30000000000000004', '0.3'],
      ['1.0000000000000002', '1'],
      ['123456789012345', '123456789012345'],
      ['0.1', '0.1'],
    ] as const) {
      assert.deepEqual(rowOf(`<c><v>${value}</v></c>`).texts, [text]);
    }
  });

  it('has booleans in both spellings of XML', () => {
    for (const [value, text] of [
      ['1', 'TRUE'],
      ['true', 'TRUE'],
      ['0', 'FALSE'],
      ['false', 'FALSE'],
    ] as const) {
      const row = rowOf(`<c t="b"><v>${value}</v></c>`);
      assert.deepEqual([row.texts, row.formatted], [[text], [0]]);
    }
  });

  it('has no values from extensions of the format', () => {
    const extension = '<extLst><ext><x:v>2</x:v><t>Other</t><row/></ext></extLst>';
    assert.deepEqual(rowOf(`<c><v>1</v>${extension}</c>`).texts, ['1']);
    assert.deepEqual(
      rowOf(`<c t="inlineStr"><is><t>One</t>${extension}</is></c><c><v>7</v></c>`).texts,
      ['One', '7'],
    );
  });

  it('has nothing in a cell that refers to no shared text', () => {
    const parts = { 'xl/sharedStrings.xml': '<sst><si><t>id</t></si></sst>' };
    const cells = ['<c t="s"/>', '<c t="s"><v/></c>', '<c t="s"><v> </v></c>'];
    for (const cell of cells) {
      assert.deepEqual(rowOf(`${cell}<c><v>7</v></c>`, parts).texts, ['7'], cell);
    }
    assert.deepEqual(rowOf('<c t="s"><v>0</v></c>', parts).texts, ['id']);
  });

  it('is refused if a cell refers to a shared text that it does not have', () => {
    const parts = { 'xl/sharedStrings.xml': '<sst><si><t>id</t></si></sst>' };
    for (const index of ['1', '-1', '0.5', 'x']) {
      assert.throws(() => rowOf(`<c t="s"><v>${index}</v></c>`, parts), { fault: 'notReadable' });
    }
  });

  it('may begin with a chart', () => {
    const parts = {
      'xl/workbook.xml':
        '<workbook xmlns:r="rel"><sheets><sheet name="Chart" r:id="rId1"/><sheet name="Labels" r:id="rId2"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': `<Relationships>${relation('rId1', 'chartsheet', 'chartsheets/sheet1.xml')}${relation('rId2', 'worksheet', 'worksheets/sheet2.xml')}</Relationships>`,
    };
    assert.deepEqual(rowOf('<c><v>7</v></c>', parts).texts, ['7']);
  });
});
