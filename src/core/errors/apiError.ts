import * as l10n from '@vscode/l10n';
import { AppError } from './appError.ts';

/** What the service said when it refused a request. */
export interface ApiFailure {
  readonly httpStatus: number;
  /** `code` of the envelope (docs/interface.md, section 2.1), if the body was one. */
  readonly envelopeCode?: number;
  /** `message` of the envelope, cleaned by `serverText`. */
  readonly serverMessage?: string;
}

/** The service answered with a failure (docs/interface.md, section 7). */
export class ApiError extends AppError {
  readonly code = 'api';
  readonly httpStatus: number;
  readonly envelopeCode: number | undefined;
  readonly serverMessage: string | undefined;

  constructor(failure: ApiFailure, options?: ErrorOptions) {
    super(describe(failure), options);
    this.httpStatus = failure.httpStatus;
    this.envelopeCode = failure.envelopeCode;
    this.serverMessage = failure.serverMessage;
  }
}

function describe({ httpStatus, envelopeCode, serverMessage }: ApiFailure): string {
  if (envelopeCode === undefined) {
    return l10n.t('The service answered with HTTP status {0}.', httpStatus);
  }
  return serverMessage === undefined || serverMessage === ''
    ? l10n.t('The service refused the request (code {0}).', envelopeCode)
    : l10n.t('The service refused the request: {0} (code {1})', serverMessage, envelopeCode);
}
