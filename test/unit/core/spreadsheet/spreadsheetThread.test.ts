import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { CancelledError } from '../../../../src/core/errors/cancelledError.ts';
import {
  filledRow,
  type SpreadsheetCell,
  type SpreadsheetColumn,
  type SpreadsheetRow,
} from '../../../../src/core/spreadsheet/spreadsheet.ts';
import { SpreadsheetError } from '../../../../src/core/spreadsheet/spreadsheetError.ts';
import {
  readSpreadsheet,
  writeSpreadsheet,
} from '../../../../src/core/spreadsheet/spreadsheetThread.ts';
import { readWorkbook } from '../../../../src/core/spreadsheet/workbookReading.ts';
import { WorkbookWriter } from '../../../../src/core/spreadsheet/workbookWriter.ts';
import { spreadsheetWorker as script } from '../../../support/spreadsheetWorker.ts';
import { assertInSlices, watchTurns } from '../../../support/watchTurns.ts';
import { workbookOfOthers } from './workbookOfOthers.ts';

const columns: readonly SpreadsheetColumn[] = [
  { title: 'id', kind: 'text', width: 22 },
  { title: 'name', kind: 'text', width: 40 },
  { title: 'status', kind: 'number', width: 8 },
  { title: 'time', kind: 'time', width: 20 },
];

function workbookOf(rows: readonly (readonly SpreadsheetCell[])[]): Uint8Array {
  const writer = new WorkbookWriter(columns, 'Labels');
  writer.add(rows);
  writer.end();
  return Buffer.concat(writer.take());
}

/** A workbook with `text` in its only cell. */
function workbookWith(text: string): Uint8Array {
  return workbookOfOthers({
    'xl/worksheets/sheet2.xml': `<sheetData><row><c t="inlineStr"><is><t>${text}</t></is></c></row></sheetData>`,
  });
}

/** Work of reading many such rows without text below one with a text, in milliseconds. */
function workForEmptyRows(row: string): number {
  const first = '<row><c><v>1</v></c><c r="D1"/></row>';
  const bytes = workbookOfOthers({
    'xl/worksheets/sheet2.xml': `<sheetData>${first}${row.repeat(100_000)}</sheetData>`,
  });
  const turns = watchTurns();
  const rows = rowsIn(bytes);
  const { total } = turns.end();
  assert.deepEqual(rows, [
    { line: 1, cells: ['1', '', '', ''], replaced: [], numbers: [0], formatted: [] },
  ]);
  return total;
}

/** Rows of a workbook with their empty cells. */
function rowsIn(bytes: Uint8Array): readonly SpreadsheetRow[] {
  return readWorkbook(bytes).map(filledRow);
}

function faultIn(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof SpreadsheetError, String(error));
    return error.fault;
  }
  return 'none';
}

async function readAll(bytes: Uint8Array, signal?: AbortSignal): Promise<SpreadsheetRow[]> {
  const all: SpreadsheetRow[] = [];
  for await (const { rows } of readSpreadsheet(bytes, { script, signal })) {
    all.push(...rows);
  }
  return all;
}

async function* batches(count: number): AsyncGenerator<readonly (readonly SpreadsheetCell[])[]> {
  for (let start = 0; start < count; start += 200) {
    yield Array.from({ length: Math.min(200, count - start) }, (_, index) => {
      const number = start + index;
      return [
        `17845192300${String(number).padStart(8, '0')}`,
        `Forklift licence, renewed every year ${number}`,
        number % 5,
      ];
    });
  }
}

async function written(count: number, signal?: AbortSignal): Promise<Uint8Array> {
  const table = { sheetName: 'Labels', columns, rows: batches(count) };
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeSpreadsheet(table, { script, signal })) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

