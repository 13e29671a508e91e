import assert from 'node:assert/strict';
import type { TableView } from '../../../../../src/core/labels/table/rowOrder.ts';
import { TableBase } from '../../../../../src/core/labels/table/tableBase.ts';
import { TableDocument } from '../../../../../src/core/labels/table/tableDocument.ts';
import { TableRows } from '../../../../../src/core/labels/table/tableRows.ts';
import { until } from '../../../../support/until.ts';
import { labelOf } from '../arbitraryLabels.ts';
import { changedText, labelsNamed } from './tables.ts';

const orderOptions = () => ({ locale: 'en', now: 0 });

/** A document with rows over it, and edits of its text. */
class Opened {
  readonly document: TableDocument;
  readonly rows: TableRows;
  text: string;

  private constructor(document: TableDocument, rows: TableRows, text: string) {
    this.document = document;
    this.rows = rows;
    this.text = text;
  }

  static async of(labels = labelsNamed('Delta', 'Beta', 'Alpha', 'Gamma')): Promise<Opened> {
    const base = await TableBase.of(labels);
    const text = await base.text();
    const document = new TableDocument(base, text);
    return new Opened(document, await TableRows.of(document, { orderOptions }), text);
  }

  /** Names of the shown rows. */
  get names(): string {
    return this.rows
      .slice(0, 100)
      .map((row) => row?.cells[2] ?? '–')
      .join(' ');
  }

  nameAt(number: number, order: number): string | undefined {
    return this.rows.rowAt(number, order)?.cells[2];
  }

  replace(part: string, content: string): void {
    const change = { offset: this.text.indexOf(part), length: part.length, content };
    this.text = changedText(this.text, [change]);
    this.document.apply([change], () => this.text);
  }

  replaceAll(text: string): void {
    const change = { offset: 0, length: this.text.length, content: text };
    this.text = text;
    this.document.apply([change], () => text);
  }
}

const byName: TableView = { sort: { column: 'labelName', isDescending: false } };

/** So many rows that a change of all is read in slices. */
const manyLabels = Array.from({ length: 8000 }, (_, id) =>
  labelOf({ id: String(id), labelCode: `c${id}`, labelName: `Name ${id % 7}`, labelStatus: 1 }),
);

