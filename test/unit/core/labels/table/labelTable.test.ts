import assert from 'node:assert/strict';
import type { LabelTable } from '../../../../../src/core/labels/table/labelTable.ts';
import { labelOf } from '../arbitraryLabels.ts';
import { labelsNamed, tableOf, textOf } from './tables.ts';

const labels = labelsNamed('One', 'Two', 'Three');

/** Replaces the only occurrence of `before` in the text. */
function replace(table: LabelTable, before: string, content: string): void {
  const offset = textOf(table.model).indexOf(before);
  assert.ok(offset >= 0, before);
  table.apply([{ offset, length: before.length, content }]);
}

/** Kinds of the problems, with the lines and the text that they mark. */
function problemsOf(table: LabelTable): readonly (readonly unknown[])[] {
  const text = textOf(table.model);
  return table.problems().map(({ firstLine, kind, lastLine, place, row }) => {
    const marked = text.slice(place.offset, place.offset + place.length);
    return [kind, row, firstLine, lastLine, marked];
  });
}

describe('label table', () => {
  it('finds nothing in a table as it opens, whatever its labels hold', async () => {
    const odd = [
      'a\r\nb',
      'c\rd',
      'half \uD83D',
      'nul \0',
      '"',
      '""',
      ',',
      '\n',
      ' x ',
      '\u2028',
      'x'.repeat(100_001),
    ];
    const table = await tableOf([
      ...odd.map((labelName, index) => labelOf({ id: String(index), labelName })),
      labelOf({ id: 'empty', labelCode: null, labelStatus: null }),
      labelOf({ id: 'negative', labelStatus: -1 }),
    ]);
    assert.deepEqual(problemsOf(table), []);
    assert.equal(table.changedCells, 0);
  });

  for (const { title, before, after, problems } of [
    {
      title: 'an unknown ID',
      before: '"B"',
      after: '"X"',
      problems: [['unknownId', 1, 2, 2, '"X"']],
    },
    { title: 'an empty ID', before: '"B"', after: '', problems: [['unknownId', 1, 2, 2, '']] },
    {
      title: 'a doubled ID',
      before: '"B"',
      after: '"A"',
      problems: [
        ['repeatedId', 0, 1, 1, '"A"'],
        ['repeatedId', 1, 2, 2, '"A"'],
      ],
    },
    {
      title: 'an open quotation mark',
      before: '"Three","1"\n',
      after: '"Thr\nee',
      problems: [['openQuote', 2, 3, 4, '"Thr\nee']],
    },
    {
      title: 'a stray quotation mark',
      before: 'Two',
      after: 'T"wo\nx',
      problems: [['strayQuote', 1, 2, 3, '"T"wo\nx"']],
    },
    {
      title: 'a missing cell',
      before: ',"Two"',
      after: '',
      problems: [['cellCount', 1, 2, 2, '"B","b","1"']],
    },
    {
      title: 'a further cell',
      before: '"Two"',
      after: '"Two",""',
      problems: [['cellCount', 1, 2, 2, '"B","b","Two","","1"']],
    },
    {
      title: 'a changed header',
      before: 'labelCode',
      after: 'code',
      problems: [['header', undefined, 0, 0, 'id,code,labelName,labelStatus']],
    },
    {
      title: 'a status that is no whole number',
      before: '"One","1"',
      after: '"One","1.5"',
      problems: [['wrongType', 0, 1, 1, '"1.5"']],
    },
    {
      title: 'a status that is a word',
      before: '"One","1"',
      after: '"One",open',
      problems: [['wrongType', 0, 1, 1, 'open']],
    },
    {
      title: 'an emptied field',
      before: '"Two"',
      after: '""',
      problems: [['emptied', 1, 2, 2, '""']],
    },
    {
      title: 'a field with spaces only',
      before: '"Two"',
      after: '" \n"',
      problems: [['emptied', 1, 2, 3, '" \n"']],
    },
    {
      title: 'a text that is too long',
      before: 'Two',
      after: 'x'.repeat(100_001),
      problems: [['wrongType', 1, 2, 2, `"${'x'.repeat(100_001)}"`]],
    },
  ]) {
    it(`finds ${title}, until it is undone`, async () => {
      const table = await tableOf(labels);
      replace(table, before, after);
      assert.deepEqual(problemsOf(table), problems);
      assert.ok(table.hasProblems);
      const again = await tableOf(labels, textOf(table.model));
      assert.deepEqual(problemsOf(again), problems);
      const opened = await table.base.text();
      table.apply([{ offset: 0, length: table.model.length, content: opened }]);
      assert.deepEqual([problemsOf(table), table.hasProblems], [[], false]);
    });
  }

  it('has a message for each problem', async () => {
    const table = await tableOf(
      labels,
      'a\n"A","a","","x"\n"Y"\n"Z","","",""\n"B","b"x,"Two","1"\n',
    );
    assert.deepEqual(
      table.problems().map(({ message }) => message),
      [
        'The first line must be: id,labelCode,labelName,labelStatus',
        'This cannot be emptied: the service ignores empty fields.',
        'The status must be a whole number.',
        'The number of cells is 1 in this row, but 4 in the first.',
        'The table has no label with this ID. Labels cannot be added.',
        'A cell that contains a quotation mark must be in quotation marks, and the mark within it written twice.',
      ],
    );
    assert.equal(table.problems(2).length, 2);
  });

  it('counts changed cells and rows', async () => {
    const table = await tableOf(labels);
    replace(table, '"a","One","1"', '"a2","One!","1"');
    replace(table, 'Three', 'Drei');
    assert.deepEqual([table.changedCells, table.changedRows], [3, 2]);
    assert.deepEqual(
      Array.from(table.model.rows(), (row) => table.findings(row).changed),
      [['labelCode', 'labelName'], [], ['labelName']],
    );
    replace(table, 'One!', 'One');
    assert.deepEqual([table.changedCells, table.changedRows], [2, 2]);
  });

  it('takes a deleted line for no change, with and without its line break', async () => {
    for (const line of ['"B","b","Two","1"\n', '"B","b","Two","1"']) {
      const table = await tableOf(labels);
      replace(table, line, '');
      assert.deepEqual([table.changedCells, problemsOf(table)], [0, []]);
      assert.equal(table.model.rowCount, 2);
    }
  });

  it('takes spaces in place of an empty text for no change: nothing could be sent', async () => {
    const table = await tableOf([labelOf({ id: 'A', labelCode: 'a' }), ...labels.slice(1)]);
    replace(table, '"a",""', '"a","  "');
    assert.deepEqual([table.changedCells, problemsOf(table)], [0, []]);
  });
});
