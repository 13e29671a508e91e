// Initial data of a grid, and its messages to and from the extension. The grid runs in a browser: this file imports
// no code of either side.
//
// The extension holds the rows; the grid requests slices of them. Rows and columns are numbered from 0. Row numbers
// belong to an `order`, which changes only when rows are sorted, filtered, added or removed. The extension keeps the
// last orders, so that the row numbers of a delayed message still mean the same rows.
import * as z from 'zod/mini';
import type { MadeText } from '../core/text/madeText.ts';
import { translationsSchema } from '../webview/pageProtocol.ts';

/** Text made by `surfaceText` for a page; the values of inputs are plain strings. */
export type GridText = MadeText<'form'>;

const gridTextSchema = z.custom<GridText>((text) => typeof text === 'string');

const columnSchema = z.object({
  /** Name of the field, or another unique name. */
  id: z.string(),
  title: gridTextSchema,
  /** A `tick` column comes first, if there is one. */
  kind: z.enum(['tick', 'text', 'wholeNumber', 'time']),
  isEditable: z.boolean(),
  /** True if the column names its rows: it stays in view, and screen readers read it with each cell. */
  isRowHeader: z.boolean(),
  /** Width in CSS pixels. */
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
  /** Value that a review replaces with `text`; in a conflict, the value before `theirs`. */
  before: z.optional(gridTextSchema),
  /** Value of a table's cell before the user changed it. */
  original: z.optional(gridTextSchema),
  /** Value that somebody else has since stored in the service. */
  theirs: z.optional(z.object({ text: gridTextSchema, isConflict: z.boolean() })),
  /** Reason why the value cannot be sent. */
  problem: z.optional(gridTextSchema),
  /** Warning that does not prevent sending. */
  warning: z.optional(gridTextSchema),
});

/** Cell of a row. */
export type GridCell = z.output<typeof cellSchema>;

const rowSchema = z.object({
  /** Id by which a reloaded page finds the row again; undefined if its cells are read-only. */
  id: z.optional(z.string()),
  /** Cells, one for each column. */
  cells: z.array(cellSchema),
  /** Undefined if the row has no check box. */
  isTicked: z.optional(z.boolean()),
  /** Note about the whole row, for example that the service no longer has the label. */
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
  /** Text that the user was typing in the first cell, which the grid opens again. */
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
  /** Accepted values of the cell; empty for all. */
  values: z.array(z.string()),
  /** Earliest day, as `YYYY-MM-DD`; empty for all. */
  since: z.string(),
  isEmpty: z.boolean(),
});

/** Filter of a column; a row must match all its parts. */
export type GridColumnFilter = z.output<typeof columnFilterSchema>;

const filterSchema = z.object({
  /** Words that the row contains, in any order and any column. */
  words: z.string(),
  /** Column filters, by column id. */
  columns: z.record(z.string(), columnFilterSchema),
  /** Ids of the facets that a row must have. */
  facets: z.array(z.string()),
});

/** Filter of the rows. */
export type GridFilter = z.output<typeof filterSchema>;

/** Schema of a kept text. */
const keptTextSchema = z.object({ row: z.string(), column: z.string(), value: z.string() });

/** Text that was typed into a cell, and survives a reload of the page: `row` and `column` are ids. */
export type KeptText = z.output<typeof keptTextSchema>;

/** Schema of an unacknowledged text. */
export const unacknowledgedTextSchema = z.extend(keptTextSchema, {
  /** Number of the change with which the text was sent. */
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

/** View of the rows, which survives a reload of the page and is not part of the document. */
export type GridView = z.output<typeof gridViewSchema>;

const stateMessageSchema = z.object({
  type: z.literal('state'),
  /** Number that increases with each change of any row. */
  version: z.int(),
  order: z.int(),
  /** Number of the grid's last change that the rows contain. */
  acknowledged: z.int(),
  /** Number of rows that match the filter. */
  rowCount: z.int(),
  /** Number of rows without the filter. */
  totalCount: z.int(),
  sort: z.optional(sortSchema),
  filter: filterSchema,
  /** Kinds of rows to which the view can be limited, such as changed rows, with their counts. */
  facets: z.array(z.object({ id: z.string(), text: gridTextSchema, count: z.int() })),
  /** Account and service of the labels; empty while signed out. */
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
  /** Numbers of shown rows and of all rows, such as "120 of 5,000 labels". */
  counts: gridTextSchema,
  /** Reason why nothing can be changed, temporarily or permanently. */
  readOnly: z.optional(gridTextSchema),
  /** Result of the last action, such as rows that a paste left out; screen readers announce it. */
  notice: z.optional(gridTextSchema),
  /** State of the check boxes of all shown rows. */
  ticks: z.optional(z.enum(['all', 'some', 'none'])),
  /** Primary button, such as Save; undefined if the grid has none. */
  primary: z.optional(
    z.object({
      text: gridTextSchema,
      isEnabled: z.boolean(),
      /** True if the grid also has a Cancel button, which closes it. */
      canCancel: z.boolean(),
    }),
  ),
  /** Cells to select, for example after a paste, or after a sort that moved the row of the active cell. */
  select: z.optional(selectSchema),
  /** Rows that the grid requested last; initially the first rows. */
  slice: z.optional(sliceSchema),
});

/** Message from the extension with the state of the grid. */
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
  /** Response to `rows`: the requested rows, as far as they exist, in the current version. */
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
  /** The grid has loaded and listens. `view` is that from before the reload, if there was one. */
  z.object({
    type: z.literal('ready'),
    /** Random id; a page that continues with the state of another keeps its id. */
    page: z.string(),
    /** Number of the last change. */
    sequence: z.int(),
    view: z.optional(gridViewSchema),
  }),
  /**
   * Texts typed into cells from before the reload, visible or not, that the extension has not acknowledged.
   * Follows `ready`.
   */
  z.object({
    type: z.literal('resume'),
    sequence: z.int(),
    texts: z.array(unacknowledgedTextSchema),
  }),
  /** Requests the current state. */
  z.object({ type: z.literal('ask') }),
  /** Requests the rows from `from` up to but excluding `to`. Only one request is pending at a time. */
  z.object({ type: z.literal('rows'), from: z.int(), to: z.int() }),
  /** Sorts the rows. The active cell stays in its column and on its label. */
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
    /** True if the user has typed the value; programs can run VS Code's cut and paste commands. */
    isTyped: z.boolean(),
  }),
  /**
   * Text in an open cell, after each keystroke; undefined once the cell is closed. It is not a change yet:
   * the extension commits it only if the editor is closed, or the document saved, while the cell is open.
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
    /** Selected cells: a single cell, or a range that is filled by repeating the pasted cells. */
    range: rangeSchema,
    /** Texts of the cells, by row, or tab-separated values from another application. */
    content: z.union([z.array(z.array(z.string())), z.string()]),
    isTyped: z.boolean(),
  }),
  /** Copies the range to the clipboard, if the grid has not loaded all its rows. */
  z.object({ type: z.literal('copy'), order: z.int(), range: rangeSchema }),
  /** Undo or redo, numbered with the changes. */
  z.object({ type: z.literal('step'), sequence: z.int(), step: z.enum(['undo', 'redo']) }),
  /** Ticks or unticks the rows from `from` up to but excluding `to`. */
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
  /** The user has resized columns; `widths` is by column id. */
  z.object({ type: z.literal('widths'), widths: z.record(z.string(), z.number()) }),
]);

/** Message from the grid to the extension. */
export type MessageFromGrid = z.output<typeof messageFromGridSchema>;
