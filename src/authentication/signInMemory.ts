import * as z from 'zod/mini';
import type { Memento } from '../core/memento/memento.ts';

const key = 'workforce.waitingSignIn';
const rememberedSchema = z.catch(z.optional(z.string()), undefined);

/** Remembers which sign-in a window has begun last and waits for, over a reload of the window. */
export class SignInMemory {
  readonly #memento: Memento;
  /** Id of the sign-in that was pending when the window was reloaded. */
  readonly interrupted: string | undefined;

  /** `memento` is one that the window has for itself. */
  constructor(memento: Memento) {
    this.#memento = memento;
    this.interrupted = this.#read();
  }

  /** Notes that the window waits for the sign-in `id`. */
  async add(id: string): Promise<void> {
    await this.#memento.update(key, id);
  }

  /** Forgets the sign-in `id`: nobody waits for it. */
  async remove(id: string): Promise<void> {
    if (this.#read() === id) {
      await this.#memento.update(key, undefined);
    }
  }

  #read(): string | undefined {
    return rememberedSchema.parse(this.#memento.get(key));
  }
}
