import assert from 'node:assert/strict';
import type { AccountId } from '../../src/core/account/account.ts';
import { isClientSecret } from '../../src/core/account/tokens.ts';
import { ApiClient } from '../../src/core/api/apiClient.ts';
import type { Fetch } from '../../src/core/api/fetch.ts';
import { callTestEndpoint } from '../../src/core/api/testEndpoint.ts';
import { HttpTransport } from '../../src/core/api/transport.ts';
import { UnauthorizedCodes } from '../../src/core/api/unauthorizedCodes.ts';
import { systemClock, type Clock } from '../../src/core/async/clock.ts';
import type { Disposable } from '../../src/core/async/disposable.ts';
import type { Connection } from '../../src/core/connections/connection.ts';
import { parseBaseUrl } from '../../src/core/connections/parseBaseUrl.ts';
import { AccountLock } from '../../src/core/locks/accountLock.ts';
import { LiveSecrets } from '../../src/core/log/liveSecrets.ts';
import type { TokenClient } from '../../src/core/oauth/tokenClient.ts';
import type { SecretStore } from '../../src/core/secrets/secretStore.ts';
import type {
  AuthorizationCodeFlow,
  SessionReplacement,
  SignInRequest,
} from '../../src/core/session/authorizationCodeFlow.ts';
import { createSessions, type SessionParts } from '../../src/core/session/createSessions.ts';
import { RenewalClaims } from '../../src/core/session/renewalClaims.ts';
import type { RenewalRefusals } from '../../src/core/session/renewalRefusals.ts';
import type { Session } from '../../src/core/session/sessions.ts';
import type { StoredSession } from '../../src/core/session/storedSession.ts';
import { CollectingLog } from './collectingLog.ts';
import { impatientClock } from './impatientClock.ts';

/** Redirect URI of the service. */
export const redirectUri = 'vscode://workforce-tools.workforce-labels/callback';

/** Parts of a window; the real ones by default. */
export interface SessionWindowOptions {
  /** Of the sandbox, or of a proxy in front of it. */
  readonly baseUrl: string;
  readonly clientId: string;
  /** The storage folder that all windows share. */
  readonly folder: string;
  readonly secrets: SecretStore;
  readonly clock?: Clock;
  /** Clock of request timeouts. */
  readonly networkClock?: Clock;
  readonly fetch?: Fetch;
  /** Of a request, in milliseconds. */
  readonly timeout?: number;
  readonly createLock?: (folder: string) => AccountLock;
  readonly jitter?: number;
  readonly invalidGrantCodes?: readonly number[];
  /**
   * Returns whether the person agrees that a sign-in replaces that of another app; fails if it must not be
   * asked.
   */
  readonly mayReplace?: (replacement: SessionReplacement) => boolean;
}

/** User who signs in, and the scopes. */
export interface Person {
  readonly tenant?: string;
  readonly user?: string;
  readonly scopes?: readonly string[];
}

