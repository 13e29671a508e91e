import * as l10n from '@vscode/l10n';
import { isBlank, type EditableField } from '../../api/labelFields.ts';
import { editableProblem, type EditableProblem } from '../document/labelDifference.ts';
import { valueOfInput } from '../fieldInput.ts';
import { labelColumns } from '../labelColumns.ts';
import type { TableBase } from './tableBase.ts';
import { fieldColumns } from './tableColumns.ts';
import type { TableRow } from './tableRow.ts';

/** Reason why a table cannot be saved. */
type TableProblemKind =
  | 'header'
  | 'openQuote'
  | 'strayQuote'
  | 'cellCount'
  | 'unknownId'
  | 'repeatedId'
  | EditableProblem['kind'];

/** Problem of a row. */
export interface RowProblem {
  readonly kind: TableProblemKind;
  /** Index of the cell; undefined for the whole row. */
  readonly column: number | undefined;
  /** Message for display. */
  readonly message: string;
}

/** Findings about a row, compared with its base. */
export interface RowFindings {
  /** Fields whose cells differ from the base, or for which another value was sent and may have arrived. */
  readonly changed: readonly EditableField[];
  readonly problems: readonly RowProblem[];
}

/** Findings about a row with neither changes nor problems. */
export const noFindings: RowFindings = { changed: [], problems: [] };

/** Compares a row with its base; `isRepeated` if several rows have its id. */
export function rowFindings(row: TableRow, base: TableBase, isRepeated: boolean): RowFindings {
  const structural = structuralProblem(row);
  if (structural !== undefined) {
    return { changed: [], problems: [structural] };
  }
  const shown = base.shown(row.id);
  if (shown === undefined) {
    const message = l10n.t('The table has no label with this ID. Labels cannot be added.');
    return { changed: [], problems: [{ kind: 'unknownId', column: 0, message }] };
  }
  if (isRepeated) {
    const message = l10n.t('Several rows have this ID.');
    return { changed: [], problems: [{ kind: 'repeatedId', column: 0, message }] };
  }
  const changed = fieldColumns.filter(
    ({ column, field }) =>
      isChange(shown[column] ?? '', row.cells[column] ?? '') || base.mayHaveArrived(row.id, field),
  );
  if (changed.length === 0) {
    return noFindings;
  }
  const problems = changed.flatMap(({ column, field }): RowProblem[] => {
    const [before, now] = [shown, row.cells].map((cells) => {
      const value = valueOfInput(field, cells[column] ?? '');
      // Blank text counts as empty, as a service that trims texts would empty the field.
      return isBlank(value) ? null : value;
    });
    const problem = editableProblem(field, before, now);
    return problem === undefined ? [] : [{ ...problem, column }];
  });
  return { changed: changed.map(({ field }) => field), problems };
}

/** Returns whether a cell has changed; cells with only spaces count as empty. */
function isChange(before: string, now: string): boolean {
  return now !== before && !(isBlank(before) && isBlank(now));
}

/** Returns the problem of the row that names the columns, if any. */
export function headerProblem(header: TableRow | undefined): RowProblem | undefined {
  const isAsOpened =
    header?.cells.length === labelColumns.length &&
    labelColumns.every((column, index) => header.cells[index] === column);
  return isAsOpened
    ? undefined
    : {
        kind: 'header',
        column: undefined,
        message: l10n.t('The first line must be: {0}', labelColumns.join(',')),
      };
}

/** Returns the problem of a row whose cells may be in wrong columns, if any. */
export function structuralProblem({ cells, fault }: TableRow): RowProblem | undefined {
  if (fault !== undefined) {
    const { column, kind } = fault;
    const message =
      kind === 'openQuote'
        ? l10n.t('This quotation mark is not closed.')
        : l10n.t(
            'A cell that contains a quotation mark must be in quotation marks, and the mark within it written twice.',
          );
    return { kind, column, message };
  }
  return cells.length === labelColumns.length
    ? undefined
    : {
        kind: 'cellCount',
        column: undefined,
        message: l10n.t(
          'The number of cells is {0} in this row, but {1} in the first.',
          cells.length,
          labelColumns.length,
        ),
      };
}
