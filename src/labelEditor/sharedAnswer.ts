import type { Clock } from '../core/async/clock.ts';

/** What kind of calls there are. */
interface Use {
  /** Whether it only looks if anything is new: nobody waits for that, and it may fail. */
  readonly isLook: boolean;
  /**
   * Which answer that has come it takes. `unused`: one that no call of its kind has had. `read`: one that
   * VS Code has read; it may be new right after a save, but not then. `none`: it always asks.
   */
  readonly takes: 'unused' | 'read' | 'none';
}

const uses = {
  // The calls of VS Code.
  stat: { isLook: false, takes: 'unused' },
  read: { isLook: false, takes: 'unused' },
  write: { isLook: false, takes: 'unused' },
  /** Without a person's doing. */
  refresh: { isLook: true, takes: 'read' },
  /** A person asks. */
  ask: { isLook: true, takes: 'none' },
  /** A person sees it again. */
  show: { isLook: true, takes: 'none' },
} as const satisfies Readonly<Record<string, Use>>;

/** What an answer is for: a call of VS Code, or to see whether anything is new. */
export type AnswerUse = keyof typeof uses;

/** Why it is looked whether anything is new. */
export type LookingUse = {
  [Name in AnswerUse]: (typeof uses)[Name]['isLook'] extends true ? Name : never;
}[AnswerUse];

interface Shared<T> {
  readonly answer: Promise<T>;
  readonly usedBy: Set<AnswerUse>;
  /** Undefined while under way. */
  settledAt: number | undefined;
}

// VS Code asks for the state and the content of a file one after the other; longer than between two
// such calls an answer is not fresh.
const sharedForMilliseconds = 1000;

/**
 * Lets calls that belong together share one answer, each kind of call once. That goes for failures
 * too: VS Code saves without a check for conflicts when `stat` has failed, so `write` fails as well.
 * Looking whether anything is new shares only an answer that has come.
 */
export class SharedAnswer<T> {
  readonly #clock: Clock;
  #shared: Shared<T> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The answer that is shared, if it is fresh for this `use`; otherwise what `ask` returns. */
  async take(use: AnswerUse, ask: () => Promise<T>): Promise<T> {
    const shared = this.#shared;
    if (shared !== undefined && this.#isFresh(shared, use)) {
      shared.usedBy.add(use);
      return await shared.answer;
    }
    const answer = ask();
    if (!uses[use].isLook) {
      this.#share(answer, [use]);
      return await answer;
    }
    // No save waits for it, or fails with it. VS Code reads what is new.
    const value = await answer;
    if (this.#shared === shared) {
      this.#share(answer, [use]);
    }
    return value;
  }

  /** The calls that come next may use what is under way, otherwise what `ask` returns. Either is waited for. */
  async begin(ask: () => Promise<T>): Promise<void> {
    if (this.#shared === undefined || this.#shared.settledAt !== undefined) {
      this.offer(ask());
    }
    await this.#shared?.answer;
  }

  /** The calls that come next may use `answer`. */
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
