import assert from 'node:assert/strict';
import { RowUpdates } from '../../../src/labelsView/rowUpdates.ts';
import { FakeClock } from '../../support/fakeClock.ts';

describe('RowUpdates', () => {
  let clock: FakeClock;
  let selected: readonly string[];
  let selectionReads: number;
  let rendered: (readonly string[] | undefined)[];
  let updates: RowUpdates<string>;

  beforeEach(() => {
    clock = new FakeClock();
    selected = [];
    selectionReads = 0;
    rendered = [];
    updates = new RowUpdates<string>({
      clock,
      selection: () => {
        selectionReads++;
        return selected;
      },
      parentOf: (row) => (row.includes('/') ? row.slice(0, row.lastIndexOf('/')) : undefined),
      render: (rows) => rendered.push(rows),
    });
  });

  afterEach(() => updates.dispose());

  it('renders a row at once and alone while at most one is selected', () => {
    selected = ['range/a'];
    updates.add(['range/a']);
    updates.add(['b']);
    assert.deepEqual(rendered, [['range/a'], ['b']]);
  });

  it('renders what stands around the rows, once for many, while several are selected', () => {
    selected = ['range/a', 'range/b'];
    updates.add(['range/a']);
    updates.add(['range/b']);
    updates.add(['other/c']);
    assert.deepEqual(rendered, []);
    clock.advance(500);
    assert.deepEqual(rendered, [['range', 'other']]);
    updates.add(['range/a', 'd']);
    clock.advance(500);
    assert.deepEqual(rendered.slice(1), [undefined]);
  });

  it('does so where the selection has gone meanwhile, as other rows may be selected before VS Code renders them', () => {
    selected = ['range/a', 'range/b'];
    updates.add(['range/a']);
    selected = [];
    clock.advance(500);
    assert.deepEqual(rendered, [['range']]);
  });

  it('reads the selection once for all rows that are rendered together', () => {
    selected = Array.from({ length: 500 }, (_, index) => `range/${index}`);
    for (const row of selected) {
      updates.add([row]);
    }
    assert.equal(selectionReads, 1);
    clock.advance(500);
    assert.deepEqual(rendered, [['range']]);
  });
});
