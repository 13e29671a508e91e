import type { Clock } from '../core/async/clock.ts';

// What looks whether anything is new: without a person's doing, because a person asks, or sees it again.
const lookingUses = ['refresh', 'ask', 'show'] as const;

/** Why it is looked whether anything is new: nobody waits for that, and it may fail. */
export type LookingUse = (typeof lookingUses)[number];

/** What an answer is for: a call of VS Code, or to see whether anything is new. */
export type AnswerUse = 'stat' | 'read' | 'write' | LookingUse;

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
    const isFresh =
      use !== 'ask' &&
      use !== 'show' &&
      shared !== undefined &&
      (shared.settledAt === undefined ||
        (isUsable(shared, use) &&
          this.#clock.monotonic() - shared.settledAt < sharedForMilliseconds));
    if (isFresh) {
      shared.usedBy.add(use);
      return await shared.answer;
    }
    const answer = ask();
    if (!isLooking(use)) {
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
}

function isLooking(use: AnswerUse): use is LookingUse {
  return lookingUses.some((each) => each === use);
}

function isUsable({ usedBy }: Shared<unknown>, use: AnswerUse): boolean {
  // Nothing is new right after VS Code has read the file; it may be right after a save.
  return use === 'refresh' ? usedBy.has('read') : !usedBy.has(use);
}
