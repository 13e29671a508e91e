import type * as vscode from 'vscode';
import * as z from 'zod';
import { isProcessRunning } from '../core/session/runningProcess.ts';

const key = 'workforce.sandboxes';

const rememberedSchema = z.array(z.object({ baseUrl: z.string(), processId: z.int() })).catch([]);

/** Remembers which sandboxes run in which windows, so that what a closed window left can be cleared away. */
export class SandboxMemory {
  readonly #memento: vscode.Memento;

  /** `memento` is one that all windows share. */
  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /** Notes that this window runs a sandbox at `baseUrl`. */
  async add(baseUrl: string): Promise<void> {
    await this.#memento.update(key, [...this.#all(), { baseUrl, processId: process.pid }]);
  }

  /** Forgets the sandbox at `baseUrl`. */
  async remove(baseUrl: string): Promise<void> {
    const others = this.#all().filter((sandbox) => sandbox.baseUrl !== baseUrl);
    await this.#memento.update(key, others);
  }

  /** The base addresses of sandboxes whose window has gone. */
  ended(): readonly string[] {
    return this.#all()
      .filter(({ processId }) => !isProcessRunning(processId))
      .map(({ baseUrl }) => baseUrl);
  }

  #all(): z.output<typeof rememberedSchema> {
    return rememberedSchema.parse(this.#memento.get(key));
  }
}
