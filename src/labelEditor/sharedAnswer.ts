import type { Clock } from '../core/async/clock.ts';

/** Kind of call. */
interface Use {
  /** True for a background check for changes, which may fail. */
  readonly isBackground: boolean;
  /**
   * Earlier response that the call accepts. `unused`: one that no call of its kind has used. `read`: one that
   * VS Code has read; the response to a save does not count before that. `none`: always a new request.
   */
  readonly takes: 'unused' | 'read' | 'none';
}

const uses = {
  // Calls by VS Code.
  stat: { isBackground: false, takes: 'unused' },
  read: { isBackground: false, takes: 'unused' },
  write: { isBackground: false, takes: 'unused' },
  /** Background check for changes. */
  refresh: { isBackground: true, takes: 'read' },
  /** Request by the user. */
  ask: { isBackground: true, takes: 'none' },
  /** Check when a document becomes visible again. */
  show: { isBackground: true, takes: 'none' },
  /** Check once the account works again; earlier requests may still fail. */
  recover: { isBackground: true, takes: 'none' },
} as const satisfies Readonly<Record<string, Use>>;

/** Purpose of a response: a call of VS Code, or a check for changes. */
export type AnswerUse = keyof typeof uses;

/** Purpose of a check for changes. */
export type CheckUse = {
  [Name in AnswerUse]: (typeof uses)[Name]['isBackground'] extends true ? Name : never;
}[AnswerUse];

interface Shared<T> {
  readonly answer: Promise<T>;
  readonly usedBy: Set<AnswerUse>;
  /** Undefined while pending. */
  settledAt: number | undefined;
}

// Lifetime of a response. VS Code requests the state and the content of a file one after the other; both
// calls share a response.
const sharedForMilliseconds = 1000;

/**
 * Lets related calls share one response, each kind of call once. This includes failures: VS Code saves without
 * a check for conflicts after a failed `stat`, so `write` must fail as well. Checks for changes share only a
 * response that has arrived.
 */
export class SharedAnswer<T> {
  readonly #clock: Clock;
  #shared: Shared<T> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the shared response, if it is fresh enough for `use`; otherwise the result of `ask`. */
  async take(use: AnswerUse, ask: () => Promise<T>): Promise<T> {
    const shared = this.#shared;
    if (shared !== undefined && this.#isFresh(shared, use)) {
      shared.usedBy.add(use);
      return await shared.answer;
    }
    const answer = ask();
    if (!uses[use].isBackground) {
      this.#share(answer, [use]);
      return await answer;
    }
    // Shared only after it has arrived, so that no save waits for a background check or fails with it.
    const value = await answer;
    if (this.#shared === shared) {
      this.#share(answer, [use]);
    }
    return value;
  }

  /** Lets the next calls share a pending response, otherwise the result of `ask`. Waits for either. */
  async begin(ask: () => Promise<T>): Promise<void> {
    if (this.#shared === undefined || this.#shared.settledAt !== undefined) {
      this.offer(ask());
    }
    await this.#shared?.answer;
  }

  /** Lets the next calls use `answer`. */
  offer(answer: Promise<T>): void {
    this.#share(answer, []);
  }

  #share(answer: Promise<T>, usedBy: readonly AnswerUse[]): void {
    const shared: Shared<T> = { answer, usedBy: new Set(usedBy), settledAt: undefined };
    this.#shared = shared;
    const settle = (): void => {
      shared.settledAt = this.#clock.monotonic();
    };
    answer.then(settle, settle);
  }

  #isFresh({ settledAt, usedBy }: Shared<T>, use: AnswerUse): boolean {
    const isUnderWay = settledAt === undefined;
    const isRecent = isUnderWay || this.#clock.monotonic() - settledAt < sharedForMilliseconds;
    switch (uses[use].takes) {
      case 'unused':
        return isUnderWay || (isRecent && !usedBy.has(use));
      case 'read':
        return isUnderWay || (isRecent && usedBy.has('read'));
      case 'none':
        return false;
    }
  }
}
