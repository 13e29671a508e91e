import type { AccountId } from '../account/account.ts';

/** Reading of a session that has begun. */
interface SessionReading {
  /** Whether the session was written or forgotten here since, of which this reading says nothing. */
  readonly isOutdated: () => boolean;
  /** Whether the session has not changed since, and no other reading of it has begun. */
  readonly isLatest: () => boolean;
}

/** Readings of sessions under way, and what happens meanwhile. */
export class SessionReadings {
  /** Latest reading of each session, unless it has changed since. */
  readonly #latest = new Map<AccountId, symbol>();
  /** Number of times that each session was written or forgotten here. */
  readonly #acts = new Map<AccountId, number>();

  /** Begins a reading of the session of `id`. */
  begin(id: AccountId): SessionReading {
    const reading = Symbol('reading');
    const acts = this.#acts.get(id);
    this.#latest.set(id, reading);
    return {
      isOutdated: () => this.#acts.get(id) !== acts,
      isLatest: () => this.#latest.get(id) === reading,
    };
  }

  /** Notes that the session has changed, here or in another window. */
  noteChange(id: AccountId): void {
    this.#latest.delete(id);
  }

  /** Notes that the session was written or forgotten here. */
  noteAct(id: AccountId): void {
    this.#acts.set(id, (this.#acts.get(id) ?? 0) + 1);
  }
}
