import * as z from 'zod/mini';
import { isBaseUrl, type BaseUrl } from '../core/account/baseUrl.ts';
import type { ClientApp } from '../core/account/clientApp.ts';
import { isProcessRunning } from '../core/async/runningProcess.ts';
import { brandedText } from '../core/text/brandedText.ts';

const key = 'workforce.sandboxes';

const rememberedSchema = z.catch(
  z.array(
    z.object({
      baseUrl: brandedText(isBaseUrl),
      // Missing in what an earlier release noted, whose sandboxes all had the same.
      clientId: z._default(z.string(), 'workforce-labels-sandbox'),
      processId: z.int(),
    }),
  ),
  [],
);

/** Where it is remembered: `vscode.Memento` is such a place. */
interface MemoryStore {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** Remembers which sandboxes run in which windows, so that what a closed window left can be cleared away. */
export class SandboxMemory {
  readonly #memento: MemoryStore;

  /** `memento` is one that all windows share. */
  constructor(memento: MemoryStore) {
    this.#memento = memento;
  }

  /** Notes that this window runs a sandbox. */
  async add({ baseUrl, clientId }: ClientApp): Promise<void> {
    const others = this.#all().filter((sandbox) => sandbox.baseUrl !== baseUrl);
    await this.#memento.update(key, [...others, { baseUrl, clientId, processId: process.pid }]);
  }

  /** Forgets the sandbox at `baseUrl`. */
  async remove(baseUrl: BaseUrl): Promise<void> {
    const others = this.#all().filter((sandbox) => sandbox.baseUrl !== baseUrl);
    await this.#memento.update(key, others);
  }

  /** The sandboxes whose window is open, here and elsewhere. */
  running(): readonly ClientApp[] {
    return this.#all().filter(({ processId }) => isProcessRunning(processId));
  }

  /** The sandboxes whose window has gone. */
  ended(): readonly ClientApp[] {
    return this.#all().filter(({ processId }) => !isProcessRunning(processId));
  }

  #all(): z.output<typeof rememberedSchema> {
    return rememberedSchema.parse(this.#memento.get(key));
  }
}
