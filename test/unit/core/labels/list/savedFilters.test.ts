import assert from 'node:assert/strict';
import {
  readSavedFilters,
  withoutSavedFilter,
  withSavedFilter,
} from '../../../../../src/core/labels/list/savedFilters.ts';

describe('saved filters', () => {
  const night = { name: 'Night', filter: { q: 'night' } };
  const active = { name: 'active', filter: { labelStatus: 1 } };

  it('stand in the order of their names, each once', () => {
    const filters = withSavedFilter(withSavedFilter([], night), active);
    assert.deepEqual(filters, [active, night]);
    const changed = { name: 'Night', filter: { labelCode: 'N' } };
    assert.deepEqual(withSavedFilter(filters, changed), [active, changed]);
  });

  it('are forgotten by their names', () => {
    assert.deepEqual(withoutSavedFilter([active, night], 'Night'), [active]);
    assert.deepEqual(withoutSavedFilter([active], 'Night'), [active]);
  });

  it('are read from what was stored, but for what is none', () => {
    const stored = [night, null, { name: '', filter: {} }, { name: 'x', filter: { x: 1 } }, active];
    assert.deepEqual(readSavedFilters(stored), [night, active]);
    for (const none of [undefined, null, 'x', {}]) {
      assert.deepEqual(readSavedFilters(none), []);
    }
  });
});