describe('a workbook', () => {
  it('keeps texts as they are, numbers as numbers, and times', () => {
    const time = new Date('2026-11-26T10:30:15Z');
    const rows = [
      ['1784519230001240123', '007', 3, time],
      ['=1+1', ' a\n\tb\r\n ', undefined, undefined],
      ['_x000D_', '\u0000\u001F\uFFFE<&>"\'', -1, undefined],
      ['', '1E5', undefined, undefined],
    ] as const;
    const read = rowsIn(workbookOf(rows));
    assert.deepEqual(read.slice(0, 4), [
      {
        line: 1,
        cells: ['id', 'name', 'status', 'time'],
        replaced: [],
        numbers: [],
        formatted: [],
      },
      {
        line: 2,
        cells: ['1784519230001240123', '007', '3', '46352.4376736111'],
        replaced: [3],
        numbers: [2],
        formatted: [],
      },
      { line: 3, cells: ['=1+1', ' a\n\tb\r\n '], replaced: [], numbers: [], formatted: [] },
      {
        line: 4,
        cells: ['_x000D_', '\u0000\u001F\uFFFE<&>"\'', '-1'],
        replaced: [],
        numbers: [2],
        formatted: [],
      },
    ]);
    assert.deepEqual(read[4]?.cells, ['', '1E5']);
  });

  it('is read back unchanged, whatever the texts are', () => {
    // Mostly parts of escapes such as _x000D_, and what the writer escapes.
    const parts = [
      ['_', '_', '_x', '_X', 'x', '_xFACE', '_xd83d', '_x0041_', '_x005F_', '0', '00', '5F', 'a'],
      ['\u0000', '\u0001', '\u0085', '\uFFFE', '\uFFFF', '\t', '\n', '\r', '\r\n'],
      ['\u{1F600}', '\u{10FFFF}', '\uD7FF', '\uE000', ' ', '&lt;', '<', '&', ']]>', '"'],
    ];
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...parts.flat()), maxLength: 12 }),
      fc.string({ unit: 'binary', maxLength: 20 }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 200, size: 'max' }), (rows) => {
        const read = rowsIn(workbookOf(rows)).slice(1);
        assert.deepEqual(
          read.map(({ cells: [one = '', other = ''] }) => [one, other]),
          rows.filter((cells) => cells.some((cell) => cell !== '')),
        );
      }),
      { numRuns: 20 },
    );
  });

  it('is written with the escapes of Excel, and no others', () => {
    for (const [text, escaped] of [
      ['_x000D_', '_x005F_x000D_'],
      ['_xface_x0041_', '_x005F_xface_x005F_x0041_'],
      ['Plan_xFACE\u0001', 'Plan_x005F_xFACE_x0001_'],
      ['Plan_x0041\rB', 'Plan_x005F_x0041_x000D_B'],
      ['_xD83D\r', '_x005F_xD83D_x000D_'],
      ['\u0001x0041_', '_x0001_x0041_'],
      ['_x0041 _xyz_ _x00041_ _x0041\t\n\u0085', '_x0041 _xyz_ _x00041_ _x0041\t\n\u0085'],
      // LibreOffice would read U+0005.
      ['Plan_x5_A', 'Plan_x005F_x5_A'],
      // No writer of labels passes them: a cell cannot hold them.
      ['a\uD83Db\uDE00', 'a\uFFFDb\uFFFD'],
    ] as const) {
      const parts = unzipSync(workbookOf([[text]]));
      const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
      assert.equal(/<c r="A2".*?<t [^>]*>([^<]*)</s.exec(sheet)?.[1], escaped);
    }
  });

  it('has a first row that stays in sight, rows that can be filtered, and columns of text', () => {
    const parts = unzipSync(workbookOf([['1', 'A', 1, undefined]]));
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    assert.match(sheet, /<pane ySplit="1" [^>]*state="frozen"\/>/);
    assert.match(sheet, /<autoFilter ref="A1:D2"\/>/);
    const workbook = strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array());
    assert.match(workbook, /"_xlnm._FilterDatabase"[^>]*>'Labels'!\$A\$1:\$D\$2</);
    assert.match(sheet, /<col min="2" max="2" width="40" style="1" customWidth="1"\/>/);
    assert.match(sheet, /<c r="C2"><v>1<\/v><\/c>/);
    const styles = strFromU8(parts['xl/styles.xml'] ?? new Uint8Array());
    assert.match(styles, /<xf numFmtId="49"/);
  });

  it('is read as other programs write it', () => {
    const bytes = workbookOfOthers({
      'xl/sharedStrings.xml':
        '<sst><si><t>id</t></si><si><r><t xml:space="preserve">Part </t></r><r><t>time</t></r></si><si><t>夜</t><rPh><t>よる</t></rPh></si></sst>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/><numFmt numFmtId="171" formatCode="[Red]0&quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet2.xml':
        '<x:worksheet xmlns:x="main"><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="C1" t="s"><x:v>1</x:v></x:c></x:row><x:row r="5"><x:c t="str"><x:f>1+1</x:f><x:v>a&amp;b</x:v></x:c><x:c t="b"><x:v>1</x:v></x:c><x:c t="e"><x:v>#N/A</x:v></x:c><x:c s="1"><x:v>45000</x:v></x:c><x:c s="2"><x:v>3</x:v></x:c><x:c><x:v>1.78451923000124E18</x:v></x:c><x:c t="s"><x:v>2</x:v></x:c><x:c><x:v>0.1</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    });
    assert.deepEqual(rowsIn(bytes), [
      { line: 1, cells: ['id', '', 'Part time'], replaced: [], numbers: [], formatted: [] },
      {
        line: 5,
        cells: ['a&b', 'TRUE', '#N/A', '45000', '3', '1.78451923000124E+18', '夜', '0.1'],
        replaced: [2, 3],
        numbers: [4, 5, 7],
        formatted: [1, 4],
      },
    ]);
  });

  it('is refused if it is none, of another format, has a password or no sheet', () => {
    const compound = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1);
    assert.equal(
      faultIn(() => readWorkbook(compound)),
      'protected',
    );
    assert.equal(
      faultIn(() => readWorkbook(Buffer.from('PK\u0003\u0004 and nothing'))),
      'notReadable',
    );
    assert.equal(
      faultIn(() => readWorkbook(zipSync({ a: new Uint8Array(3) }))),
      'notReadable',
    );
    const openDocument = 'application/vnd.oasis.opendocument.spreadsheet';
    for (const [type, fault] of [
      [openDocument, 'openDocument'],
      ['application/epub+zip', 'notReadable'],
    ] as const) {
      assert.equal(
        faultIn(() => readWorkbook(zipSync({ mimetype: Buffer.from(type) }))),
        fault,
      );
    }
    assert.equal(
      faultIn(() => readWorkbook(workbookOfOthers({}))),
      'noSheet',
    );
    const broken = workbookOfOthers({ 'xl/worksheets/sheet2.xml': '<worksheet><row' });
    assert.equal(
      faultIn(() => readWorkbook(broken)),
      'notReadable',
    );
  });

  it('has the characters that references name', () => {
    for (const [text, cell] of [
      ['A &#x1F600; &#131072; B', 'A \u{1F600} \u{20000} B'],
      ['&#x10ffff;&#x0041;&#0066;&#9;', '\u{10FFFF}AB\t'],
      ['&#38;amp;&amp;#65;&#x26;#65;', '&amp;&#65;&#65;'],
      ['&lt;&gt;&quot;&apos;&nbsp;& &;', '<>"\'&nbsp;& &;'],
    ] as const) {
      assert.deepEqual(rowsIn(workbookWith(text))[0]?.cells, [cell]);
    }
  });

  it('is refused if a reference names no character of XML', () => {
    for (const reference of [
      '&#99999999999;',
      '&#x110000;',
      '&#xD83D;&#xDE00;',
      '&#0;',
      '&#x1F;',
      '&#xFFFF;',
      '&#;',
      '&#x;',
      '&#X41;',
      '&#12a;',
      '&#65',
    ]) {
      assert.equal(
        faultIn(() => readWorkbook(workbookWith(reference))),
        'notReadable',
        reference,
      );
    }
  });

  it('has the characters that escapes name, each read once', () => {
    for (const [text, cell] of [
      ['_x0041__x000d_', 'A\r'],
      ['_xD83D__xDE00_ \u{1F600}', '\u{1F600} \u{1F600}'],
      ['_x0000_ _xFFFE_', '\u0000 \uFFFE'],
      ['_x005F_x0041_', '_x0041_'],
      ['_X0041_ _x41_ _x0041', '_X0041_ _x41_ _x0041'],
      ['_x00</t></r><r><t>41_', '_x0041_'],
      ['_xD83D_</t></r><r><t>_xDE00_', '\u{1F600}'],
    ] as const) {
      assert.deepEqual(rowsIn(workbookWith(`</t><r><t>${text}</t></r><t>`))[0]?.cells, [cell]);
    }
  });

  it('is refused if an escape names half a character', () => {
    for (const text of ['_xD800_', '_xDE00__xD83D_', 'a_xDBFF_b', '_xDFFF_\u{1F600}']) {
      assert.equal(
        faultIn(() => readWorkbook(workbookWith(text))),
        'notReadable',
        text,
      );
      const formula = `<sheetData><row><c t="str"><f>A1</f><v>${text}</v></c></row></sheetData>`;
      assert.equal(
        faultIn(() => readWorkbook(workbookOfOthers({ 'xl/worksheets/sheet2.xml': formula }))),
        'notReadable',
        text,
      );
    }
  });

  it('is refused if its text is not UTF-8: nothing is taken that reading has altered', () => {
    const sheet = '<sheetData><row><c t="inlineStr"><is><t>Müller</t></is></c></row></sheetData>';
    const path = 'xl/worksheets/sheet2.xml';
    const bytes = workbookOfOthers({ [path]: sheet });
    assert.deepEqual(rowsIn(bytes)[0]?.cells, ['Müller']);
    const latin = zipSync({ ...unzipSync(bytes), [path]: Buffer.from(sheet, 'latin1') });
    assert.equal(
      faultIn(() => readWorkbook(latin)),
      'notReadable',
    );
  });

  it('is refused if little of it becomes much, whatever it says of its size', () => {
    const row = `<row><c t="inlineStr"><is><t>${' '.repeat(30_000_000)}</t></is></c></row>`;
    const bomb = workbookOfOthers({ 'xl/worksheets/sheet2.xml': row });
    assert.equal(
      faultIn(() => readWorkbook(bomb)),
      'tooLarge',
    );
    // The size of the part, in the header before it and in the list at the end, is said to be one byte.
    const size = Buffer.alloc(4);
    size.writeUInt32LE(row.length);
    const lying = Buffer.from(bomb);
    for (let at = lying.indexOf(size); at !== -1; at = lying.indexOf(size, at)) {
      lying.writeUInt32LE(1, at);
    }
    const before = process.memoryUsage().arrayBuffers;
    assert.equal(
      faultIn(() => readWorkbook(lying)),
      'notReadable',
    );
    assert.ok(process.memoryUsage().arrayBuffers - before < 20_000_000);
    const shared = workbookOfOthers({
      'xl/sharedStrings.xml': `<sst><si><t>${Array.from({ length: 30_000 }, (_, index) => `name ${index}`).join(' ')}</t></si></sst>`,
      'xl/worksheets/sheet2.xml': `<sheetData>${'<row><c t="s"><v>0</v></c></row>'.repeat(3000)}</sheetData>`,
    });
    assert.equal(
      faultIn(() => readWorkbook(shared)),
      'tooLarge',
    );
  });

  it('is read from the first part of a name alone, however many others have it', () => {
    const path = 'xl/worksheets/sheet2.xml';
    const sheet = '<sheetData><row><c t="str"><v>first</v></c></row></sheetData>';
    // Inflating it is refused.
    const bomb = ' '.repeat(3_000_000);
    assert.equal(
      faultIn(() => readWorkbook(workbookOfOthers({ [path]: bomb }))),
      'tooLarge',
    );
    const spellings = fc.uniqueArray(fc.mixedCase(fc.constant(path)), {
      minLength: 2,
      maxLength: 4,
    });
    fc.assert(
      fc.property(spellings, (names) => {
        const parts = names.map((name, index) => [name, index === 0 ? sheet : bomb] as const);
        const bytes = workbookOfOthers(Object.fromEntries(parts));
        assert.deepEqual(rowsIn(bytes)[0]?.cells, ['first']);
      }),
      { numRuns: 10 },
    );
  });

  it('is refused if it claims parts beyond its end', () => {
    const bytes = Buffer.alloc(98);
    // The end of the list of parts in the format of large archives, its place, and the plain end of the list.
    bytes.writeUInt32LE(0x06_06_4b_50, 0);
    bytes.writeUInt32LE(30_000_000, 32);
    bytes.writeUInt32LE(0x07_06_4b_50, 56);
    bytes.writeUInt32LE(0x06_05_4b_50, 76);
    bytes.writeUInt16LE(1, 84);
    assert.equal(
      faultIn(() => readWorkbook(bytes)),
      'notReadable',
    );
  });

  it('has rows as wide as their last cell, and passes over those without text', () => {
    const near = workForEmptyRows('<row><c r="A1"/></row>');
    assert.ok(workForEmptyRows('<row><c r="ALL1"/></row>') < near * 2);
  });

  it('is read where rows and numbers are none, by their order and as they are', async () => {
    const bytes = workbookOfOthers({
      'xl/worksheets/sheet2.xml':
        '<sheetData><row r="2"><c><v>1</v></c></row><row r="x"><c><v>seven</v></c></row><row r="-4"><c><v>1E999</v></c></row></sheetData>',
    });
    assert.deepEqual(
      (await readAll(bytes)).map(({ cells, line }) => [line, cells]),
      [
        [2, ['1']],
        [3, ['seven']],
        [4, ['1E999']],
      ],
    );
  });

  it('leaves what is far to the right aside', () => {
    const bytes = workbookOfOthers({
      'xl/worksheets/sheet2.xml':
        '<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row></sheetData>',
    });
    assert.deepEqual(rowsIn(bytes)[0]?.cells, ['1']);
  });
});

