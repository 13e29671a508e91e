import * as z from 'zod/mini';
import {
  formBeginningId,
  formBeginningSchema,
  messageToFormSchema,
  type FormBeginning,
  type MessageFromForm,
  type MessageToForm,
} from '../protocol.ts';

// zod otherwise tries to compile code, which the page's content security policy reports.
z.config({ jitless: true });

/** What the form remembers while it is hidden. What was typed is not here: the document has it. */
const viewStateSchema = z.object({
  focused: z.optional(z.string()),
  selection: z.optional(z.tuple([z.int(), z.int()])),
  scroll: z.number(),
});

/** Where in the form the user was. */
export type ViewState = z.output<typeof viewStateSchema>;

/** The extension, as the form talks to it. */
export class ExtensionHost {
  readonly #host = acquireVsCodeApi();

  /** What the page was made with. Throws if it does not fit the protocol. */
  get beginning(): FormBeginning {
    const text = document.getElementById(formBeginningId)?.textContent ?? '';
    return formBeginningSchema.parse(JSON.parse(text));
  }

  /** Calls `receive` for each message that fits the protocol; another one is reported and dropped. */
  listen(receive: (message: MessageToForm) => void): void {
    window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const message = messageToFormSchema.safeParse(data);
      if (message.success) {
        receive(message.data);
      } else {
        const places = message.error.issues.map(({ path }) => path.map(String).join('.'));
        this.send({ type: 'dropped', detail: places.join(', ') });
      }
    });
  }

  send(message: MessageFromForm): void {
    this.#host.postMessage(message);
  }

  get viewState(): ViewState | undefined {
    return viewStateSchema.safeParse(this.#host.getState()).data;
  }

  set viewState(state: ViewState | undefined) {
    this.#host.setState(state);
  }
}