describe('rows of a table in a grid', () => {
  it('shows all rows in the order of the text', async () => {
    const { names, rows } = await Opened.of();
    assert.equal(names, 'Delta Beta Alpha Gamma');
    assert.deepEqual([rows.shownCount, rows.order], [4, 1]);
    assert.deepEqual(
      rows.slice(1, 3).map((row) => row?.id),
      ['B', 'C'],
    );
  });

  it('keeps its order while rows are edited, sorted or filtered as they are', async () => {
    const opened = await Opened.of();
    const { rows } = opened;
    await rows.show({ ...byName, words: 'ta' });
    assert.equal(opened.names, 'Beta Delta');
    const { order } = rows;
    opened.replace('Beta', 'Zeus');
    assert.equal(opened.names, 'Zeus Delta');
    assert.equal(rows.order, order);
    await rows.show(byName);
    assert.equal(opened.names, 'Alpha Delta Gamma Zeus');
  });

  it('says which rows an edit has replaced', async () => {
    const opened = await Opened.of();
    const changes: unknown[] = [];
    opened.rows.onDidChange((change) => changes.push(change?.added.map(({ id }) => id)));
    opened.replace('Beta', 'Zeus');
    assert.deepEqual(changes, [['B']]);
  });

  it('understands numbers of the orders before', async () => {
    const opened = await Opened.of();
    const { rows } = opened;
    const first = rows.order;
    await rows.show(byName);
    const second = rows.order;
    await rows.show({ words: 'gamma' });
    assert.deepEqual(
      [opened.nameAt(1, first), opened.nameAt(1, second), opened.nameAt(0, rows.order)],
      ['Beta', 'Beta', 'Gamma'],
    );
    assert.deepEqual(Array.from(rows.indexesOf(0, 2, second)), [2, 1]);
    for (let times = 0; times < 8; times++) {
      await rows.show(byName);
    }
    assert.equal(opened.nameAt(1, first), undefined);
  });

  it('means the same label after a row has gone', async () => {
    const opened = await Opened.of();
    const { rows } = opened;
    await rows.show(byName);
    const { order } = rows;
    opened.replace('"C","c","Alpha","1"\n', '');
    assert.equal(opened.names, '– Beta Delta Gamma');
    assert.deepEqual(
      [rows.numberOf(rows.rowAt(2)), rows.order, Array.from(rows.indexesOf(0, 9, order))],
      [2, order, [-1, 1, 0, 2]],
    );
    await until(() => opened.names === 'Beta Delta Gamma');
    assert.equal(rows.numberOf(rows.rowAt(2)), 2);
    assert.deepEqual(
      [0, 1, 2, 3].map((number) => opened.nameAt(number, order)),
      [undefined, 'Beta', 'Delta', 'Gamma'],
    );
    assert.notEqual(rows.order, order);
    assert.deepEqual(Array.from(rows.indexesOf(0, 9, order)), [-1, 1, 0, 2]);
  });

  it('shows a row that comes back where it belongs', async () => {
    const opened = await Opened.of();
    const { rows } = opened;
    opened.replace('"C","c","Alpha","1"\n', '');
    await rows.show(byName);
    opened.replace('"A",', '"C","c","Alpha","1"\n"A",');
    await until(() => opened.names === 'Alpha Beta Delta Gamma');
  });

  it('keeps two rows with one id apart', async () => {
    const opened = await Opened.of();
    const { rows } = opened;
    opened.replace('"D","d"', '"B","d"');
    const { order } = rows;
    assert.equal(opened.nameAt(3, order), 'Gamma');
    await rows.show(byName);
    assert.deepEqual([opened.nameAt(3, order), opened.nameAt(1, order)], ['Gamma', 'Beta']);
  });

  it('keeps its order over a change that is read in slices, and drops it if rows have moved', async () => {
    const opened = await Opened.of(manyLabels);
    const { document, rows } = opened;
    await rows.show({ words: 'name 3', sort: { column: 'id', isDescending: true } });
    const { order, shownCount } = rows;
    const [first] = rows.slice(0, 1);
    opened.replaceAll(opened.text.replaceAll('Name 3', 'Name three'));
    assert.equal(document.table, undefined);
    assert.deepEqual(rows.slice(0, 1), [first]);
    await document.ready();
    assert.deepEqual([rows.order, rows.shownCount], [order, shownCount]);
    assert.equal(opened.nameAt(0, order), 'Name three');
    const [header = '', ...lines] = opened.text.trimEnd().split('\n');
    opened.replaceAll(`${[header, ...lines.toReversed()].join('\n')}\n`);
    await document.ready();
    assert.equal(opened.nameAt(0, order), 'Name three');
    assert.equal(rows.rowAt(0, order)?.id, first?.id);
    await until(() => rows.order !== order);
    assert.equal(opened.nameAt(0, order), 'Name three');
    assert.equal(rows.rowAt(0, order)?.id, first?.id);
  });

  it('shows the view that was asked for last', async () => {
    const opened = await Opened.of(manyLabels);
    await Promise.all([opened.rows.show({ words: 'name 3' }), opened.rows.show({ words: 'c77' })]);
    assert.equal(opened.rows.shownCount, 111);
    assert.deepEqual(opened.rows.view, { words: 'c77' });
  });

  it('shows rows with problems only', async () => {
    const opened = await Opened.of();
    opened.replace('Beta', '');
    assert.equal(opened.rows.table.problemRows, 1);
    await opened.rows.show({ hasProblem: true });
    assert.deepEqual(
      opened.rows.slice(0, 9).map((row) => row?.id),
      ['B'],
    );
  });
});
