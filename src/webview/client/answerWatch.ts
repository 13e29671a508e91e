/** Maximum time until the extension answers, in milliseconds; it usually takes about ten. */
const answerLimit = 5000;

/** Kinds of answers: that a change is made, rows that were asked for, and the state. */
export type AwaitedAnswer = 'change' | 'rows' | 'state';

/**
 * Watches whether the extension answers in time. VS Code does not tell a page that the extension has crashed, and
 * connects no page to the one that it starts in its place.
 */
export class AnswerWatch {
  readonly #onLate: (isLate: boolean) => void;
  readonly #deadlines = new Map<AwaitedAnswer, number>();
  readonly #late = new Set<AwaitedAnswer>();

  /** `onLate` is called when an answer does not come in time, and when all have come again. */
  constructor(onLate: (isLate: boolean) => void) {
    this.#onLate = onLate;
  }

  /** Returns whether an answer is awaited. */
  isAwaited(answer: AwaitedAnswer): boolean {
    return this.#deadlines.has(answer);
  }

  /** Awaits an answer, unless it is awaited already. */
  expect(answer: AwaitedAnswer): void {
    if (!this.isAwaited(answer)) {
      const late = (): void => {
        this.#late.add(answer);
        this.#onLate(true);
      };
      this.#deadlines.set(answer, window.setTimeout(late, answerLimit));
    }
  }

  /** Ends the wait for an answer. */
  came(answer: AwaitedAnswer): void {
    clearTimeout(this.#deadlines.get(answer));
    this.#deadlines.delete(answer);
    this.#late.delete(answer);
    this.#onLate(this.#late.size > 0);
  }
}
