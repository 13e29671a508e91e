import type * as vscode from 'vscode';
import type * as z from 'zod/mini';
import { type Disposable, DisposableStore } from '../core/async/disposable.ts';
import { schemaDetail } from '../core/errors/reasonOf.ts';
import type { Log } from '../core/log/log.ts';
import { droppedMessageSchema } from './pageProtocol.ts';

/** Options of the messages of a page. */
export interface PageMessagesOptions<Received> {
  readonly webview: vscode.Webview;
  /** Name of the page in the log. */
  readonly name: string;
  /** Schema of the messages from the page. */
  readonly schema: z.ZodMiniType<Received>;
  readonly log: Log;
  /** Handles a message that matches the schema. Thrown errors are only logged. */
  readonly receive: (message: Received) => Promise<void>;
}

/**
 * Messages between the extension and the page of a webview. Enables the page's scripts, but no access to
 * local resources.
 */
export class PageMessages<Received, Sent> implements Disposable {
  readonly #options: PageMessagesOptions<Received>;
  readonly #disposables = new DisposableStore();
  #posting: NodeJS.Immediate | undefined;

  constructor(options: PageMessagesOptions<Received>) {
    this.#options = options;
    const { webview } = options;
    webview.options = { enableScripts: true, localResourceRoots: [] };
    this.#disposables.add(webview.onDidReceiveMessage((data) => this.#received(data)));
  }

  /** Sends a message to the page. */
  post(message: Sent): void {
    const { log, name, webview } = this.#options;
    webview.postMessage(message).then(undefined, (error: unknown) => {
      log.warn(`A message could not be sent to the ${name}: ${String(error)}`);
    });
  }

  /** Sends the result of `make` soon; until then, further calls do nothing. */
  postSoon(make: () => Sent): void {
    this.#posting ??= setImmediate(() => {
      this.#posting = undefined;
      this.post(make());
    });
  }

  /** Logs the failure of `work`. */
  follow(work: Promise<void>): void {
    work.catch((error: unknown) => {
      this.#options.log.error(`The ${this.#options.name} failed: ${String(error)}`);
    });
  }

  dispose(): void {
    clearImmediate(this.#posting);
    this.#disposables.dispose();
  }

  #received(data: unknown): void {
    const { log, name, receive, schema } = this.#options;
    const dropped = droppedMessageSchema.safeParse(data);
    if (dropped.success) {
      log.warn(`The ${name} dropped a message: ${dropped.data.detail}`);
      return;
    }
    const message = schema.safeParse(data);
    if (message.success) {
      this.follow(receive(message.data));
    } else {
      log.warn(`Dropped a message of the ${name}: ${schemaDetail(message.error)}`);
    }
  }
}
