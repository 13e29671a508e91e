import assert from 'node:assert/strict';
import type { TextReplacement } from '../../../../../src/core/labels/document/labelDocumentEdit.ts';
import { cellPlaces } from '../../../../../src/core/labels/table/recordScan.ts';
import { TableModel } from '../../../../../src/core/labels/table/tableModel.ts';
import { rowText } from '../../../../../src/core/labels/table/tableText.ts';
import { randomFrom } from '../../../../support/randomFrom.ts';
import { changedText, textOf } from './tables.ts';

const header = 'id,labelCode,labelName,labelStatus\n';

/** Everything that a model says. */
function readOut(model: TableModel): unknown {
  const rows = Array.from(model.rows());
  return {
    header: model.header?.cells,
    text: textOf(model),
    rows: rows.map((row) => [
      row,
      model.placeOf(row),
      model.rowsOf(row.id).includes(row),
      model.row(row.index) === row,
      model.rowAt(model.placeOf(row).offset) === row,
      model.rowsOf(row.id).length,
      model.isRepeated(row.id),
    ]),
  };
}

async function cellsIn(text: string): Promise<readonly (readonly string[])[]> {
  return Array.from((await TableModel.of(header + text)).rows(), ({ cells }) => cells);
}

describe('table model', () => {
  it('reads quoted, bare and empty cells', async () => {
    assert.deepEqual(await cellsIn('"1","a","b ""c"", d","2"\n3,,x y,\n"","",,""'), [
      ['1', 'a', 'b "c", d', '2'],
      ['3', '', 'x y', ''],
      ['', '', '', ''],
    ]);
  });

  it('reads line breaks within cells, and blank lines between rows', async () => {
    const model = await TableModel.of(`${header}\n"1","a","b\nc\r\nd","2"\n\n\r\n"2","","",""\n\n`);
    assert.deepEqual(
      Array.from(model.rows(), (row) => [...row.cells, model.placeOf(row).line]),
      [
        ['1', 'a', 'b\nc\nd', '2', 2],
        ['2', '', '', '', 7],
      ],
    );
  });

  it('reads line ends of all kinds', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const rows = await cellsIn([`"1","a","b${end}c","2"`, '"2","a","b","2"', ''].join(end));
      assert.deepEqual(rows[0], ['1', 'a', 'b\nc', '2'], JSON.stringify(end));
      assert.equal(rows.length, 2, JSON.stringify(end));
    }
  });

  it('reads what no text file keeps as a table writes it', async () => {
    assert.deepEqual(await cellsIn('"1","half \uD83D","nul \0","2"\n2,\0,\uD83D,\n'), [
      ['1', 'half \uFFFD', 'nul \uFFFD', '2'],
      ['2', '\uFFFD', '\uFFFD', ''],
    ]);
  });

  it('keeps a wrong quotation mark from changing other rows', async () => {
    const rows = ['1', '2', '3', '4'].map((id) => rowText([id, 'a', 'b', '2']));
    for (const broken of [
      '"2","a","b"x,"2"\n',
      '"2","a","b,"2"\n',
      '"2",a","b","2"\n',
      '2","a","b","2"\n',
    ]) {
      const model = await TableModel.of(header + rows.with(1, broken).join(''));
      const ids = Array.from(model.rows(), ({ id }) => id);
      assert.ok(ids.includes('1') && ids.includes('4'), JSON.stringify({ broken, ids }));
      const row = model.row(1);
      assert.equal(row?.fault?.kind, 'strayQuote', broken);
    }
  });

  it('finds an open quotation mark at the end', async () => {
    const model = await TableModel.of(`${header}"1","a","b","2`);
    assert.deepEqual(model.row(0)?.fault, { kind: 'openQuote', column: 3 });
  });

  it('places cells', async () => {
    const text = '"1",a,"b""\n","2"\n';
    assert.deepEqual(
      cellPlaces(text).map(({ length, offset }) => text.slice(offset, offset + length)),
      ['"1"', 'a', '"b""\n"', '"2"'],
    );
  });

  it('says which rows a change has replaced', async () => {
    const model = await TableModel.of(
      header + ['1', '2', '3'].map((id) => rowText([id, 'a', 'b', '2'])).join(''),
    );
    const { added, isStructural, removed } = model.apply([
      { offset: header.length + 21, length: 1, content: 'xy' },
    ]);
    assert.deepEqual([removed.length, added.length, isStructural], [1, 1, false]);
    assert.deepEqual(added[0]?.cells, ['2', 'xy', 'b', '2']);
    assert.equal(model.row(1), added[0]);
  });

  it('follows any changes as if it read the text anew', async () => {
    const pieces = [
      '"',
      '""',
      ',',
      '\n',
      '\r\n',
      '\n\n',
      'x',
      '',
      '","',
      '"\n"',
      rowText(['9', 'a', 'b', '2']),
    ];
    for (let seed = 1; seed <= 150; seed++) {
      const random = randomFrom(seed);
      const below = (limit: number): number => Math.floor(random() * limit);
      let text =
        below(9) === 0
          ? ''
          : header +
            Array.from({ length: below(8) }, (_, id) => rowText([`${id}`, 'a', 'n\nm', '1'])).join(
              '',
            );
      const model = await TableModel.of(text);
      for (let step = 0; step < 6; step++) {
        const changes: TextReplacement[] = [];
        for (let offset = below(text.length + 1); offset <= text.length && changes.length < 4;) {
          const length = Math.min(below(3) === 0 ? below(60) : below(3), text.length - offset);
          changes.push({ offset, length, content: pieces[below(pieces.length)] ?? '' });
          offset += length + (below(3) === 0 ? 0 : 1 + below(40));
        }
        text = changedText(text, changes);
        model.apply(changes);
        assert.deepEqual(readOut(model), readOut(await TableModel.of(text)), `seed ${seed}`);
      }
    }
  });

  it('places rows among many', async () => {
    const random = randomFrom(1);
    const below = (limit: number): number => Math.floor(random() * limit);
    let text =
      header + Array.from({ length: 1500 }, (_, id) => rowText([`${id}`, 'a', 'b', '2'])).join('');
    const model = await TableModel.of(text);
    for (let step = 0; step < 20; step++) {
      // Half of the steps move rows, the others change them where they are.
      const content = step % 2 === 0 ? 'x\ny' : rowText([`new ${step}`, 'a', 'b', '2']);
      const at = text.indexOf(step % 2 === 0 ? 'a' : '\n', header.length + below(text.length / 2));
      const change = { offset: at + 1, length: 0, content };
      text = changedText(text, [change]);
      model.apply([change]);
      const anew = await TableModel.of(text);
      for (let index = 0; index < model.rowCount; index += 1 + below(50)) {
        const [row, other] = [model.row(index), anew.row(index)];
        assert.ok(row !== undefined && other !== undefined);
        assert.deepEqual(model.placeOf(row), anew.placeOf(other));
        assert.equal(model.rowAt(model.placeOf(row).offset), row);
      }
      assert.equal(model.length, text.length);
    }
  });

  it('stays linear where a quotation mark reaches far', async () => {
    const bare = Array.from({ length: 30_000 }, (_, id) => `${id},a,b,2\n`).join('');
    const model = await TableModel.of(header + bare);
    const before = process.threadCpuUsage();
    model.apply([{ offset: header.length, length: 0, content: '"' }]);
    assert.equal(model.rowCount, 1);
    model.apply([{ offset: header.length, length: 1, content: '' }]);
    assert.equal(model.rowCount, 30_000);
    const { user } = process.threadCpuUsage(before);
    assert.ok(user < 2_000_000, `${user} µs`);
  });

  it('lets others have their turn while it reads', async () => {
    const rows = Array.from({ length: 30_000 }, (_, id) => rowText([`${id}`, 'a', 'b', '2'])).join(
      '',
    );
    let turns = 0;
    const reading = TableModel.of(header + rows);
    const counting = setInterval(() => turns++, 0);
    await reading;
    clearInterval(counting);
    assert.ok(turns > 5, `${turns} turns`);
  });
});