describe('a spreadsheet in a thread', function () {
  it('writes and reads 100,000 rows without blocking anything', async () => {
    const count = 100_000;
    const turns = watchTurns();
    const bytes = await written(count);
    let read = 0;
    let last = 0;
    for await (const { part, rows } of readSpreadsheet(bytes, { script })) {
      read += rows.length;
      last = part;
    }
    const longest = turns.end();
    assert.deepEqual([read, last], [count + 1, 1]);
    assertInSlices(longest);
  });

  it('ends when it is cancelled, and with the fault that the thread finds', async () => {
    const cancelling = new AbortController();
    const writing = written(1_000_000, cancelling.signal);
    cancelling.abort();
    await assert.rejects(writing, CancelledError);
    await assert.rejects(readAll(workbookOf([]), cancelling.signal), CancelledError);
    await assert.rejects(readAll(Buffer.from('PK\u0003\u0004')), { fault: 'notReadable' });
  });

  it('ends where the thread gives an answer that is none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'spreadsheet-'));
    try {
      const odd = join(folder, 'odd.cjs');
      await writeFile(
        odd,
        "const { parentPort } = require('node:worker_threads'); parentPort.on('message', () => parentPort.postMessage({ kind: 'opened', rows: Number.NaN }));",
      );
      const reading = readSpreadsheet(workbookOf([]), { script: odd });
      await assert.rejects(reading.next(), { fault: 'notReadable' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
