import assert from 'node:assert/strict';
import { viewOf, wholeTable } from '../../../src/labelTable/tableFilter.ts';

const all = { words: '', values: [], since: '', isEmpty: false };

describe('filter of a table', () => {
  it('shows all rows in their order without one', () => {
    assert.deepEqual(viewOf(wholeTable), {});
  });

  it('turns each part of a filter into one of the view', () => {
    const columns = {
      labelName: { ...all, words: 'night' },
      labelStatus: { ...all, values: ['1', '3'] },
      team: { ...all, isEmpty: true },
      updateTime: { ...all, since: '2026-11-01' },
    };
    assert.deepEqual(
      viewOf(
        { words: 'shift', columns, facets: ['changed', 'problem', 'repeatedName'] },
        { column: 'labelCode', direction: 'descending' },
      ),
      {
        sort: { column: 'labelCode', isDescending: true },
        words: 'shift',
        columnWords: { labelName: 'night' },
        emptyColumns: ['team'],
        criteria: { statuses: [1, 3], changed: '2026-11-01' },
        repeated: ['labelName'],
        isChangedHere: true,
        hasProblem: true,
      },
    );
  });
});
