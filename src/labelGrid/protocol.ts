// What a grid begins with, and the messages between it and the extension. The grid runs in a browser: this file
// imports no code of either side.
//
// The extension holds the rows; the grid asks for slices of them. Rows and columns are numbered from 0. A number
// of a row belongs to an `order`, which changes only when rows are sorted, filtered, added or removed. The
// extension keeps the last orders, so that a message that was under way meanwhile still means the same row.
import * as z from 'zod/mini';
import type { MadeText } from '../core/text/madeText.ts';
import { translationsSchema } from '../webview/pageProtocol.ts';

/** Text that `surfaceText` has made for a page; inputs contain other text. */
export type GridText = MadeText<'form'>;

const gridTextSchema = z.custom<GridText>((text) => typeof text === 'string');

const columnSchema = z.object({
  /** Name of the field, or another name of its own. */
  id: z.string(),
  title: gridTextSchema,
  /** A `tick` column comes first, if there is one. */
  kind: z.enum(['tick', 'text', 'wholeNumber', 'time']),
  isEditable: z.boolean(),
  /** True if the column names its rows: it stays in view, and screen readers read it with each cell. */
  isRowHeader: z.boolean(),
  /** In CSS pixels. */
  width: z.number(),
  /** Values that the column's filter and its cells' inputs offer. */
  knownValues: z.array(z.object({ value: z.string(), text: gridTextSchema })),
});

/** Column of a grid. */
export type GridColumn = z.output<typeof columnSchema>;

const cellSchema = z.object({
  /** Display text, such as the name of a status. */
  text: gridTextSchema,
  /** Editable text; undefined if the cell is read-only. */
  value: z.optional(z.string()),
  /** Value that a review replaces with `text`; in a conflict, the one before `theirs`. */
  before: z.optional(gridTextSchema),
  /** Value before the user's change of a table's cell. */
  original: z.optional(gridTextSchema),
  /** Value by which somebody else has since replaced it in the service. */
  theirs: z.optional(z.object({ text: gridTextSchema, isConflict: z.boolean() })),
  /** Reason why the value cannot be sent. */
  problem: z.optional(gridTextSchema),
  /** Warning that does not prevent sending. */
  warning: z.optional(gridTextSchema),
});

/** Cell of a row. */
export type GridCell = z.output<typeof cellSchema>;

const rowSchema = z.object({
  /** Name by which a page that is loaded anew finds the row again; undefined if its cells are read-only. */
  id: z.optional(z.string()),
  /** One for each column. */
  cells: z.array(cellSchema),
  /** Undefined if the row has no tick. */
  isTicked: z.optional(z.boolean()),
  /** Something about the row as a whole, such as that the service no longer has the label. */
  note: z.optional(gridTextSchema),
});

/** Row of a grid. */
export type GridRow = z.output<typeof rowSchema>;

const sliceSchema = z.object({
  /** Number of the first row. */
  from: z.int(),
  rows: z.array(rowSchema),
});

const rangeSchema = z.object({
  top: z.int(),
  bottom: z.int(),
  left: z.int(),
  right: z.int(),
});

/** Rectangle of cells; `bottom` and `right` are its last row and its last column. */
export type GridRange = z.output<typeof rangeSchema>;

const selectSchema = z.extend(rangeSchema, {
  /** Text that the user was typing in the first cell, which is to be open again. */
  text: z.optional(z.string()),
});

/** Cells to select. */
export type GridSelect = z.output<typeof selectSchema>;

/** Schema of the place of a cell. */
export const placeSchema = z.object({ row: z.int(), column: z.int() });

const sortSchema = z.object({
  column: z.string(),
  direction: z.enum(['ascending', 'descending']),
});

/** Order by a column. */
export type GridSort = z.output<typeof sortSchema>;

const columnFilterSchema = z.object({
  /** Words that the text contains, in any order. */
  words: z.string(),
  /** Values of which the cell has one; none for all. */
  values: z.array(z.string()),
  /** Earliest day, as `YYYY-MM-DD`; empty for all. */
  since: z.string(),
  isEmpty: z.boolean(),
});

/** Filter of a column; a row matches all its parts. */
export type GridColumnFilter = z.output<typeof columnFilterSchema>;

