import assert from 'node:assert/strict';
import { systemClock } from '../../../src/core/async/clock.ts';
import { cellsOfTabSeparated } from '../../../src/core/labels/exchange/tabSeparated.ts';
import { editsFillingRange } from '../../../src/core/labels/table/cellBlock.ts';
import { cellEdits, type CellEdit } from '../../../src/core/labels/table/cellEdits.ts';
import type { TableView } from '../../../src/core/labels/table/rowOrder.ts';
import { TableBase } from '../../../src/core/labels/table/tableBase.ts';
import { TableBaseStore } from '../../../src/core/labels/table/tableBaseStore.ts';
import { TableDocument } from '../../../src/core/labels/table/tableDocument.ts';
import { TableRows } from '../../../src/core/labels/table/tableRows.ts';
import { inTemporaryFolder } from '../../support/temporaryFolder.ts';
import { labelOf } from '../../unit/core/labels/arbitraryLabels.ts';
import { addressOf, changedText } from '../../unit/core/labels/table/tables.ts';
import { LongestBlocks } from '../longestBlocks.ts';
import type { Measurement } from '../row.ts';

const count = 100_000;
const pasted = 10_000;
const words = ['Works council', 'Ärzte', 'München', 'Payroll', 'Leave', 'Night shift', '部門'];

const views: Readonly<Record<string, TableView>> = {
  'sort by name': { sort: { column: 'labelName', isDescending: false } },
  'sort by code, downwards': { sort: { column: 'labelCode', isDescending: true } },
  'sort by status': { sort: { column: 'labelStatus', isDescending: false } },
  'sort by ID': { sort: { column: 'id', isDescending: false } },
  'filter by words': { words: 'council 77' },
  'filter by status': { criteria: { statuses: [1, 2] } },
  'filter by duplicates': { repeated: ['labelCode'] },
  'show all rows': {},
};

/** What a table of 100,000 labels keeps others waiting for, piece by piece and without VS Code's own work. */
export async function measureTableScale(): Promise<Measurement> {
  const labels = Array.from({ length: count }, (_, index) => {
    const number = (index * 7919) % count;
    return labelOf({
      id: `7f3a9c52-${number}`,
      labelCode: `CODE-${number}`,
      labelName: `${words[number % words.length] ?? ''} ${number}`,
      labelStatus: number % 4,
      updateTime: new Date(1_700_000_000_000 + number * 60_000).toISOString(),
    });
  });
  const blocks = new LongestBlocks(count);
  const base = await blocks.measure('note the labels of a table', () => TableBase.of(labels));
  await inTemporaryFolder(async (folder) => {
    const store = new TableBaseStore(folder, systemClock);
    await blocks.measure('store a table', async () => await store.write(addressOf(1), base));
    await blocks.measure('read a stored table', async () => await store.read(addressOf(1)));
  });
  let text = await blocks.measure('text of a table', () => base.text());
  const document = new TableDocument(base, '');
  const replace = async (changed: string): Promise<void> => {
    document.apply([{ offset: 0, length: text.length, content: changed }], () => changed);
    text = changed;
    await document.ready();
  };
  text = '';
  await blocks.measure('read the text of a table', async () => await replace(await base.text()));
  const rows = await TableRows.of(document, {
    orderOptions: () => ({ locale: 'en', now: 0 }),
  });
  for (const [name, view] of Object.entries(views)) {
    await blocks.measure(`${name} in a table`, async () => await rows.show(view));
  }
  const edit = async (edits: Iterable<CellEdit>): Promise<void> => {
    const changes = await cellEdits(rows.table.model, edits);
    assert.ok(changes !== undefined);
    text = changedText(text, changes);
    document.apply(changes, () => text);
    await document.ready();
  };
  await blocks.measure('change a cell', async () => {
    await edit([{ row: count - 1, field: 'labelName', cell: 'Renamed' }]);
  });
  await rows.show({ sort: { column: 'labelName', isDescending: false } });
  await blocks.measure('add a row to a sorted table', async () => {
    const change = { offset: text.length, length: 0, content: '"new","","",""\n' };
    text = changedText(text, [change]);
    document.apply([change], () => text);
    await rows.show(rows.view);
  });
  const lines = Array.from({ length: pasted }, (_, index) => `PASTED-${index}\t${index % 4}`);
  await blocks.measure(`paste ${pasted.toLocaleString('en')} rows`, async () => {
    const block = await cellsOfTabSeparated(lines.join('\r\n'));
    const indexes = Int32Array.from(lines.keys());
    await edit(editsFillingRange(block, { rows: indexes, fields: ['labelCode', 'labelStatus'] }));
  });
  const replaced = text.replaceAll('Payroll', 'Salary');
  await blocks.measure('replace in the text of a table', async () => await replace(replaced));
  const saved = new Set(base.ids());
  await blocks.measure('compare a table that was saved', async () => {
    document.recheck(saved);
    await document.ready();
  });
  rows.dispose();
  document.dispose();
  return { rows: blocks.rows };
}
