import assert from 'node:assert/strict';
import { join } from 'node:path';
import { ApiClient } from '../../src/core/api/apiClient.ts';
import { callTestEndpoint } from '../../src/core/api/testEndpoint.ts';
import { HttpTransport, type Fetch } from '../../src/core/api/transport.ts';
import type { AccountId } from '../../src/core/account/account.ts';
import { parseBaseUrl } from '../../src/core/connections/parseBaseUrl.ts';
import { systemClock, type Clock } from '../../src/core/async/clock.ts';
import { DisposableStore, type Disposable } from '../../src/core/async/disposable.ts';
import type { SecretStore } from '../../src/core/secrets/secretStore.ts';
import { isClientSecret } from '../../src/core/account/tokens.ts';
import type { Connection } from '../../src/core/connections/connection.ts';
import { PendingAuthorizations } from '../../src/core/oauth/pendingAuthorization.ts';
import { TokenEndpoint } from '../../src/core/oauth/tokenEndpoint.ts';
import { ClientSecrets } from '../../src/core/session/clientSecrets.ts';
import { GenerationMarker } from '../../src/core/session/generationMarker.ts';
import { RefreshLock } from '../../src/core/session/refreshLock.ts';
import { Sessions, type Session } from '../../src/core/session/sessions.ts';
import { SessionStore } from '../../src/core/session/sessionStore.ts';
import { SessionRenewal } from '../../src/core/session/sessionRenewal.ts';
import {
  AuthorizationCodeFlow,
  type SignInRequest,
} from '../../src/core/session/authorizationCodeFlow.ts';
import type { StoredSession } from '../../src/core/session/storedSession.ts';
import { CollectingLog } from './collectingLog.ts';

/** Where the browser returns to. */
export const redirectUri = 'vscode://workforce-tools.workforce-labels/callback';

/** What a window is made from; what is left out is the real thing. */
export interface SessionWindowOptions {
  /** Of the sandbox, or of a proxy in front of it. */
  readonly baseUrl: string;
  readonly clientId: string;
  /** The storage folder that all windows share. */
  readonly folder: string;
  readonly secrets: SecretStore;
  readonly clock?: Clock;
  readonly fetch?: Fetch;
  /** Of a request, in milliseconds. */
  readonly timeout?: number;
  readonly lock?: RefreshLock;
  readonly jitter?: number;
}

/** Who signs in, and for what. */
export interface Person {
  readonly tenant?: string;
  readonly user?: string;
  readonly scopes?: readonly string[];
}

/** The sessions' part of one window, put together as the extension does it. */
export class SessionWindow implements Disposable {
  readonly connection: Connection;
  readonly log = new CollectingLog();
  readonly store: SessionStore;
  readonly marker: GenerationMarker;
  readonly lock: RefreshLock;
  readonly transport: HttpTransport;
  readonly tokenEndpoint: TokenEndpoint;
  readonly clientSecrets: ClientSecrets;
  readonly pendingAuthorizations: PendingAuthorizations;
  readonly tokens: SessionRenewal;
  readonly sessions: Sessions;
  readonly attempts: AuthorizationCodeFlow;
  /** The sessions of which this window has told that they have ended. */
  readonly ended: StoredSession[] = [];
  readonly #disposables = new DisposableStore();

  constructor(options: SessionWindowOptions) {
    const { secrets, folder, clock = systemClock, timeout = 10_000, jitter = 0 } = options;
    const { log } = this;
    const baseUrl = parseBaseUrl(options.baseUrl);
    this.connection = {
      name: 'Sandbox',
      baseUrl,
      clientId: options.clientId,
      redirectUri,
      scopes: ['tag'],
    };
    const stateFolder = join(folder, 'sessions');
    this.store = this.#disposables.add(
      new SessionStore({ secrets, keyPrefix: 'workforce.session.', log }),
    );
    this.marker = new GenerationMarker(stateFolder);
    // Other processes and the network do not live by a clock that stands still.
    this.lock = options.lock ?? new RefreshLock(stateFolder, systemClock);
    this.transport = new HttpTransport({
      fetch: options.fetch ?? fetch,
      clock: systemClock,
      log,
      timeout: () => timeout,
    });
    this.tokenEndpoint = new TokenEndpoint(this.transport);
    this.clientSecrets = new ClientSecrets(secrets, 'workforce.clientSecret.');
    this.pendingAuthorizations = new PendingAuthorizations(secrets, 'workforce.pending.', clock);
    const { clientSecrets, lock, marker, pendingAuthorizations, store, tokenEndpoint } = this;
    this.tokens = this.#disposables.add(
      new SessionRenewal({ store, lock, marker, tokenEndpoint, clientSecrets, clock, log, jitter }),
    );
    this.#disposables.add(this.tokens.onDidEnd((session) => this.ended.push(session)));
    const { tokens } = this;
    this.sessions = this.#disposables.add(
      new Sessions({ store, tokens, lock, marker, clock, log }),
    );
    const { sessions } = this;
    this.attempts = new AuthorizationCodeFlow({
      pendingAuthorizations,
      tokenEndpoint,
      clientSecrets,
      sessions,
      clock,
      log,
    });
  }

  /** Stores the client secret of the sandbox. */
  async setClientSecret(secret: string): Promise<void> {
    assert.ok(isClientSecret(secret));
    await this.clientSecrets.write(this.connection.baseUrl, this.connection.clientId, secret);
  }

  signInRequest(changes: Partial<SignInRequest> = {}): SignInRequest {
    const { connection } = this;
    return { connection, scopes: connection.scopes, redirectUri, ...changes };
  }

  /** Signs in from the authorization request to the stored session, all over HTTP. */
  async signIn(person: Person = {}): Promise<Session> {
    const scopes = person.scopes ?? this.connection.scopes;
    const attempt = await this.attempts.begin(this.signInRequest({ scopes }));
    const session = attempt.wait();
    // Whatever goes wrong is seen where it is awaited below.
    session.catch(() => undefined);
    await this.attempts.finish(await approve(attempt.authorizationUrl, person));
    return await session;
  }

  /** A client of the API, as the account `id`. */
  client(id: AccountId): ApiClient {
    return new ApiClient({
      baseUrl: this.connection.baseUrl,
      transport: this.transport,
      accessTokens: this.sessions.accessTokenSource(id),
      unauthorizedCodes: () => [401],
    });
  }

  /** Calls the API, as the account `id`. */
  async call(id: AccountId): Promise<unknown> {
    return await callTestEndpoint(this.client(id));
  }

  /** What is stored for `id`. Throws an `AssertionError` if nothing is. */
  async stored(id: AccountId): Promise<StoredSession> {
    const session = await this.store.read(id);
    assert.ok(session);
    return session;
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

/** Presses a button of the authorize page. Returns where the browser is sent. */
export async function decide(
  authorizationUrl: string,
  decision: 'approve' | 'deny',
  { user = 'hr-administrator', tenant = 'acme-europe' }: Person = {},
): Promise<string> {
  const response = await fetch(authorizationUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision, user, tenant }),
  });
  await response.arrayBuffer();
  assert.equal(response.status, 303);
  return response.headers.get('location') ?? '';
}

/** Approves on the authorize page. Returns the callback. */
export async function approve(authorizationUrl: string, person?: Person): Promise<string> {
  return await decide(authorizationUrl, 'approve', person);
}
