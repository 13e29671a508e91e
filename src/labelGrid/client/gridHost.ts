import * as z from 'zod/mini';
import { ExtensionHost } from '../../webview/client/extensionHost.ts';
import {
  gridInitialDataSchema,
  gridViewSchema,
  messageToGridSchema,
  placeSchema,
  unacknowledgedTextSchema,
  type GridInitialData,
  type MessageFromGrid,
  type MessageToGrid,
} from '../protocol.ts';

/** Schema of the grid's selection, scroll position, view and unacknowledged texts. */
const viewStateSchema = z.object({
  active: placeSchema,
  anchor: z.optional(placeSchema),
  extent: placeSchema,
  scroll: z.object({ top: z.number(), left: z.number() }),
  /** Widths that the user has changed, by the column's id. */
  widths: z.record(z.string(), z.number()),
  view: gridViewSchema,
  /** Random id of the first page; reloaded pages keep it. */
  page: z.string(),
  /** Number of the last change; the page continues from it after a reload. */
  sequence: z.int(),
  /** Texts typed into cells that the extension has not acknowledged, oldest first. */
  unacknowledged: z.array(unacknowledgedTextSchema),
});

/** The extension, as seen by the grid. */
export type GridHost = ExtensionHost<
  GridInitialData,
  MessageToGrid,
  MessageFromGrid,
  z.output<typeof viewStateSchema>
>;

/** Connects the grid to the extension. */
export function connectGrid(): GridHost {
  return new ExtensionHost({
    initialData: gridInitialDataSchema,
    received: messageToGridSchema,
    viewState: viewStateSchema,
  });
}
