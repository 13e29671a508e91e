import type { LabelId } from '../../account/labelAddress.ts';
import type { Label } from '../../api/label.ts';
import type { Clock } from '../../async/clock.ts';
import type { Disposable } from '../../async/disposable.ts';

/** Time for which a code must be unchanged before the service is asked about it, in milliseconds. */
const restTime = 500;

/** Dependencies of the check for codes in use. */
export interface TakenCodesOptions {
  /** Label that may itself have the code. */
  readonly labelId: LabelId;
  /** Finds labels with `code` or similar codes. */
  readonly find: (code: string, signal: AbortSignal) => Promise<readonly Label[]>;
  readonly clock: Clock;
  /** Called when new codes are known. */
  readonly onDidLearn: () => void;
}

/** Cache of the codes that other labels have, for codes typed for one label. */
export class TakenCodes implements Disposable {
  readonly #options: TakenCodesOptions;
  readonly #known = new Map<string, boolean>();
  #asked: string | undefined;
  #rest: Disposable | undefined;
  #request: AbortController | undefined;

  constructor(options: TakenCodesOptions) {
    this.#options = options;
  }

  /** Returns whether another label is known to have `code`; if unknown, schedules a query to the service. */
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
      // A failed query only means that no warning is shown; the next keystroke queries again.
      this.#asked = undefined;
    }
  }
}
