import assert from 'node:assert/strict';
import { readImport } from '../../../../../src/core/labels/exchange/labelImport.ts';
import {
  codesOfRounded,
  matchedByCode,
  withoutRounded,
} from '../../../../../src/core/labels/exchange/roundedRows.ts';
import { spreadsheetWorker } from '../../../../support/spreadsheetWorker.ts';
import { assertInSlices, watchTurns } from '../../../../support/watchTurns.ts';
import { labelOf } from '../arbitraryLabels.ts';

describe('matchedByCode', () => {
  const labels = [
    labelOf({ id: '1784519230001240123', labelCode: 'A' }),
    labelOf({ id: '1784519230001240124', labelCode: 'B' }),
    labelOf({ id: '1784519230001240125', labelCode: 'TWICE' }),
    labelOf({ id: '1784519230001240126', labelCode: 'TWICE' }),
    labelOf({ id: '2904519230001240127', labelCode: 'OTHER' }),
  ];
  const text = [
    'id,labelCode,labelName',
    '1.78451923000124E+18,A,One',
    '1.78451923000124E+18,B,Two',
    '1.78451923000124E+18,TWICE,Three',
    '1.78451923000124E+18,OTHER,Four',
    '1.78451923000124E+18,NONE,Five',
    '1.78451923000124E+18,,Six',
    '1784519230001240124,B,Seven',
    '',
  ].join('\n');

  it('matches rows with the labels of their codes, whose ids may have been rounded so', async () => {
    const rows = await readImport(new TextEncoder().encode(text), { spreadsheetWorker });
    assert.deepEqual(await codesOfRounded(rows), ['A', 'B', 'TWICE', 'OTHER', 'NONE']);
    const { codes, problems, rounded, rows: matched } = await matchedByCode(rows, labels);
    assert.deepEqual(rounded, []);
    assert.deepEqual(
      Array.from(matched, ([id, { changes, line }]) => [id, line, changes.labelName]),
      [['1784519230001240123', 2, 'One']],
    );
    assert.deepEqual(Array.from(codes.values()), [['A']]);
    assert.deepEqual(problems.map(({ line, reason }) => `${line}: ${reason}`).toSorted(), [
      '3: Lines 3, 8 have the same ID but different values.',
      '4: A spreadsheet has rounded this ID, and several labels or rows have the code of this row.',
      '5: A spreadsheet has rounded this ID, and several labels or rows have the code of this row.',
      '6: A spreadsheet has rounded this ID, and no label has the code of this row.',
      '7: A spreadsheet has rounded this ID.',
      '8: Lines 3, 8 have the same ID but different values.',
    ]);
  });

  it('matches any number of rows with one label', async () => {
    const [label = assert.fail()] = labels;
    const rounded = Array.from({ length: 150_000 }, (_, index) => ({
      id: '1.78451923000124E+18',
      line: index + 2,
      changes: { labelCode: 'A', labelName: 'One' },
    }));
    const none = { rows: new Map(), codes: new Map(), problems: [], ignoredColumns: [] };
    const { problems, rows: matched } = await matchedByCode({ ...none, rounded }, [label]);
    assert.deepEqual([matched.size, problems], [1, []]);
  });

  it('lets other work run, however many rows it takes', async () => {
    const count = 100_000;
    const ids = Array.from({ length: count }, (_, index) =>
      String(1784519230001240000n + BigInt(index)),
    );
    const many = ids.map((id) => labelOf({ id, labelCode: `C${id}` }));
    const rounded = ids.map((id, index) => ({
      id: '1.78451923000124E+18',
      line: index + 2,
      changes: { labelCode: `C${id}`, labelName: 'One' },
    }));
    const none = { rows: new Map(), codes: new Map(), problems: [], ignoredColumns: [] };
    const turns = watchTurns();
    const codes = await codesOfRounded({ ...none, rounded });
    const { rows } = await matchedByCode({ ...none, rounded }, many);
    const { problems } = await withoutRounded({ ...none, rounded });
    assertInSlices(turns.end());
    // A spreadsheet rounds these ids in two ways.
    assert.deepEqual([codes.length, rows.size > 0, problems.length], [count, true, count]);
  });

  it('takes no number of more digits than a spreadsheet writes for a rounded one', async () => {
    const long = `1.${'7'.repeat(200)}E+18`;
    const read = await readImport(new TextEncoder().encode(`id,labelCode\n${long},A\n`), {
      spreadsheetWorker,
    });
    const { problems, rows } = await matchedByCode(read, labels);
    assert.deepEqual([Array.from(rows.keys()), problems], [[long], []]);
  });

  it('refuses them all where nobody wants that', async () => {
    const rows = await withoutRounded(
      await readImport(new TextEncoder().encode(text), { spreadsheetWorker }),
    );
    assert.deepEqual([rows.rows.size, rows.rounded, rows.problems.length], [1, [], 6]);
  });
});
