import type { AccountId } from '../account/account.ts';

/** Reading of a session that has begun. */
interface SessionReading {
  /** Returns whether the session was written or forgotten in this window after the reading began. */
  readonly isOutdated: () => boolean;
  /** Returns whether the session has not changed, and no other reading of it has begun, after this one began. */
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
