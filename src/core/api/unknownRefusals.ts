/**
 * Refusals of an account's calls with unknown codes, which may mean that its access token is not accepted.
 * When the user retries, one renewal may be tried, unless another call has succeeded since or a renewal has
 * not helped against this code before.
 */
export class UnknownRefusals {
  /** Code of the last refusal with an unknown code, if no call has succeeded since. */
  #last: number | undefined;
  #mayRenew = false;
  readonly #triedInVain = new Set<number>();

  /** Records a successful call: the token is not the reason for other refusals. */
  noteSuccess(): void {
    this.#last = undefined;
    this.#mayRenew = false;
    this.#triedInVain.clear();
  }

  /** Records that the user retries. */
  noteUserRetry(): void {
    this.#mayRenew = this.#last !== undefined && !this.#triedInVain.has(this.#last);
  }

  /** Records a refusal with `code`. Returns whether to renew the token, which is tried once. */
  noteRefusal(code: number): boolean {
    const mayRenew = this.#mayRenew && code === this.#last;
    this.#last = code;
    if (mayRenew) {
      this.#mayRenew = false;
      this.#triedInVain.add(code);
    }
    return mayRenew;
  }
}
