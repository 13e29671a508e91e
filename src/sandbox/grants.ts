import { randomBytes, randomUUID } from 'node:crypto';
import type { LiveOptions } from './options.ts';
import type { Scope } from './scopes.ts';

/** Approval of a user: the app's redirect URI, the user, the tenant and the scopes. */
export interface Approval {
  readonly redirectUri: string;
  readonly userId: string;
  readonly tenantId: string;
  readonly scopes: readonly Scope[];
}

/** The token response (docs/interface.md, section 2.3). */
export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'bearer';
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly scope: string;
  readonly tenant_id: string;
  readonly user_id: string;
  readonly jti: string;
}

/** Reason why a code or a refresh token was refused. */
type GrantRefusal = 'unknown' | 'reused' | 'expired' | 'revoked' | 'redirect_uri';

/** Outcome of exchanging a code or a refresh token. */
export type GrantOutcome =
  | { readonly kind: 'ok'; readonly approval: Approval; readonly response: TokenResponse }
  | { readonly kind: 'refused'; readonly reason: GrantRefusal; readonly approval?: Approval };

/** An approval with its newest refresh token. */
interface Grant {
  readonly approval: Approval;
  newest: RefreshToken | undefined;
}

interface Code {
  readonly approval: Approval;
  readonly expiresAt: number;
  used: boolean;
}

interface RefreshToken {
  readonly grant: Grant;
  readonly expiresAt: number;
  state: 'usable' | 'used' | 'revoked';
}

/** An access token as known to the service, without secrets. */
export interface AccessToken {
  readonly approval: Approval;
  readonly jti: string;
  readonly expiresAt: number;
}

/** Lifetime of an authorization code in milliseconds (docs/interface.md, section 8). */
const codeLifetime = 5 * 60 * 1000;

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Codes and tokens issued by the service. Times are in milliseconds, from the clock `now`. */
export class GrantStore {
  readonly #options: LiveOptions;
  readonly #now: () => number;
  readonly #codes = new Map<string, Code>();
  readonly #refreshTokens = new Map<string, RefreshToken>();
  readonly #accessTokens = new Map<string, AccessToken>();

  constructor(options: LiveOptions, now: () => number) {
    this.#options = options;
    this.#now = now;
  }

  /** Issues an authorization code for an approval by the user. */
  issueCode(approval: Approval): string {
    // A code may contain any printable character (RFC 6749, appendix A.11).
    const odd = this.#options.current.oddCodes ? ' %23 %41 a%b#c+d&e=f' : '';
    const code = `${newSecret()}${odd}`;
    this.#codes.set(code, { approval, expiresAt: this.#now() + codeLifetime, used: false });
    return code;
  }

  /** Exchanges a code, which can be used only once. An attempt with the wrong redirect URI does not use it up. */
  exchangeCode(code: string, redirectUri: string): GrantOutcome {
    const known = this.#codes.get(code);
    if (known === undefined) {
      return { kind: 'refused', reason: 'unknown' };
    }
    const { approval } = known;
    if (known.used) {
      return { kind: 'refused', reason: 'reused', approval };
    }
    if (known.expiresAt <= this.#now()) {
      return { kind: 'refused', reason: 'expired', approval };
    }
    if (approval.redirectUri !== redirectUri) {
      return { kind: 'refused', reason: 'redirect_uri', approval };
    }
    known.used = true;
    return { kind: 'ok', approval, response: this.#issueTokens({ approval, newest: undefined }) };
  }

  /** Exchanges a refresh token, which can be used only once. */
  refresh(token: string, redirectUri: string): GrantOutcome {
    const known = this.#refreshTokens.get(token);
    if (known === undefined) {
      return { kind: 'refused', reason: 'unknown' };
    }
    const { grant } = known;
    const { approval } = grant;
    if (known.state === 'revoked') {
      return { kind: 'refused', reason: 'revoked', approval };
    }
    if (known.state === 'used') {
      if (this.#options.current.refreshTokenReuse === 'revoke' && grant.newest !== undefined) {
        grant.newest.state = 'revoked';
      }
      return { kind: 'refused', reason: 'reused', approval };
    }
    if (known.expiresAt <= this.#now()) {
      return { kind: 'refused', reason: 'expired', approval };
    }
    if (approval.redirectUri !== redirectUri) {
      return { kind: 'refused', reason: 'redirect_uri', approval };
    }
    known.state = 'used';
    return { kind: 'ok', approval, response: this.#issueTokens(grant) };
  }

  /** Returns the data of an access token; undefined if it is not valid. */
  validAccessToken(accessToken: string): AccessToken | undefined {
    const known = this.#accessTokens.get(accessToken);
    return known !== undefined && known.expiresAt > this.#now() ? known : undefined;
  }

  /** Invalidates every access token issued so far. */
  expireAccessTokens(): void {
    this.#accessTokens.clear();
  }

  /** Revokes the refresh tokens of matching approvals. */
  revokeRefreshTokens(matches: (approval: Approval) => boolean): void {
    for (const token of this.#refreshTokens.values()) {
      if (token.state === 'usable' && matches(token.grant.approval)) {
        token.state = 'revoked';
      }
    }
  }

  #issueTokens(grant: Grant): TokenResponse {
    const { accessTokenTtl, refreshTokenTtl, scopeSeparator } = this.#options.current;
    const { approval } = grant;
    const now = this.#now();
    this.#forgetExpiredAccessTokens(now);
    const accessToken = newSecret();
    const refreshToken = newSecret();
    const jti = randomUUID();
    this.#accessTokens.set(accessToken, { approval, jti, expiresAt: now + accessTokenTtl * 1000 });
    grant.newest = { grant, expiresAt: now + refreshTokenTtl * 1000, state: 'usable' };
    this.#refreshTokens.set(refreshToken, grant.newest);
    return {
      access_token: accessToken,
      token_type: 'bearer',
      refresh_token: refreshToken,
      expires_in: accessTokenTtl,
      scope: approval.scopes.join(scopeSeparator === 'comma' ? ',' : ' '),
      tenant_id: approval.tenantId,
      user_id: approval.userId,
      jti,
    };
  }

  #forgetExpiredAccessTokens(now: number): void {
    for (const [token, { expiresAt }] of this.#accessTokens) {
      if (expiresAt <= now) {
        this.#accessTokens.delete(token);
      }
    }
  }
}
