import * as z from 'zod/mini';
import type { Memento } from '../core/memento/memento.ts';

const key = 'workforce.waitingSignIn';
const rememberedSchema = z.catch(z.optional(z.string()), undefined);

/** Remembers the latest pending sign-in of a window across a reload. */
export class SignInMemory {
  readonly #memento: Memento;
  /** Id of the sign-in that was pending when the window was reloaded. */
  readonly interrupted: string | undefined;

  /** `memento` must be exclusive to the window. */
  constructor(memento: Memento) {
    this.#memento = memento;
    this.interrupted = this.#read();
  }

  /** Records that the window is waiting for the sign-in `id`. */
  async add(id: string): Promise<void> {
    await this.#memento.update(key, id);
  }

  /** Forgets the sign-in `id` once the window no longer waits for it. */
  async remove(id: string): Promise<void> {
    if (this.#read() === id) {
      await this.#memento.update(key, undefined);
    }
  }

  #read(): string | undefined {
    return rememberedSchema.parse(this.#memento.get(key));
  }
}
