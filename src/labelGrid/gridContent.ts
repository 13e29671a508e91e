import type { Event } from '../core/async/event.ts';
import type {
  GridColumn,
  GridRange,
  GridRow,
  GridSelect,
  GridState,
  GridText,
  MessageFromGrid,
} from './protocol.ts';

/** Action of a user in a grid. */
export type GridAction = Exclude<MessageFromGrid, { readonly type: 'ask' | 'rows' | 'widths' }>;

/** State of a grid, apart from what the panel knows by itself. */
export type GridContentState = Omit<GridState, 'type' | 'version' | 'slice' | 'select'>;

/** Rows that a grid shows, and what its user does with them. */
export interface GridContent {
  readonly title: GridText;
  readonly columns: readonly GridColumn[];
  /** Fires when the state or any row has changed, with cells to select. */
  readonly onDidChange: Event<GridSelect | undefined>;
  readonly state: GridContentState;
  /** The rows from `from` up to, and without, `to`, in the present order. */
  rows(from: number, to: number): readonly GridRow[];
  /** Carries out an action. Errors are the content's to show; what it throws is only logged. */
  act(action: GridAction): Promise<void>;
}

/** Returns the range of one cell. */
export function oneCell(row: number, column: number): GridRange {
  return { top: row, bottom: row, left: column, right: column };
}
