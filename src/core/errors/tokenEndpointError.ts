import * as l10n from '@vscode/l10n';
import type { ClientApp } from '../account/clientApp.ts';
import { isolated } from '../text/isolated.ts';
import { AppError } from './appError.ts';
import { serviceMoved } from './serviceMoved.ts';
import type { RenewalRefusal } from './sessionDoubtfulError.ts';

/**
 * Meaning of the token endpoint's response for the grant. `refused`: the code or refresh token will never be
 * accepted. `clientRefused`: the app is unknown or its secret is wrong. `doubtful`: it was rejected, for
 * reasons that may not concern the grant. `unavailable`: the response says nothing about the grant.
 */
export type TokenEndpointOutcome = 'refused' | 'clientRefused' | 'doubtful' | 'unavailable';

/** Response of the token endpoint without tokens (docs/interface.md, sections 4.2, 4.3 and 7). */
export class TokenEndpointError extends AppError {
  readonly code = 'tokenEndpoint';
  readonly outcome: TokenEndpointOutcome;
  /** Message for display: the error named by the service, or the HTTP status. */
  readonly detail: string;
  /** Error named by the service, cleaned by `redactServerText`. */
  readonly serverError: string | undefined;
  /** Details of the response, for a refusal whose meaning is unknown. */
  readonly refusal: RenewalRefusal;
  /** App of the request. */
  readonly app: ClientApp | undefined;
  /** Address that the response redirects to, if any. */
  readonly redirectTarget: string | undefined;

  constructor(
    outcome: TokenEndpointOutcome,
    httpStatus: number,
    serverError: string | undefined,
    options: ErrorOptions & {
      readonly app?: ClientApp;
      readonly redirectTarget?: string | undefined;
      readonly refusal?: Omit<RenewalRefusal, 'httpStatus'>;
    } = {},
  ) {
    const { app, redirectTarget, refusal } = options;
    const detail = serverError ?? `HTTP ${httpStatus}`;
    super(
      redirectTarget === undefined ? describe(outcome, detail) : serviceMoved(redirectTarget),
      options,
    );
    this.app = app;
    this.redirectTarget = redirectTarget;
    this.outcome = outcome;
    this.detail = detail;
    this.refusal = { httpStatus, ...refusal };
    this.serverError = serverError;
  }
}

function describe(outcome: TokenEndpointOutcome, detail: string): string {
  switch (outcome) {
    case 'refused':
      return l10n.t('The service did not accept the sign-in: {0}', isolated(detail));
    case 'clientRefused':
      return l10n.t(
        'The service did not accept the client ID or the client secret: {0}',
        isolated(detail),
      );
    case 'doubtful':
      return l10n.t('The service did not issue a token: {0}', isolated(detail));
    case 'unavailable':
      return l10n.t('The service could not issue a token: {0}', isolated(detail));
  }
}
