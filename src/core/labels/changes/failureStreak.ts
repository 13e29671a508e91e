import { CancelledError } from '../../errors/cancelledError.ts';
import { isKnownError } from '../../errors/knownError.ts';

/** How many failures of the same kind in a row mean that all that follow would fail. */
const maximumFailures = 5;

/** Counts the failures in a row of one run. */
export class FailureStreak {
  #kind: string | undefined;
  #count = 0;

  /** Something has worked. */
  succeeded(): void {
    this.#count = 0;
  }

  /** Something has failed. Returns whether there is no use in going on. */
  failed(error: unknown): boolean {
    if (error instanceof CancelledError) {
      return true;
    }
    const kind = kindOf(error);
    this.#count = kind === this.#kind ? this.#count + 1 : 1;
    this.#kind = kind;
    return this.#count >= maximumFailures || endsAll(error);
  }
}

function kindOf(error: unknown): string {
  if (!isKnownError(error)) {
    return 'unknown';
  }
  return error.code === 'api' ? `api ${error.httpStatus} ${error.envelopeCode ?? ''}` : error.code;
}

/** Whether nothing can be sent before the person has done something. */
function endsAll(error: unknown): boolean {
  return (
    isKnownError(error) &&
    (
      ['sessionExpired', 'sessionDoubtful', 'configuration', 'storage', 'tokenEndpoint'] as const
    ).some((code) => code === error.code)
  );
}
