/**
 * Refusals of one account by codes that nobody knows: these may mean that its access token is not accepted. One
 * renewal may be tried when the user asks again, as long as no other call works; not again for a code against
 * which it has not helped.
 */
export class UnknownRefusals {
  /** Code of the last such refusal, if no call has succeeded since. */
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
