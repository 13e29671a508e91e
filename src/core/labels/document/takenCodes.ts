import type { LabelId } from '../../account/labelAddress.ts';
import type { Label } from '../../api/label.ts';
import type { Clock } from '../../async/clock.ts';
import type { Disposable } from '../../async/disposable.ts';

/** How long a code must rest before the service is asked about it, in milliseconds. */
const restTime = 500;

/** How to find out which labels have a code. */
export interface TakenCodesOptions {
  /** The label that may have the code itself. */
  readonly labelId: LabelId;
  /** The labels that have `code`, or something like it. */
  readonly find: (code: string, signal: AbortSignal) => Promise<readonly Label[]>;
  readonly clock: Clock;
  /** More is known than before. */
  readonly onDidLearn: () => void;
}

/** Knows which of the codes that the user types for one label other labels have. */
export class TakenCodes implements Disposable {
  readonly #options: TakenCodesOptions;
  readonly #known = new Map<string, boolean>();
  #asked: string | undefined;
  #rest: Disposable | undefined;
  #request: AbortController | undefined;

  constructor(options: TakenCodesOptions) {
    this.#options = options;
  }

  /** Whether another label is known to have `code`; if nothing is known of it, the service is asked soon. */
  isTaken(code: string): boolean {
    const isTaken = this.#known.get(code);
    if (isTaken === undefined && code !== this.#asked) {
      this.dispose();
      this.#asked = code;
      this.#rest = this.#options.clock.schedule(restTime, () => void this.#ask(code));
    }
    return isTaken ?? false;
  }

  dispose(): void {
    this.#rest?.dispose();
    this.#request?.abort();
    this.#asked = undefined;
  }

  async #ask(code: string): Promise<void> {
    const { find, labelId, onDidLearn } = this.#options;
    const request = new AbortController();
    this.#request = request;
    try {
      const labels = await find(code, request.signal);
      const isOther = ({ id, labelCode }: Label): boolean => id !== labelId && labelCode === code;
      this.#known.set(code, labels.some(isOther));
      onDidLearn();
    } catch {
      // Without an answer there is only no warning, which is not an error: the next keystroke asks again.
      this.#asked = undefined;
    }
  }
}
