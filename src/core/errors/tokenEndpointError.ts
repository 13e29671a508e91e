import * as l10n from '@vscode/l10n';
import type { ClientApp } from '../account/clientApp.ts';
import { AppError } from './appError.ts';

/**
 * What the token endpoint's response means for the grant. `refused`: the code or refresh token will
 * never be accepted. `clientRefused`: the app is unknown or its secret is wrong. `doubtful`: it was
 * turned down, which may or may not be about the grant. `unavailable`: the response says nothing about
 * the grant.
 */
export type TokenEndpointOutcome = 'refused' | 'clientRefused' | 'doubtful' | 'unavailable';

/** The token endpoint answered without tokens (docs/interface.md, sections 4.2, 4.3 and 7). */
export class TokenEndpointError extends AppError {
  readonly code = 'tokenEndpoint';
  readonly outcome: TokenEndpointOutcome;
  /** What the service said, fit to be shown: the error that it named, or the HTTP status. */
  readonly detail: string;
  /** The error that the service named, cleaned by `serverText`. */
  readonly serverError: string | undefined;
  /** The app that asked. */
  readonly app: ClientApp | undefined;

  constructor(
    outcome: TokenEndpointOutcome,
    httpStatus: number,
    serverError: string | undefined,
    options: ErrorOptions & { readonly app?: ClientApp } = {},
  ) {
    const detail = serverError ?? `HTTP ${httpStatus}`;
    super(describe(outcome, detail), options);
    this.app = options.app;
    this.outcome = outcome;
    this.detail = detail;
    this.serverError = serverError;
  }
}

function describe(outcome: TokenEndpointOutcome, detail: string): string {
  switch (outcome) {
    case 'refused':
      return l10n.t('The service did not accept the sign-in: {0}', detail);
    case 'clientRefused':
      return l10n.t('The service did not accept the client ID or the client secret: {0}', detail);
    case 'doubtful':
      return l10n.t('The service did not issue a token: {0}', detail);
    case 'unavailable':
      return l10n.t('The service could not issue a token: {0}', detail);
  }
}
