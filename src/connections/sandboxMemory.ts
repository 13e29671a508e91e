import { hostname } from 'node:os';
import * as z from 'zod/mini';
import { isBaseUrl, type BaseUrl } from '../core/account/baseUrl.ts';
import type { ClientApp } from '../core/account/clientApp.ts';
import { processState, thisProcess, type ProcessState } from '../core/async/runningProcess.ts';
import type { Memento } from '../core/memento/memento.ts';
import { brandedText } from '../core/text/brandedText.ts';

const key = 'workforce.sandboxes';

const rememberedSchema = z.catch(
  z.array(
    z.object({
      baseUrl: brandedText(isBaseUrl),
      // Missing in records of earlier releases, in which all sandboxes had this client ID.
      clientId: z._default(z.string(), 'workforce-labels-sandbox'),
      processId: z.int(),
      // Missing in records of earlier releases, and on systems that do not provide it.
      startTime: z.optional(z.string()),
    }),
  ),
  [],
);

/** Remembers the sandboxes of each window, so that those of closed windows can be cleaned up. */
export class SandboxMemory {
  readonly #memento: Memento;

  /** `memento`: storage shared by all windows. */
  constructor(memento: Memento) {
    this.#memento = memento;
  }

  /** Records that this window runs a sandbox. */
  async add({ baseUrl, clientId }: ClientApp): Promise<void> {
    const { processId, startTime } = await thisProcess();
    const others = this.#all().filter((sandbox) => sandbox.baseUrl !== baseUrl);
    await this.#memento.update(key, [...others, { baseUrl, clientId, processId, startTime }]);
  }

  /** Removes the record of the sandbox at `baseUrl`. */
  async remove(baseUrl: BaseUrl): Promise<void> {
    const others = this.#all().filter((sandbox) => sandbox.baseUrl !== baseUrl);
    await this.#memento.update(key, others);
  }

  /** Returns the sandboxes of open windows, including other windows. */
  async running(): Promise<readonly ClientApp[]> {
    return await this.#appsOf('running');
  }

  /** Returns the sandboxes of closed windows. */
  async ended(): Promise<readonly ClientApp[]> {
    return await this.#appsOf('gone');
  }

  async #appsOf(state: ProcessState): Promise<readonly ClientApp[]> {
    const apps = this.#all().map(async ({ baseUrl, clientId, ...identity }) => {
      // A sandbox can be reached only from its own machine, so the record is from this one, even if its host
      // name has changed.
      const now = await processState({ ...identity, host: hostname() });
      return now === state ? [{ baseUrl, clientId }] : [];
    });
    return (await Promise.all(apps)).flat();
  }

  #all(): z.output<typeof rememberedSchema> {
    return rememberedSchema.parse(this.#memento.get(key));
  }
}