const filterSchema = z.object({
  /** Words that the row contains, in any order and any column. */
  words: z.string(),
  /** Filters by the column's id. */
  columns: z.record(z.string(), columnFilterSchema),
  /** Ids of the facets that a row must have. */
  facets: z.array(z.string()),
});

/** Filter of the rows. */
export type GridFilter = z.output<typeof filterSchema>;

/** Schema of a kept text. */
const keptTextSchema = z.object({ row: z.string(), column: z.string(), value: z.string() });

/** Text that was typed into a cell, and outlives its page: `row` and `column` are ids. */
export type KeptText = z.output<typeof keptTextSchema>;

/** Schema of an unacknowledged text. */
export const unacknowledgedTextSchema = z.extend(keptTextSchema, {
  /** Number of the change that it was sent with. */
  sequence: z.int(),
});

/** Kept text that was sent, and may not be in the document yet. */
export type UnacknowledgedText = z.output<typeof unacknowledgedTextSchema>;

/** Schema of a view. */
export const gridViewSchema = z.object({
  filter: filterSchema,
  sort: z.optional(sortSchema),
  /** Text in the open cell. */
  draft: z.optional(keptTextSchema),
});

/** View of the rows that outlives a page, and of which no document knows. */
export type GridView = z.output<typeof gridViewSchema>;

const stateMessageSchema = z.object({
  type: z.literal('state'),
  /** Changes with each change of any row. */
  version: z.int(),
  order: z.int(),
  /** Number of the last change of the grid that the rows contain. */
  acknowledged: z.int(),
  /** Rows that match the filter. */
  rowCount: z.int(),
  /** Rows without the filter. */
  totalCount: z.int(),
  sort: z.optional(sortSchema),
  filter: filterSchema,
  /** Kinds of rows that can be shown alone, such as changed ones, with the number of rows of each. */
  facets: z.array(z.object({ id: z.string(), text: gridTextSchema, count: z.int() })),
  /** Account and service of the labels; empty while it is signed out. */
  account: gridTextSchema,
  /** Facts about all rows, such as "8 labels will change"; empty if there are none. */
  summary: gridTextSchema,
  /** Choices on which the rows depend, such as the fields to copy; undefined if there are none. */
  choices: z.optional(
    z.object({
      title: gridTextSchema,
      items: z.array(z.object({ id: z.string(), text: gridTextSchema, isChosen: z.boolean() })),
    }),
  ),
  /** Number of the rows that are shown, and of all, such as "120 of 5,000 labels". */
  counts: gridTextSchema,
  /** Reason why nothing can be changed, now or at all. */
  readOnly: z.optional(gridTextSchema),
  /** Result of the last action, such as rows that a paste left out; screen readers announce it. */
  notice: z.optional(gridTextSchema),
  /** Ticks of all rows that are shown. */
  ticks: z.optional(z.enum(['all', 'some', 'none'])),
  /** Button that applies the grid; undefined if the grid has none. */
  primary: z.optional(
    z.object({
      text: gridTextSchema,
      isEnabled: z.boolean(),
      /** True if there is a Cancel button beside it, which closes the grid. */
      canCancel: z.boolean(),
    }),
  ),
  /** Cells to select, as after a paste, or after a sort that moved the row of the active cell. */
  select: z.optional(selectSchema),
  /** Rows that the grid shows, as far as known: what it asked for last. */
  slice: z.optional(sliceSchema),
});

/** Message from the extension to the grid about all that is not in rows. */
export type GridState = z.output<typeof stateMessageSchema>;

/** Initial data of a grid. */
export const gridInitialDataSchema = z.object({
  title: gridTextSchema,
  columns: z.array(columnSchema),
  translations: z.optional(translationsSchema),
  /** State when the page was created; outdated when VS Code reloads the page. */
  state: stateMessageSchema,
});

/** Initial data of a grid. */
export type GridInitialData = z.output<typeof gridInitialDataSchema>;

/** Schema of the messages from the extension to the grid. */
export const messageToGridSchema = z.discriminatedUnion('type', [
  stateMessageSchema,
  /** Answer to `rows`: as many of the rows as there are, in the newest version. */
  z.object({
    type: z.literal('rows'),
    version: z.int(),
    order: z.int(),
    slice: sliceSchema,
  }),
]);

