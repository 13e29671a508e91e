import { join } from 'node:path';
import type { HttpTransport } from '../api/transport.ts';
import type { Clock } from '../async/clock.ts';
import { DisposableStore, type Disposable } from '../async/disposable.ts';
import { Emitter, type Event } from '../async/event.ts';
import { LazyValue } from '../async/lazyValue.ts';
import type { AccountLock } from '../locks/accountLock.ts';
import type { Log } from '../log/log.ts';
import type { SecretStore } from '../secrets/secretStore.ts';
import type { AuthorizationCodeFlow } from './authorizationCodeFlow.ts';
import { ClientSecrets } from './clientSecrets.ts';
import type { SessionWriters } from './createSessionWriters.ts';
import { GenerationMarker } from './generationMarker.ts';
import type { RenewalClaims } from './renewalClaims.ts';
import { SessionFolder } from './sessionFolder.ts';
import { SessionRenewal } from './sessionRenewal.ts';
import { Sessions } from './sessions.ts';
import { SessionStore } from './sessionStore.ts';
import { SessionTransitionLog } from './sessionTransitionLog.ts';
import type { StoredSession } from './storedSession.ts';

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
  readonly renewal: SessionRenewal;
  readonly store: SessionStore;
  readonly clientSecrets: ClientSecrets;
  readonly transitions: SessionTransitionLog;
  /** Loaded when a token has to be renewed, or somebody signs in or out. */
  readonly writers: LazyValue<SessionWriters>;
  /** Loaded when somebody signs in. */
  readonly authorizationCodeFlow: LazyValue<AuthorizationCodeFlow>;
  /** The service has refused to renew a session, and this window was the first to hear of it. */
  readonly onDidEnd: Event<StoredSession>;
  /** Another window has renewed a session, and what it stored is not visible in this one. */
  readonly onDidFallBehind: Event<StoredSession>;
}

/**
 * Puts the sessions of one window together. Nothing is read, written or sent before they are used, and
 * only what hands out tokens that live is loaded before then.
 */
export function createSessions(options: CreateSessionsOptions): SessionParts {
  const { clock, log, secrets } = options;
  const disposables = new DisposableStore();
  const folder = new SessionFolder(join(options.folder, 'sessions'));
  const marker = new GenerationMarker(folder);
  const store = disposables.add(new SessionStore(secrets, log));
  const clientSecrets = new ClientSecrets(secrets);
  const transitions = new SessionTransitionLog(clock);
  const ended = disposables.add(new Emitter<StoredSession>());
  const fellBehind = disposables.add(new Emitter<StoredSession>());
  const writers = new LazyValue(async () => {
    const { createSessionWriters } = await import('./createSessionWriters.ts');
    return createSessionWriters({
      ...options,
      folder,
      marker,
      store,
      clientSecrets,
      transitions,
      onDidIssue: (session) => renewal.noteArrival(session),
      onDidEnd: (session) => ended.fire(session),
      onDidFallBehind: (session) => fellBehind.fire(session),
    });
  });
  const renewal = new SessionRenewal({ ...options, store, writers });
  const sessions = disposables.add(new Sessions({ store, renewal, marker, writers, log }));
  const authorizationCodeFlow = new LazyValue(async () => {
    const { AuthorizationCodeFlow } = await import('./authorizationCodeFlow.ts');
    const { PendingAuthorizations } = await import('../oauth/pendingAuthorization.ts');
    return new AuthorizationCodeFlow({
      pendingAuthorizations: new PendingAuthorizations(secrets, clock),
      tokenEndpoint: (await writers.get()).tokenEndpoint,
      clientSecrets,
      sessions,
      clock,
      log,
    });
  });
  return {
    sessions,
    renewal,
    store,
    clientSecrets,
    transitions,
    writers,
    authorizationCodeFlow,
    onDidEnd: ended.event,
    onDidFallBehind: fellBehind.event,
    dispose: () => disposables.dispose(),
  };
}
