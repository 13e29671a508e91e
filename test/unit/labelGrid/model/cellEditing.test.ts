import assert from 'node:assert/strict';
import { CellEditing } from '../../../../src/labelGrid/model/cellEditing.ts';

const place = { row: 3, column: 1 };

describe('Typing in a cell', () => {
  it('replaces the text with the first key', () => {
    const editing = new CellEditing();
    editing.type(place, 'old', 'n');
    assert.equal(editing.kind, 'replacing');
    editing.type(place, 'old', 'new');
    assert.deepEqual(editing.commit(), { place, value: 'new' });
    assert.equal(editing.kind, 'closed');
  });

  it('goes on in an opened cell, with what was typed before', () => {
    const editing = new CellEditing();
    editing.type(place, 'old', 'n');
    editing.open(place, 'old');
    assert.equal(editing.kind, 'opened');
    assert.equal(editing.draft?.value, 'n');
  });

  it('is no change if the text is the same in the end', () => {
    const editing = new CellEditing();
    editing.open(place, 'old');
    assert.equal(editing.commit(), undefined);
    editing.type(place, 'old', 'x');
    editing.type(place, 'old', 'old');
    assert.equal(editing.commit(), undefined);
  });

  it('is a change if the text that was there is not known yet', () => {
    const editing = new CellEditing();
    editing.type(place, undefined, '');
    assert.deepEqual(editing.commit(), { place, value: '' });
  });

  it('loses the text only by discarding it', () => {
    const editing = new CellEditing();
    editing.type(place, 'old', 'new');
    editing.discard();
    assert.equal(editing.commit(), undefined);
    assert.equal(editing.draft, undefined);
  });
});
