import * as l10n from '@vscode/l10n';
import { AppError } from './appError.ts';

/** Progress of a request when the connection failed. */
export type RequestProgress = 'notSent' | 'maybeReceived';

/**
 * Kind of failure. `unreachable`: there was no connection. `untrustedCertificate`: the other side could not
 * prove that it is the service. `refusedByProxy`: the proxy refuses the tunnel. `broken`: the connection ended
 * before the response did.
 */
export type NetworkFailure =
  | { readonly kind: 'unreachable' | 'broken'; readonly systemCode: string | undefined }
  | { readonly kind: 'untrustedCertificate'; readonly systemCode: string }
  | {
      readonly kind: 'refusedByProxy';
      readonly systemCode: undefined;
      readonly httpStatus: number;
    };

/** The service sent no response, or only a part of one. */
export class NetworkError extends AppError {
  readonly code = 'network';
  /** Host and port of the service. */
  readonly host: string;
  readonly kind: NetworkFailure['kind'];
  /** `notSent`: the service cannot have received the request. */
  readonly progress: RequestProgress;
  /** The system's error code, such as ECONNREFUSED. */
  readonly systemCode: string | undefined;

  constructor(host: string, failure: NetworkFailure, options?: ErrorOptions) {
    super(describe(host, failure), options);
    this.host = host;
    this.kind = failure.kind;
    this.progress = failure.kind === 'broken' ? 'maybeReceived' : 'notSent';
    this.systemCode = failure.systemCode;
  }
}

function describe(host: string, failure: NetworkFailure): string {
  switch (failure.kind) {
    case 'unreachable':
      return l10n.t('{0} cannot be reached. Check the network and the address.', host);
    case 'untrustedCertificate':
      return l10n.t(
        'The certificate of {0} was rejected ({1}). If your company has a certificate authority of its own, add it to the certificates that the system trusts; otherwise ask whoever runs the service.',
        host,
        failure.systemCode,
      );
    case 'refusedByProxy':
      return failure.httpStatus === 407
        ? l10n.t(
            'The proxy requires a user name and a password to connect to {0} (HTTP status 407). Check the setting http.proxy.',
            host,
          )
        : l10n.t(
            'The proxy does not connect to {0} (HTTP status {1}). Check the settings http.proxy and http.noProxy, or ask whoever runs the proxy.',
            host,
            failure.httpStatus,
          );
    case 'broken':
      return l10n.t('The connection to {0} broke before the response arrived.', host);
  }
}
