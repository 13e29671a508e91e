import * as l10n from '@vscode/l10n';
import { isolated } from '../text/isolated.ts';
import { AppError } from './appError.ts';
import { serviceMoved } from './serviceMoved.ts';

/** Details of a refusal by the service. */
export interface ApiFailure {
  readonly httpStatus: number;
  /** `code` of the envelope (docs/interface.md, section 2.1), if the body is an envelope. */
  readonly envelopeCode?: number;
  /** `message` of the envelope, cleaned by `redactServerText`. */
  readonly serverMessage?: string;
  /** Address that the response redirects to, if any. */
  readonly redirectTarget?: string | undefined;
}

/** Failure reported by the service (docs/interface.md, section 7). */
export class ApiError extends AppError {
  readonly code = 'api';
  readonly httpStatus: number;
  readonly envelopeCode: number | undefined;
  readonly serverMessage: string | undefined;
  readonly redirectTarget: string | undefined;

  constructor(failure: ApiFailure) {
    super(describe(failure));
    this.httpStatus = failure.httpStatus;
    this.envelopeCode = failure.envelopeCode;
    this.serverMessage = failure.serverMessage;
    this.redirectTarget = failure.redirectTarget;
  }
}

function describe({ envelopeCode, httpStatus, redirectTarget, serverMessage }: ApiFailure): string {
  if (redirectTarget !== undefined) {
    return serviceMoved(redirectTarget);
  }
  if (envelopeCode === undefined) {
    return l10n.t('The service answered with HTTP status {0}.', httpStatus);
  }
  return serverMessage === undefined || serverMessage === ''
    ? l10n.t('The service refused the request (code {0}).', envelopeCode)
    : l10n.t(
        'The service refused the request: {0} (code {1})',
        isolated(serverMessage),
        envelopeCode,
      );
}
