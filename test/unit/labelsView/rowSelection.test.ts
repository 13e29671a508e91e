import assert from 'node:assert/strict';
import { Emitter } from '../../../src/core/async/event.ts';
import { RowSelection } from '../../../src/labelsView/rowSelection.ts';

interface Row {
  readonly id: string;
  /** How often it has been rendered again. */
  readonly version: number;
}

/** As much of VS Code's tree as says what is selected: the rows with the handles that it has objects for. */
class Tree {
  readonly #emitter = new Emitter<{ readonly selection: readonly Row[] }>();
  #selectedIds: readonly string[] = [];
  #rows = new Map<string, Row>();

  readonly onDidChangeSelection = this.#emitter.event;

  get selection(): readonly Row[] {
    return this.#selectedIds.flatMap((id) => this.#rows.get(id) ?? []);
  }

  render(version: number, ids: readonly string[]): void {
    this.#rows = new Map(ids.map((id) => [id, { id, version }]));
  }

  select(ids: readonly string[]): void {
    this.#selectedIds = ids;
    this.#emitter.fire({ selection: this.selection });
  }
}

describe('RowSelection', () => {
  let tree: Tree;
  let rendered: Map<string, Row>;
  let selection: RowSelection<Row>;

  beforeEach(() => {
    tree = new Tree();
    tree.render(1, ['a', 'b', 'c']);
    rendered = new Map();
    selection = new RowSelection(tree, ({ id }) => rendered.get(id));
  });

  it('keeps what is selected while VS Code reads the rows again, as they are rendered by then', () => {
    tree.select(['a', 'b']);
    rendered.set('a', { id: 'a', version: 2 });
    rendered.set('b', { id: 'b', version: 2 });
    tree.render(2, []);
    assert.deepEqual(
      selection.rows.map(({ id, version }) => [id, version]),
      [
        ['a', 2],
        ['b', 2],
      ],
    );
    tree.render(2, ['b']);
    assert.deepEqual(
      selection.rows.map(({ id }) => id),
      ['a', 'b'],
    );
  });

  it('leaves out what has gone', () => {
    tree.select(['a', 'b']);
    rendered.set('a', { id: 'a', version: 2 });
    tree.render(2, ['a']);
    assert.deepEqual(
      selection.rows.map(({ id }) => id),
      ['a'],
    );
  });

  it('goes by what VS Code says last', () => {
    rendered = new Map([['a', { id: 'a', version: 1 }]]);
    tree.select(['a', 'b']);
    tree.select(['c']);
    assert.deepEqual(
      selection.rows.map(({ id }) => id),
      ['c'],
    );
    tree.select([]);
    assert.deepEqual(selection.rows, []);
  });

  it('knows what was selected while VS Code read the rows again', () => {
    tree.render(2, ['a']);
    tree.select(['a', 'b']);
    tree.render(2, ['a', 'b', 'c']);
    assert.equal(selection.rows.length, 2);
    tree.render(3, []);
    rendered.set('a', { id: 'a', version: 3 });
    rendered.set('b', { id: 'b', version: 3 });
    assert.equal(selection.rows.length, 2);
  });
});
