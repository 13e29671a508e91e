import type { Clock } from '../core/async/clock.ts';

/** What an answer is for: a call of VS Code, to see whether anything is new, or because a person asks. */
export type AnswerUse = 'stat' | 'read' | 'write' | 'refresh' | 'ask';

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
      shared !== undefined &&
      (shared.settledAt === undefined ||
        (isUsable(shared, use) &&
          this.#clock.monotonic() - shared.settledAt < sharedForMilliseconds));
    if (isFresh) {
      shared.usedBy.add(use);
      return await shared.answer;
    }
    const answer = ask();
    this.#share(answer, [use]);
    return await answer;
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

function isUsable({ usedBy }: Shared<unknown>, use: AnswerUse): boolean {
  // Nothing is new right after VS Code has read the file; it may be right after a save.
  return use === 'refresh' ? usedBy.has('read') : !usedBy.has(use);
}
