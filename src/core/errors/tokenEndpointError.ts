import * as l10n from '@vscode/l10n';
import { AppError } from './appError.ts';

/**
 * What the token endpoint's response means for the grant. `refused`: the code or refresh token will
 * never be accepted. `clientRefused`: the app is unknown or its secret is wrong. `unavailable`: the
 * response says nothing about the grant.
 */
export type TokenEndpointOutcome = 'refused' | 'clientRefused' | 'unavailable';

/** The token endpoint answered without tokens (docs/interface.md, sections 4.2, 4.3 and 7). */
export class TokenEndpointError extends AppError {
  readonly code = 'tokenEndpoint';
  readonly outcome: TokenEndpointOutcome;
  readonly httpStatus: number;
  /** The error that the service named, cleaned by `serverText`. */
  readonly serverError: string | undefined;

  constructor(
    outcome: TokenEndpointOutcome,
    httpStatus: number,
    serverError: string | undefined,
    options?: ErrorOptions,
  ) {
    super(describe(outcome, serverError ?? `HTTP ${httpStatus}`), options);
    this.outcome = outcome;
    this.httpStatus = httpStatus;
    this.serverError = serverError;
  }
}

function describe(outcome: TokenEndpointOutcome, detail: string): string {
  switch (outcome) {
    case 'refused':
      return l10n.t('The service did not accept the sign-in: {0}', detail);
    case 'clientRefused':
      return l10n.t('The service did not accept the client ID or the client secret: {0}', detail);
    case 'unavailable':
      return l10n.t('The service could not issue a token: {0}', detail);
  }
}
