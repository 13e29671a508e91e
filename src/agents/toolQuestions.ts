import type { AccountId } from '../core/account/account.ts';
import { RequestError } from '../core/errors/requestError.ts';
import { digestOf } from '../core/text/digest.ts';

/** Subject of a tool's confirmation: one account, or the list of accounts. */
export type ToolSubject = AccountId | 'accounts';

/** Maximum number of remembered calls. */
const maximumCalls = 10_000;

/**
 * Confirmations shown before tool calls. VS Code does not report which confirmation a call belongs to, so
 * they are matched by the text of the call. A given text keeps one subject while the window is open, so a
 * confirmation can never count for another subject.
 */
export class ToolQuestions {
  readonly #subjects = new Map<string, ToolSubject>();

  /**
   * Records that the user is asked about `subject` before `call`. Throws `RequestError` if the same call was
   * about another subject before.
   */
  ask(call: string, subject: ToolSubject): void {
    const key = digestOf(call);
    const known = this.#subjects.get(key) ?? subject;
    if (known !== subject) {
      throw new RequestError(
        'This call was about another account before. Say which account is meant, by its id. If you give a name that no account has, the person is asked whether you may know which there are.',
      );
    }
    this.#subjects.delete(key);
    this.#subjects.set(key, subject);
    const [oldest] = this.#subjects.keys();
    if (this.#subjects.size > maximumCalls && oldest !== undefined) {
      this.#subjects.delete(oldest);
    }
  }

  /** Returns the subject of the confirmation of `call`. Throws `RequestError` if the call was not confirmed. */
  subjectOf(call: string): ToolSubject {
    const subject = this.#subjects.get(digestOf(call));
    if (subject === undefined) {
      throw new RequestError('The person was not asked before. Nothing was read.');
    }
    return subject;
  }
}
