import { type Clock, Moment } from '../../../async/clock.ts';

/** Minimum time for which labels that were read stay sendable, in milliseconds. */
const minimumLifetime = 30_000;

/**
 * Time for which labels stay sendable, as a multiple of the time that reading took. A service that limits
 * requests also slows down reading; with a fixed time, all labels might be read again for each one sent.
 */
const ageForReading = 4;

/**
 * Maximum number of consecutive rereads without a label sent. More are useless: the service delays requests
 * until it is too late, and outdated labels are never sent.
 */
const maximumRereads = 3;

/** Freshness of labels that were read: once too old, they are read again, as somebody may have changed them. */
export class Freshness {
  readonly #clock: Clock;
  /** Time of the last reading, and the time for which its labels stay sendable. */
  #reading: { readonly end: Moment; readonly lifetime: number } | undefined;
  #rereads = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** True if the last reading is too old for sending. */
  get hasExpired(): boolean {
    return this.#reading === undefined || this.#reading.end.age > this.#reading.lifetime;
  }

  /** True after so many futile rereads that another one would be futile too. */
  get isHopeless(): boolean {
    return this.#rereads > maximumRereads;
  }

  /** Runs `read` and returns its result, on which the changes sent from now on are based. Throws as `read` does. */
  async reading<T>(read: () => Promise<T>): Promise<T> {
    const started = this.#clock.monotonic();
    const labels = await read();
    const duration = this.#clock.monotonic() - started;
    const lifetime = Math.max(minimumLifetime, ageForReading * duration);
    this.#reading = { end: new Moment(this.#clock), lifetime };
    return labels;
  }

  /** Called when a label was sent and its outcome is known or never will be. */
  recordSent(): void {
    this.#rereads = 0;
  }

  /** Called when labels were not sent because their reading was too old. */
  recordNotSent(): void {
    this.#rereads++;
  }
}
