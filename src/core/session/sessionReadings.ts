import type { AccountId } from '../account/account.ts';

/** Started reading of a session. */
interface SessionReading {
  /** Returns whether the session was written or forgotten in this window after the reading began. */
  readonly isOutdated: () => boolean;
  /**
   * Returns whether, since this reading began, the session has not changed and no other reading of it has
   * begun.
   */
  readonly isLatest: () => boolean;
}

/** Pending readings of sessions, and the changes that happen meanwhile. */
export class SessionReadings {
  /** Latest reading of each session, removed when the session changes. */
  readonly #latest = new Map<AccountId, symbol>();
  /** Number of times that each session was written or forgotten here. */
  readonly #acts = new Map<AccountId, number>();

  /** Starts a reading of the session of `id`. */
  begin(id: AccountId): SessionReading {
    const reading = Symbol('reading');
    const acts = this.#acts.get(id);
    this.#latest.set(id, reading);
    return {
      isOutdated: () => this.#acts.get(id) !== acts,
      isLatest: () => this.#latest.get(id) === reading,
    };
  }

  /** Records that the session has changed, in this or in another window. */
  noteChange(id: AccountId): void {
    this.#latest.delete(id);
  }

  /** Records that the session was written or forgotten in this window. */
  noteAct(id: AccountId): void {
    this.#acts.set(id, (this.#acts.get(id) ?? 0) + 1);
  }
}
