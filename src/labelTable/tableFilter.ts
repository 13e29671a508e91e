import type { TableView } from '../core/labels/table/rowOrder.ts';
import type { GridFilter, GridSort } from '../labelGrid/protocol.ts';

/** Kinds of rows to which the view of a table can be limited. */
export const tableFacets = [
  'changed',
  'problem',
  'foreign',
  'repeatedCode',
  'repeatedName',
] as const;

/** Kind of rows: changed here, with a problem, changed by somebody else, or with the code or name of another row. */
export type TableFacet = (typeof tableFacets)[number];

/** Filter that all rows match. */
export const wholeTable: GridFilter = { words: '', columns: {}, facets: [] };

/** Returns the view for a filter and an order of the grid. */
export function viewOf({ columns, facets, words }: GridFilter, sort?: GridSort): TableView {
  const filters = Object.entries(columns);
  const columnWords = filters.flatMap(([id, filter]) =>
    filter.words === '' ? [] : [[id, filter.words] as const],
  );
  const emptyColumns = filters.flatMap(([id, { isEmpty }]) => (isEmpty ? [id] : []));
  const statuses = columns['labelStatus']?.values.map(Number) ?? [];
  const isOn = (facet: TableFacet): boolean => facets.includes(facet);
  const since = filters.find(([, filter]) => filter.since !== '')?.[1].since;
  const criteria: TableView['criteria'] = {
    ...(statuses.length === 0 ? {} : { statuses }),
    // A grid has only one time column, that of the last change.
    ...(since === undefined ? {} : { changed: since }),
  };
  const repeated: TableView['repeated'] = [
    ...(isOn('repeatedCode') ? (['labelCode'] as const) : []),
    ...(isOn('repeatedName') ? (['labelName'] as const) : []),
  ];
  return {
    ...(sort === undefined
      ? {}
      : { sort: { column: sort.column, isDescending: sort.direction === 'descending' } }),
    ...(words === '' ? {} : { words }),
    ...(columnWords.length === 0 ? {} : { columnWords: Object.fromEntries(columnWords) }),
    ...(emptyColumns.length === 0 ? {} : { emptyColumns }),
    ...(isOn('changed') ? { isChangedHere: true } : {}),
    ...(isOn('problem') ? { hasProblem: true } : {}),
    ...(isOn('foreign') ? { isForeign: true } : {}),
    ...(Object.keys(criteria).length === 0 ? {} : { criteria }),
    ...(repeated.length === 0 ? {} : { repeated }),
  };
}
