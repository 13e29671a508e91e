/** Maximum time until the extension answers, in milliseconds; it usually takes about ten. */
const answerLimit = 5000;

/** Kinds of responses: the acknowledgement of a change, requested rows, and the state. */
export type AwaitedAnswer = 'change' | 'rows' | 'state';

/**
 * Detects an extension that does not respond in time. VS Code does not tell a page that the extension has
 * crashed, and does not connect the page to the restarted one.
 */
export class AnswerWatch {
  readonly #onLate: (isLate: boolean) => void;
  readonly #deadlines = new Map<AwaitedAnswer, number>();
  readonly #late = new Set<AwaitedAnswer>();

  /** `onLate` is called with true when a response is late, and after each response with whether any is late. */
  constructor(onLate: (isLate: boolean) => void) {
    this.#onLate = onLate;
  }

  /** Returns whether a response is pending. */
  isAwaited(answer: AwaitedAnswer): boolean {
    return this.#deadlines.has(answer);
  }

  /** Starts waiting for a response, unless it is pending already. */
  expect(answer: AwaitedAnswer): void {
    if (!this.isAwaited(answer)) {
      const late = (): void => {
        this.#late.add(answer);
        this.#onLate(true);
      };
      this.#deadlines.set(answer, window.setTimeout(late, answerLimit));
    }
  }

  /** Ends the wait for a response. */
  came(answer: AwaitedAnswer): void {
    clearTimeout(this.#deadlines.get(answer));
    this.#deadlines.delete(answer);
    this.#late.delete(answer);
    this.#onLate(this.#late.size > 0);
  }
}
