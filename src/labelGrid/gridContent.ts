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

/** State of a grid, without the parts that the panel adds. */
export type GridContentState = Omit<GridState, 'type' | 'version' | 'slice' | 'select'>;

/** Content of a grid: its rows, and the actions of its user. */
export interface GridContent {
  readonly title: GridText;
  readonly columns: readonly GridColumn[];
  /** Fires when the state or any row has changed, with the cells to select, if any. */
  readonly onDidChange: Event<GridSelect | undefined>;
  readonly state: GridContentState;
  /** Returns the rows from `from` up to but excluding `to`, in the current order. */
  rows(from: number, to: number): readonly GridRow[];
  /** Carries out an action. The content itself shows failures to the user; thrown errors are only logged. */
  act(action: GridAction): Promise<void>;
}

/** Returns the range of one cell. */
export function oneCell(row: number, column: number): GridRange {
  return { top: row, bottom: row, left: column, right: column };
}
