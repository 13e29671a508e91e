import * as l10n from '@vscode/l10n';
import { AppError } from './appError.ts';

/** No answer within the time that `workforce.request.timeout` allows. The service may have seen the request. */
export class TimeoutError extends AppError {
  readonly code = 'timeout';
  /** Host and port of the service. */
  readonly host: string;
  /** How long was waited. */
  readonly seconds: number;

  constructor(host: string, seconds: number, options?: ErrorOptions) {
    super(l10n.t('{0} did not answer within {1} seconds.', host, seconds), options);
    this.host = host;
    this.seconds = seconds;
  }
}
