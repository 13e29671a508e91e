import * as z from 'zod/mini';
import { ExtensionHost } from '../../webview/client/extensionHost.ts';
import {
  formBeginningSchema,
  messageToFormSchema,
  type FormBeginning,
  type MessageFromForm,
  type MessageToForm,
} from '../protocol.ts';

/** Position of the user in the form. */
const viewStateSchema = z.object({
  focused: z.optional(z.string()),
  selection: z.optional(z.tuple([z.int(), z.int()])),
  scroll: z.number(),
});

/** The extension, as seen by the form. */
export type FormHost = ExtensionHost<
  FormBeginning,
  MessageToForm,
  MessageFromForm,
  z.output<typeof viewStateSchema>
>;

/** Connects the form to the extension. */
export function connectForm(): FormHost {
  return new ExtensionHost({
    beginning: formBeginningSchema,
    received: messageToFormSchema,
    viewState: viewStateSchema,
  });
}
