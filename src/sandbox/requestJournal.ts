/** Request to the token endpoint, without secrets. */
export interface TokenCall {
  readonly grantType: 'authorization_code' | 'refresh_token' | 'unknown';
  readonly outcome: 'ok' | 'refused';
  /** Reason for the refusal. */
  readonly reason?: TokenRefusalReason;
  /** Tenant and user of the grant, if known. */
  readonly tenantId?: string;
  readonly userId?: string;
  /** Time in milliseconds since the epoch. */
  readonly at: number;
}

/** Reason why a token request was refused. */
export type TokenRefusalReason =
  | 'content_type'
  | 'request'
  | 'grant_type'
  | 'client'
  | 'redirect_uri'
  | 'unknown'
  | 'reused'
  | 'expired'
  | 'revoked';

/** Requests to the token endpoint and number of requests so far, for tests. */
export class RequestJournal {
  readonly #tokenCalls: TokenCall[] = [];
  readonly #requests = new Map<string, number>();

  addTokenCall(call: TokenCall): void {
    this.#tokenCalls.push(call);
  }

  /** Counts a request to an endpoint such as `GET /api/v2/label/list`. */
  addRequest(endpoint: string): void {
    this.#requests.set(endpoint, (this.#requests.get(endpoint) ?? 0) + 1);
  }

  tokenCalls(): readonly TokenCall[] {
    return [...this.#tokenCalls];
  }

  requests(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#requests);
  }
}
