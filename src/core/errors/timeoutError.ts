import * as l10n from '@vscode/l10n';
import { AppError } from './appError.ts';

/** No response within `workforce.request.timeout`. The service may have received the request. */
export class TimeoutError extends AppError {
  readonly code = 'timeout';
  /** Host and port of the service. */
  readonly host: string;
  /** Duration of the request, in seconds. */
  readonly seconds: number;

  constructor(host: string, seconds: number, options?: ErrorOptions) {
    super(l10n.t('{0} did not answer within {1} s.', host, seconds), options);
    this.host = host;
    this.seconds = seconds;
  }
}
