import assert from 'node:assert/strict';
import type { Label } from '../../../../../src/core/api/label.ts';
import { CancelledError } from '../../../../../src/core/errors/cancelledError.ts';
import { rowOrder, type TableView } from '../../../../../src/core/labels/table/rowOrder.ts';
import { labelOf } from '../arbitraryLabels.ts';
import { tableOf, textOf } from './tables.ts';

const now = Date.parse('2026-03-10T12:00:00Z');

const labels: readonly Label[] = [
  labelOf({
    id: '1',
    labelCode: 'C-10',
    labelName: 'Nachtschicht Süd',
    labelStatus: 10,
    team: 'x',
    updateTime: '2026-03-09T10:00:00Z',
  }),
  labelOf({ id: '2', labelCode: 'C-9', labelName: 'Früh Nord', labelStatus: 9, team: 'y' }),
  labelOf({ id: '3', labelName: 'Früh Nord', labelStatus: 1, updateTime: '2026-01-01T10:00:00Z' }),
  labelOf({ id: '4', labelCode: 'c-9', labelName: 'spät\nSüd', team: 'x' }),
];

async function idsShown(view: TableView, text?: (opened: string) => string): Promise<string> {
  const table = await tableOf(labels);
  if (text !== undefined) {
    const { length } = table.model;
    table.apply([{ offset: 0, length, content: text(textOf(table.model)) }]);
  }
  const order = await rowOrder(table, view, { locale: 'de', now });
  assert.ok(order !== undefined);
  const ids = Array.from(order.indexes, (index) => table.model.row(index)?.id);
  assert.deepEqual(order.ids, ids);
  return ids.join('');
}

function change(text: string): string {
  return text.replace('Früh Nord","9"', 'Spät","two"');
}

describe('view of rows', () => {
  for (const { title, view, ids } of [
    { title: 'all rows in the order of the text', view: {}, ids: '1234' },
    {
      title: 'words in any cells and any order, without accents',
      view: { words: 'SUD nacht' },
      ids: '1',
    },
    { title: 'words of several cells', view: { words: 'nord c-9' }, ids: '2' },
    { title: 'no row for a word that no cell has', view: { words: 'xyz' }, ids: '' },
    {
      title: 'words in one column',
      view: { columnWords: { labelName: 'sud', labelStatus: '1' } },
      ids: '1',
    },
    {
      title: 'words in a column that only the service has',
      view: { columnWords: { team: 'x' } },
      ids: '14',
    },
    { title: 'several statuses', view: { criteria: { statuses: [1, 9] } }, ids: '23' },
    { title: 'empty fields', view: { criteria: { empty: ['labelCode'] } }, ids: '3' },
    { title: 'an empty status', view: { criteria: { empty: ['labelStatus'] } }, ids: '4' },
    {
      title: 'empty cells of columns',
      view: { emptyColumns: ['labelStatus', 'updateTime'] },
      ids: '4',
    },
    {
      title: 'empty cells of a column that only the service has',
      view: { emptyColumns: ['team'] },
      ids: '3',
    },
    { title: 'without a word', view: { criteria: { without: ['Süd'] } }, ids: '23' },
    { title: 'changed since', view: { criteria: { changed: '7d' } }, ids: '1' },
    { title: 'duplicates', view: { repeated: ['labelName'] }, ids: '23' },
    {
      title: 'duplicates of two fields',
      view: { repeated: ['labelName', 'labelCode'] },
      ids: '',
    },
    {
      title: 'duplicates of rows that are not shown',
      view: { repeated: ['labelName'], criteria: { statuses: [9] } },
      ids: '2',
    },
    {
      title: 'sorted by a natural code, empty ones last',
      view: { sort: { column: 'labelCode', isDescending: false } },
      ids: '4213',
    },
    {
      title: 'sorted by code, downwards, empty ones last',
      view: { sort: { column: 'labelCode', isDescending: true } },
      ids: '1243',
    },
    {
      title: 'sorted by name, equal ones in their order',
      view: { sort: { column: 'labelName', isDescending: true } },
      ids: '4123',
    },
    {
      title: 'sorted by the number of the status',
      view: { sort: { column: 'labelStatus', isDescending: false } },
      ids: '3214',
    },
    {
      title: 'sorted by a column that only the service has',
      view: { sort: { column: 'team', isDescending: true } },
      ids: '2143',
    },
    {
      title: 'filtered and sorted',
      view: { words: 'd', sort: { column: 'id', isDescending: true } },
      ids: '4321',
    },
  ] as const) {
    it(`shows ${title}`, async () => assert.equal(await idsShown(view), ids));
  }

  it('shows rows that somebody else has changed, and no longer once they are as in the text', async () => {
    const table = await tableOf(labels);
    const [first] = labels;
    assert.ok(first !== undefined);
    const foreignRows = async (labelName: string): Promise<string> => {
      table.base.noteRead(labelOf({ ...first.record, labelName }));
      table.recheck([first.id]);
      const order = await rowOrder(table, { isForeign: true }, { locale: 'de', now });
      assert.equal(order?.ids.length, table.foreignRows);
      return order?.ids.join('');
    };
    assert.equal(await foreignRows('Theirs'), '1');
    assert.equal(await foreignRows('Nachtschicht Süd'), '');
  });

  it('keeps duplicates together', async () => {
    const text = ['"1","c","Zeta","1"', '"2","b","Alpha","1"', '"3","a","Zeta","1"'];
    const lines = ['id,labelCode,labelName,labelStatus', ...text, '"4","d","Alpha","1"', ''];
    const view: TableView = { repeated: ['labelName'] };
    assert.equal(await idsShown(view, () => lines.join('\n')), '2413');
    const sort = { column: 'labelCode', isDescending: true };
    assert.equal(await idsShown({ ...view, sort }, () => lines.join('\n')), '4123');
  });

  it('goes by the text, not by the service', async () => {
    assert.equal(await idsShown({ isChangedHere: true }, change), '2');
    assert.equal(await idsShown({ words: 'spat' }, change), '24');
    assert.equal(await idsShown({ criteria: { statuses: [9] } }, change), '');
    const sort = { column: 'labelStatus', isDescending: true };
    assert.equal(await idsShown({ sort }, change), '1324');
  });

  it('shows rows that are no labels', async () => {
    const sort = { column: 'labelName', isDescending: false };
    assert.equal(await idsShown({ sort }, (text) => `${text}"X"\n`), '2314X');
  });

  it('gives up when the text changes meanwhile', async () => {
    const table = await tableOf(labels);
    const ordering = rowOrder(table, {}, { locale: 'en', now });
    table.apply([{ offset: table.model.length, length: 0, content: 'x' }]);
    assert.equal(await ordering, undefined);
  });

  it('ends when it is cancelled', async () => {
    const table = await tableOf(labels);
    const options = { locale: 'en', now, signal: AbortSignal.abort() };
    await assert.rejects(rowOrder(table, {}, options), CancelledError);
  });
});
