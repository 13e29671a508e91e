import { isKnownError, type KnownError } from '../../../errors/knownError.ts';

/** Effect of a failure on its label, whose change did not arrive, and on the run. */
export interface RunFailure {
  /** `notSent`: the failure does not concern the label, which is sent when the run resumes. */
  readonly outcome: 'failed' | 'notSent';
  /** Number of consecutive failures of the same kind that end the run, as all other labels would fail too. */
  readonly endsAfter: number;
}

const labelFailure: RunFailure = { outcome: 'failed', endsAfter: 5 };
const serviceFailure: RunFailure = { outcome: 'notSent', endsAfter: 5 };
/** Failure that affects every label: nothing can be sent. */
const wholeRunFailure: RunFailure = { outcome: 'notSent', endsAfter: 1 };

const failures: Readonly<Record<KnownError['code'], RunFailure>> = {
  api: labelFailure,
  authorizationResponse: labelFailure,
  callbackValidation: labelFailure,
  cancelled: wholeRunFailure,
  configuration: wholeRunFailure,
  file: labelFailure,
  filter: labelFailure,
  network: labelFailure,
  pattern: labelFailure,
  rateLimited: serviceFailure,
  request: labelFailure,
  responseSchema: labelFailure,
  sessionDoubtful: wholeRunFailure,
  sessionExpired: wholeRunFailure,
  storage: wholeRunFailure,
  timeout: labelFailure,
  tokenEndpoint: wholeRunFailure,
  unusableFile: labelFailure,
};

/** Returns the effect of `error` on a run. */
export function runFailure(error: unknown): RunFailure {
  return isKnownError(error) ? failures[error.code] : labelFailure;
}
