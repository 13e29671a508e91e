import { join } from 'node:path';
import type { HttpTransport } from '../api/transport.ts';
import type { Clock } from '../async/clock.ts';
import { DisposableStore, type Disposable } from '../async/disposable.ts';
import { AccountLock } from '../locks/accountLock.ts';
import type { Log } from '../log/log.ts';
import { PendingAuthorizations } from '../oauth/pendingAuthorization.ts';
import { TokenEndpoint } from '../oauth/tokenEndpoint.ts';
import type { SecretStore } from '../secrets/secretStore.ts';
import { AuthorizationCodeFlow } from './authorizationCodeFlow.ts';
import { ClientSecrets } from './clientSecrets.ts';
import { GenerationMarker } from './generationMarker.ts';
import { RenewalClaims } from './renewalClaims.ts';
import { RenewalPauses } from './renewalPauses.ts';
import { SessionFolder } from './sessionFolder.ts';
import { SessionHandover } from './sessionHandover.ts';
import { SessionRenewal } from './sessionRenewal.ts';
import { Sessions } from './sessions.ts';
import { SessionStore } from './sessionStore.ts';
import { SessionTransitions } from './sessionTransitions.ts';
import { SharedSessions } from './sharedSessions.ts';
import { TokenRotation } from './tokenRotation.ts';

/** Where a window keeps its sessions, and how it reaches the services. */
export interface CreateSessionsOptions {
  readonly secrets: SecretStore;
  /** Shared by all windows of this installation. */
  readonly folder: string;
  readonly transport: HttpTransport;
  /** The envelope codes by which a service says that a session has ended. */
  readonly invalidGrantCodes: () => readonly number[];
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 to 1: where in the spread of windows this one stands. */
  readonly jitter: number;
  /** Creates the lock in the folder of the sessions; `AccountLock` by default. */
  readonly createLock?: (folder: string) => AccountLock;
  /** Creates what lets one host renew at a time; `RenewalClaims` by default. */
  readonly createClaims?: (folder: string) => RenewalClaims;
}

/** The sessions of one window, and the parts that they are made of. */
export interface SessionParts extends Disposable {
  readonly sessions: Sessions;
  readonly authorizationCodeFlow: AuthorizationCodeFlow;
  readonly renewal: SessionRenewal;
  readonly store: SessionStore;
  readonly clientSecrets: ClientSecrets;
  readonly pendingAuthorizations: PendingAuthorizations;
  readonly tokenEndpoint: TokenEndpoint;
  readonly marker: GenerationMarker;
  readonly lock: AccountLock;
  readonly transitions: SessionTransitions;
}

/** Puts the sessions of one window together. Nothing is read, written or sent before they are used. */
export function createSessions(options: CreateSessionsOptions): SessionParts {
  const { clock, invalidGrantCodes, jitter, log, secrets, transport } = options;
  const { createLock = (path: string) => new AccountLock(path, clock) } = options;
  const { createClaims = (path: string) => new RenewalClaims(secrets, path, clock, log) } = options;
  const disposables = new DisposableStore();
  const folder = join(options.folder, 'sessions');
  const lock = createLock(folder);
  const sessionFolder = new SessionFolder(folder);
  const claims = createClaims(folder);
  const marker = new GenerationMarker(sessionFolder);
  const handover = new SessionHandover(sessionFolder, log);
  const store = disposables.add(new SessionStore(secrets, log));
  const clientSecrets = new ClientSecrets(secrets);
  const pendingAuthorizations = new PendingAuthorizations(secrets, clock);
  const tokenEndpoint = new TokenEndpoint(transport, invalidGrantCodes);
  const transitions = new SessionTransitions(clock);
  const parts = { store, folder: sessionFolder, lock, marker, transitions, clock, log };
  const shared = disposables.add(new SharedSessions({ ...parts, handover }));
  const pauses = new RenewalPauses(clock);
  const rotation = disposables.add(
    new TokenRotation({ ...parts, shared, tokenEndpoint, clientSecrets, pauses }),
  );
  const renewal = disposables.add(
    new SessionRenewal({ ...parts, claims, shared, rotation, pauses, jitter }),
  );
  const sessions = disposables.add(new Sessions({ ...parts, shared, renewal }));
  const authorizationCodeFlow = new AuthorizationCodeFlow({
    pendingAuthorizations,
    tokenEndpoint,
    clientSecrets,
    sessions,
    clock,
    log,
  });
  return {
    sessions,
    authorizationCodeFlow,
    renewal,
    store,
    clientSecrets,
    pendingAuthorizations,
    tokenEndpoint,
    marker,
    lock,
    transitions,
    dispose: () => disposables.dispose(),
  };
}