/** The sessions of one window, put together as the extension does it, and what a test does with them. */
export class SessionWindow implements Disposable {
  readonly connection: Connection;
  readonly log = new CollectingLog();
  readonly transport: HttpTransport;
  readonly sessions: SessionParts['sessions'];
  readonly renewal: SessionParts['renewal'];
  readonly store: SessionParts['store'];
  readonly clientSecrets: SessionParts['clientSecrets'];
  readonly transitions: SessionParts['transitions'];
  readonly onDidDoubt: SessionParts['onDidDoubt'];
  readonly onDidEnd: SessionParts['onDidEnd'];
  readonly onDidFallBehind: SessionParts['onDidFallBehind'];
  readonly authorizationCodeFlow: Pick<AuthorizationCodeFlow, 'begin' | 'finish'> = {
    begin: async (request) => await (await this.#parts.authorizationCodeFlow.get()).begin(request),
    finish: async (callback) =>
      await (await this.#parts.authorizationCodeFlow.get()).finish(callback),
  };
  readonly tokenClient: Pick<TokenClient, 'refresh'> = {
    refresh: async (grant) => await (await this.#parts.writers.get()).tokenClient.refresh(grant),
  };
  /** The sessions of which this window has reported the end. */
  readonly ended: StoredSession[] = [];
  /** The sessions that this window has reported as doubtful. */
  readonly doubted: StoredSession[] = [];
  /** Refusals of the sessions that a sign-in in this window has replaced. */
  readonly settled: RenewalRefusals[] = [];
  readonly liveSecrets = new LiveSecrets();
  readonly #parts: SessionParts;

  constructor(options: SessionWindowOptions) {
    const { secrets, folder, clock = systemClock, timeout = 10_000, jitter = 0 } = options;
    const invalidGrantCodes = (): readonly number[] => options.invalidGrantCodes ?? [];
    // Other processes and the network do not live by a clock that stands still.
    const { createLock = (path: string) => new AccountLock(path, systemClock) } = options;
    const { log } = this;
    // Where the clock stands still, nobody is to wait for what another host may write.
    const claimsClock = options.clock === undefined ? systemClock : impatientClock(0);
    this.connection = {
      name: 'Sandbox',
      baseUrl: parseBaseUrl(options.baseUrl),
      clientId: options.clientId,
      redirectUri,
      scopes: ['tag'],
      readOnly: false,
      color: undefined,
    };
    this.transport = new HttpTransport({
      fetch: options.fetch ?? fetch,
      clock: options.networkClock ?? systemClock,
      log,
      timeout: () => timeout,
    });
    const { transport } = this;
    this.#parts = createSessions({
      secrets,
      liveSecrets: this.liveSecrets,
      folder,
      transport,
      invalidGrantCodes,
      mayReplace: async (replacement) =>
        await Promise.resolve(
          options.mayReplace === undefined ? assert.fail() : options.mayReplace(replacement),
        ),
      clock,
      log,
      jitter,
      createLock,
      createClaims: (path) => new RenewalClaims(secrets, path, claimsClock, log),
    });
    ({
      sessions: this.sessions,
      renewal: this.renewal,
      store: this.store,
      clientSecrets: this.clientSecrets,
      transitions: this.transitions,
      onDidDoubt: this.onDidDoubt,
      onDidEnd: this.onDidEnd,
      onDidFallBehind: this.onDidFallBehind,
    } = this.#parts);
    this.onDidEnd((session) => this.ended.push(session));
    this.onDidDoubt((session) => this.doubted.push(session));
    this.#parts.onDidSettleDoubt((refusals) => this.settled.push(refusals));
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
    const attempt = await this.authorizationCodeFlow.begin(this.signInRequest({ scopes }));
    const session = attempt.wait();
    // A failure is seen when it is awaited below.
    session.catch(() => undefined);
    await this.authorizationCodeFlow.finish(await approve(attempt.authorizationUrl, person));
    return await session;
  }

  /** A client of the API, as the account `id`. */
  client(id: AccountId, unauthorizedCodes = new UnauthorizedCodes(() => [401])): ApiClient {
    return new ApiClient({
      baseUrl: this.connection.baseUrl,
      transport: this.transport,
      liveSecrets: this.liveSecrets,
      accessTokens: this.sessions.accessTokenSource(id),
      unauthorizedCodes,
      assertWritable: () => undefined,
    });
  }

  /** Calls the API, as the account `id`. */
  async call(id: AccountId): Promise<unknown> {
    return await callTestEndpoint(this.client(id));
  }

  /** Returns the stored session `id`; fails if there is none. */
  async stored(id: AccountId): Promise<StoredSession> {
    const session = await this.store.read(id);
    assert.ok(session);
    return session;
  }

  dispose(): void {
    this.#parts.dispose();
  }
}

/** Presses a button of the authorize page, and returns where the browser is sent. */
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

/** Approves on the authorize page, and returns the callback. */
export async function approve(authorizationUrl: string, person?: Person): Promise<string> {
  return await decide(authorizationUrl, 'approve', person);
}
