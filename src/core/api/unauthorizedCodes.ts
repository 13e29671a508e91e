import type { Disposable } from '../async/disposable.ts';
import { Emitter } from '../async/event.ts';

/** Envelope codes that mean a rejected access token: those of the setting, and those learned. */
export class UnauthorizedCodes implements Disposable {
  readonly #configured: () => readonly number[];
  readonly #learned = new Set<number>();
  readonly #onDidLearn = new Emitter<number>();

  /** Fires when a new access token has helped against an unknown code. */
  readonly onDidLearn = this.#onDidLearn.event;

  constructor(configured: () => readonly number[]) {
    this.#configured = configured;
  }

  /** Returns whether `code` means a rejected access token. */
  has(code: number): boolean {
    return this.#learned.has(code) || this.#configured().includes(code);
  }

  /** Adds `code` for this window. */
  learn(code: number): void {
    if (!this.has(code)) {
      this.#learned.add(code);
      this.#onDidLearn.fire(code);
    }
  }

  dispose(): void {
    this.#onDidLearn.dispose();
  }
}
