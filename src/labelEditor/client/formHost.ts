import * as z from 'zod/mini';
import { ExtensionHost } from '../../webview/client/extensionHost.ts';
import {
  formInitialDataSchema,
  messageToFormSchema,
  type FormInitialData,
  type MessageFromForm,
  type MessageToForm,
} from '../protocol.ts';

/** Schema of the user's position in the form. */
const viewStateSchema = z.object({
  focused: z.optional(z.string()),
  selection: z.optional(z.tuple([z.int(), z.int()])),
  scroll: z.number(),
});

/** The extension, as seen by the form. */
export type FormHost = ExtensionHost<
  FormInitialData,
  MessageToForm,
  MessageFromForm,
  z.output<typeof viewStateSchema>
>;

/** Connects the form to the extension. */
export function connectForm(): FormHost {
  return new ExtensionHost({
    initialData: formInitialDataSchema,
    received: messageToFormSchema,
    viewState: viewStateSchema,
  });
}
