// The part of the protocol that all pages share.
import * as z from 'zod/mini';

/** Schema of a page's report that it has dropped a message that did not match the protocol. */
export const droppedMessageSchema = z.object({ type: z.literal('dropped'), detail: z.string() });

/** Report of a page that it has dropped a message. */
export type DroppedMessage = z.output<typeof droppedMessageSchema>;

/** Id of the page element with the initial data of a webview, as JSON. */
export const initialDataId = 'initial-data';

/** Schema of the translations in a page's initial data, in the format of `@vscode/l10n`. */
export const translationsSchema = z.record(
  z.string(),
  z.union([z.string(), z.object({ message: z.string(), comment: z.array(z.string()) })]),
);
