import { isKnownError, type KnownError } from '../../../errors/knownError.ts';

/** Effect of a failure on its label, whose change did not arrive, and on the run. */
export interface RunFailure {
  /** `notSent`: the failure does not concern the label, which is sent when the run resumes. */
  readonly outcome: 'failed' | 'notSent';
  /** Number of consecutive failures of the same kind that end the run, as all other labels would fail too. */
  readonly endsAfter: number;
}

const ofLabel: RunFailure = { outcome: 'failed', endsAfter: 5 };
const ofService: RunFailure = { outcome: 'notSent', endsAfter: 5 };
/** Failure that affects every label: nothing can be sent. */
const ofRun: RunFailure = { outcome: 'notSent', endsAfter: 1 };

const failures: Readonly<Record<KnownError['code'], RunFailure>> = {
  api: ofLabel,
  authorizationResponse: ofLabel,
  callbackValidation: ofLabel,
  cancelled: ofRun,
  configuration: ofRun,
  file: ofLabel,
  filter: ofLabel,
  network: ofLabel,
  pattern: ofLabel,
  rateLimited: ofService,
  request: ofLabel,
  responseSchema: ofLabel,
  sessionDoubtful: ofRun,
  sessionExpired: ofRun,
  storage: ofRun,
  timeout: ofLabel,
  tokenEndpoint: ofRun,
  unusableFile: ofLabel,
};

/** Returns the effect of `error` on a run. */
export function runFailure(error: unknown): RunFailure {
  return isKnownError(error) ? failures[error.code] : ofLabel;
}
