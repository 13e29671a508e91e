import * as z from 'zod/mini';
import { initialDataId, type DroppedMessage } from '../pageProtocol.ts';

// Otherwise zod tries to compile code, which violates the page's content security policy and is reported.
z.config({ jitless: true });

/** Schemas of the data that a page receives or stores. */
export interface PageSchemas<InitialData, Received, ViewState> {
  /** Initial data. */
  readonly initialData: z.ZodMiniType<InitialData>;
  /** Messages from the extension. */
  readonly received: z.ZodMiniType<Received>;
  /**
   * State that survives a reload of the page, for example together with its window. Text that is already in
   * the document is not part of it.
   */
  readonly viewState: z.ZodMiniType<ViewState>;
}

/** The extension, as seen by a page. */
export class ExtensionHost<InitialData, Received, Sent, ViewState> {
  readonly #host = acquireVsCodeApi();
  readonly #schemas: PageSchemas<InitialData, Received, ViewState>;

  constructor(schemas: PageSchemas<InitialData, Received, ViewState>) {
    this.#schemas = schemas;
  }

  /** Initial data of the page. Throws if it does not match the protocol. */
  get initialData(): InitialData {
    const text = document.getElementById(initialDataId)?.textContent ?? '';
    return this.#schemas.initialData.parse(JSON.parse(text));
  }

  /**
   * Calls `receive` for each message from VS Code that matches the protocol; others are reported and dropped.
   * Messages from other frames are ignored.
   */
  listen(receive: (message: Received) => void): void {
    window.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (!isFromParentFrame(event)) {
        return;
      }
      const message = this.#schemas.received.safeParse(event.data);
      if (message.success) {
        receive(message.data);
      } else {
        const places = message.error.issues.map(({ path }) => path.map(String).join('.'));
        const dropped: DroppedMessage = { type: 'dropped', detail: places.join(', ') };
        this.#host.postMessage(dropped);
      }
    });
  }

  send(message: Sent): void {
    this.#host.postMessage(message);
  }

  get viewState(): ViewState | undefined {
    return this.#schemas.viewState.safeParse(this.#host.getState()).data;
  }

  set viewState(state: ViewState | undefined) {
    this.#host.setState(state);
  }
}

/**
 * Returns whether a message comes from the parent frame, which belongs to VS Code. VS Code replaces
 * `window.parent`, but only the parent has this frame as a child.
 */
function isFromParentFrame({ origin, source }: MessageEvent<unknown>): boolean {
  if (origin !== window.origin || source === null || !('frames' in source)) {
    return false;
  }
  return Array.from({ length: source.length }, (_, index) => source[index]).includes(window);
}
