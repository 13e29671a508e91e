import * as l10n from '@vscode/l10n';
import { AppError } from './appError.ts';

/** How far a request had come when the connection failed. */
export type RequestProgress = 'notSent' | 'maybeReceived';

/** No answer, or only a part of one, came back from the service. */
export class NetworkError extends AppError {
  readonly code = 'network';
  /** Host and port of the service. */
  readonly host: string;
  /** `notSent`: the service cannot have seen the request. */
  readonly progress: RequestProgress;
  /** The system's own code, such as ECONNREFUSED; for the log. */
  readonly systemCode: string | undefined;

  constructor(
    host: string,
    progress: RequestProgress,
    systemCode: string | undefined,
    options?: ErrorOptions,
  ) {
    super(
      progress === 'notSent'
        ? l10n.t('{0} cannot be reached. Check the network and the address.', host)
        : l10n.t('The connection to {0} broke before the answer arrived.', host),
      options,
    );
    this.host = host;
    this.progress = progress;
    this.systemCode = systemCode;
  }
}
