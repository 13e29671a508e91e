import assert from 'node:assert/strict';
import { CancelledError } from '../../../../../src/core/errors/cancelledError.ts';
import { LabelTable } from '../../../../../src/core/labels/table/labelTable.ts';
import { TableBase } from '../../../../../src/core/labels/table/tableBase.ts';
import { TableDocument } from '../../../../../src/core/labels/table/tableDocument.ts';
import { labelOf } from '../arbitraryLabels.ts';
import { changedText, labelsNamed, textOf } from './tables.ts';

/** Enough for a text that is read in slices. */
const labels = Array.from({ length: 8000 }, (_, id) =>
  labelOf({ id: String(id), labelCode: `c${id}`, labelName: 'Name', labelStatus: 1 }),
);

describe('table document', () => {
  it('follows short changes at once', async () => {
    const base = await TableBase.of(labelsNamed('One', 'Two'));
    const document = new TableDocument(base, await base.text());
    const read = await document.ready();
    const changes: unknown[] = [];
    document.onDidChange((change) => changes.push(change?.added.map(({ cells }) => cells)));
    const offset = textOf(read.model).indexOf('Two');
    document.apply([{ offset, length: 3, content: 'Zwei' }], () => assert.fail());
    assert.equal(document.table, read);
    assert.deepEqual(changes, [[['B', 'b', 'Zwei', '1']]]);
    assert.equal(read.changedCells, 1);
    base.set('B', 'labelName', { shown: 'Zwei', served: 'Zwei', sent: [] });
    document.recheck(new Set(['B']));
    assert.deepEqual([read.changedCells, changes.length], [0, 2]);
    document.dispose();
  });

  it('reads a long change in slices, and follows what is typed meanwhile', async () => {
    const base = await TableBase.of(labels);
    let text = await base.text();
    const document = new TableDocument(base, text);
    await document.ready();
    const apply = (offset: number, length: number, content: string): void => {
      text = changedText(text, [{ offset, length, content }]);
      document.apply([{ offset, length, content }], () => text);
    };
    apply(0, text.length, text.replaceAll('"Name"', '"New"'));
    assert.equal(document.table, undefined);
    apply(text.indexOf('"New"') + 1, 3, 'typed');
    base.set('5', 'labelName', { shown: 'New', served: 'New', sent: [] });
    document.recheck(new Set(['5']));
    const read = await document.ready();
    assert.ok(textOf(read.model) === text);
    assert.equal(read.changedCells, labels.length - 1);
    document.dispose();
  });

  it('compares many rows in slices, and a few at once', async () => {
    const base = await TableBase.of(labels);
    const text = (await base.text()).replaceAll('"Name"', '"New"');
    const document = new TableDocument(base, text);
    const read = await document.ready();
    const saved = labels.slice(0, 3000).map(({ id }) => id);
    saved.forEach((id) => base.set(id, 'labelName', { shown: 'New', served: 'New', sent: [] }));
    const structural: unknown[] = [];
    document.onDidChange((change) => structural.push(change?.isStructural));
    document.recheck(new Set(saved.slice(0, 10)));
    assert.deepEqual([document.table, read.changedRows], [read, labels.length - 10]);
    document.recheck(new Set(saved));
    assert.equal(document.table, undefined);
    const moved = '"new","","","1"\n';
    document.apply([{ offset: text.indexOf('\n') + 1, length: 0, content: moved }], () => '');
    assert.equal((await document.ready()).changedRows, labels.length - 3000);
    assert.equal(document.table, read);
    assert.ok(textOf(read.model) === text.replace('\n', `\n${moved}`));
    assert.deepEqual(structural, [undefined, undefined, true]);
    document.dispose();
  });

  it('reads the last of several long changes', async () => {
    const base = await TableBase.of(labels);
    const text = await base.text();
    const document = new TableDocument(base, '');
    const waiting = document.ready();
    const changed = text.replaceAll('"Name"', '"New"');
    document.apply([{ offset: 0, length: 0, content: changed }], () => changed);
    document.apply([{ offset: 0, length: changed.length, content: text }], () => text);
    const read = await waiting;
    assert.ok(textOf(read.model) === text);
    assert.equal(read.changedCells, 0);
    document.dispose();
  });

  it('takes the table that was expected, unless its text is another', async () => {
    const base = await TableBase.of(labels);
    const text = await base.text();
    const expected = LabelTable.of(base, text);
    const document = new TableDocument(base, text, expected);
    assert.equal(await document.ready(), await expected);
    const changed = text.replace('"Name"', '"New"');
    const other = new TableDocument(base, changed, expected);
    assert.ok(textOf((await other.ready()).model) === changed);
    document.dispose();
    other.dispose();
  });

  it('ends with its waiters when it is disposed', async () => {
    const base = await TableBase.of(labels);
    const document = new TableDocument(base, await base.text());
    const waiting = document.ready();
    document.dispose();
    await assert.rejects(waiting, CancelledError);
    const aborted = new TableDocument(base, await base.text());
    await assert.rejects(aborted.ready(AbortSignal.abort()), CancelledError);
    aborted.dispose();
  });
});