/** Message from the extension to the grid. */
export type MessageToGrid = z.output<typeof messageToGridSchema>;

const cellPlace = { order: z.int(), row: z.int(), column: z.int() } as const;
const change = {
  /** Number of the change in this grid, from 1. */
  sequence: z.int(),
  order: z.int(),
} as const;

/** Schema of the messages from the grid to the extension. */
export const messageFromGridSchema = z.discriminatedUnion('type', [
  /** The grid has loaded and listens; with the view of the page before, if there was one. */
  z.object({
    type: z.literal('ready'),
    /** Random; a page that goes on with the state of another has its id. */
    page: z.string(),
    /** Number of the last change. */
    sequence: z.int(),
    view: z.optional(gridViewSchema),
  }),
  /**
   * Texts typed into cells of the page before, shown or not, which the extension had not acknowledged. Follows
   * `ready`.
   */
  z.object({
    type: z.literal('resume'),
    sequence: z.int(),
    texts: z.array(unacknowledgedTextSchema),
  }),
  /** Requests the present state. */
  z.object({ type: z.literal('ask') }),
  /** Requests the rows from `from` up to, and without, `to`. Only one request is under way at a time. */
  z.object({ type: z.literal('rows'), from: z.int(), to: z.int() }),
  /** The active cell stays in its column, on the label that it is on. */
  z.object({
    type: z.literal('sort'),
    order: z.int(),
    sort: z.optional(sortSchema),
    active: placeSchema,
  }),
  /** The user has changed one of the choices. */
  z.object({ type: z.literal('choose'), id: z.string(), isChosen: z.boolean() }),
  z.object({
    type: z.literal('filter'),
    order: z.int(),
    filter: filterSchema,
    active: placeSchema,
  }),
  z.object({
    type: z.literal('edit'),
    ...change,
    row: z.int(),
    column: z.int(),
    value: z.string(),
    /** True if the user has typed it; programs can run VS Code's cut and paste commands. */
    isTyped: z.boolean(),
  }),
  /**
   * Text in an open cell, after each stroke; undefined once the cell is closed. It is no change: the extension
   * makes one of it only if the editor is closed, or the document is saved, before the cell is closed.
   */
  z.object({
    type: z.literal('draft'),
    draft: z.optional(z.object({ ...cellPlace, value: z.string() })),
  }),
  /** Empties the cells. */
  z.object({ type: z.literal('clear'), ...change, range: rangeSchema }),
  /** Copies the first row of the range into the others. */
  z.object({ type: z.literal('fillDown'), ...change, range: rangeSchema }),
  z.object({
    type: z.literal('paste'),
    ...change,
    /** Cells that are selected: one, or a pattern for repetition of what is pasted. */
    range: rangeSchema,
    /** Texts of the cells, by row, or tab-separated values from another application. */
    content: z.union([z.array(z.array(z.string())), z.string()]),
    isTyped: z.boolean(),
  }),
  /** Copies the range to the clipboard, where the grid does not have all its rows. */
  z.object({ type: z.literal('copy'), order: z.int(), range: rangeSchema }),
  /** Undo or redo, numbered with the changes. */
  z.object({ type: z.literal('step'), sequence: z.int(), step: z.enum(['undo', 'redo']) }),
  /** Ticks or unticks the rows from `from` up to, and without, `to`. */
  z.object({
    type: z.literal('tick'),
    order: z.int(),
    from: z.int(),
    to: z.int(),
    isTicked: z.boolean(),
  }),
  /** The user has resolved the conflict in a cell. */
  z.object({
    type: z.literal('decided'),
    ...change,
    row: z.int(),
    column: z.int(),
    side: z.enum(['mine', 'theirs']),
  }),
  /** The user has pressed a button of the grid, or the key for it. */
  z.object({
    type: z.literal('press'),
    button: z.enum(['primary', 'cancel']),
    /** Order of the rows that the user saw. */
    order: z.int(),
  }),
  /** The user has changed widths of columns; by id. */
  z.object({ type: z.literal('widths'), widths: z.record(z.string(), z.number()) }),
]);

/** Message from the grid to the extension. */
export type MessageFromGrid = z.output<typeof messageFromGridSchema>;
