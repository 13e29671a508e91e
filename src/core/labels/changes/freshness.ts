import type { Clock } from '../../async/clock.ts';

/** How old what was read may be when something is sent over it, in milliseconds. */
const longestAge = 30_000;

/**
 * How many times as old as it took to read it what was read may be. Where the service lets few requests
 * through, reading takes long too, and labels would be read anew for each that is sent.
 */
const ageForReading = 4;

/**
 * How often in a row labels are read again before one of them has been sent. After that there is no use
 * in going on: the service lets none through before it is too late, and old ones are never sent over.
 */
const maximumRereads = 3;

/** Whether labels that were read may be sent over, or have to be read again: somebody may have changed them. */
export class Freshness {
  readonly #clock: Clock;
  /** Until when, by both clocks: not each of them counts the time that the machine sleeps. */
  #validUntil = { now: 0, monotonic: 0 };
  #rereads = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether it is too late to send over what was read last. */
  get isOver(): boolean {
    const { monotonic, now } = this.#validUntil;
    return this.#clock.monotonic() > monotonic || this.#clock.now() > now;
  }

  /** Whether reading again has been of no use so often that it will not be the next time. */
  get isHopeless(): boolean {
    return this.#rereads > maximumRereads;
  }

  /** Runs `read`, and returns what it does: that is what is sent over from now on. Throws what it throws. */
  async reading<T>(read: () => Promise<T>): Promise<T> {
    const started = this.#clock.monotonic();
    const labels = await read();
    const monotonic = this.#clock.monotonic();
    const age = Math.max(longestAge, ageForReading * (monotonic - started));
    this.#validUntil = { monotonic: monotonic + age, now: this.#clock.now() + age };
    return labels;
  }

  /** Something was sent, and the service has said what came of it, or nothing will. */
  sent(): void {
    this.#rereads = 0;
  }

  /** Labels were not sent, as it was too late. */
  heldBack(): void {
    this.#rereads++;
  }
}
