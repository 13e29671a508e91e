import { join } from 'node:path';
import type { AccountId } from '../account/account.ts';
import type { HttpTransport } from '../api/transport.ts';
import type { Clock } from '../async/clock.ts';
import { DisposableStore, type Disposable } from '../async/disposable.ts';
import { Emitter, type Event } from '../async/event.ts';
import { LazyValue } from '../async/lazyValue.ts';
import type { AccountLock } from '../locks/accountLock.ts';
import type { LiveSecrets } from '../log/liveSecrets.ts';
import type { Log } from '../log/log.ts';
import { RegisteringSecretStore } from '../secrets/registeringSecretStore.ts';
import type { SecretStore } from '../secrets/secretStore.ts';
import { TimedSecretStore } from '../secrets/timedSecretStore.ts';
import type { AuthorizationCodeFlow, SessionReplacement } from './authorizationCodeFlow.ts';
import { ClientSecrets } from './clientSecrets.ts';
import { GenerationMarker } from './generationMarker.ts';
import type { RenewalClaims } from './renewalClaims.ts';
import type { RenewalRefusals } from './renewalRefusals.ts';
import { SessionFolder } from './sessionFolder.ts';
import type { SessionWriters } from './sessionRecords.ts';
import { SessionRenewal } from './sessionRenewal.ts';
import { Sessions } from './sessions.ts';
import { SessionSecrets } from './sessionSecrets.ts';
import { SessionStore } from './sessionStore.ts';
import { SessionTransitionLog } from './sessionTransitionLog.ts';
import { SignIns } from './signIns.ts';
import { SignOutMarks } from './signOutMarks.ts';
import type { StoredSession } from './storedSession.ts';

/** Storage of a window's sessions, and access to the services. */
export interface CreateSessionsOptions {
  readonly secrets: SecretStore;
  /** Registers every secret that is read, stored or received. */
  readonly liveSecrets: LiveSecrets;
  /** Shared by all windows of this installation. */
  readonly folder: string;
  readonly transport: HttpTransport;
  /** Envelope codes by which a service reports the end of a session. */
  readonly invalidGrantCodes: () => readonly number[];
  readonly clock: Clock;
  readonly log: Log;
  /** Asks the user whether a sign-in may replace the session of another app. */
  readonly mayReplace: (replacement: SessionReplacement) => Promise<boolean>;
  /** Position of this window in the spread of all windows, from 0 to 1. */
  readonly jitter: number;
  /** Creates the lock in the folder of the sessions; `AccountLock` by default. */
  readonly createLock?: (folder: string) => AccountLock;
  /** Creates the mutual exclusion of hosts; `RenewalClaims` by default. */
  readonly createClaims?: (folder: string) => RenewalClaims;
}

/** Sessions of one window, with their parts. */
export interface SessionParts extends Disposable {
  readonly sessions: Sessions;
  readonly renewal: SessionRenewal;
  readonly store: SessionStore;
  readonly clientSecrets: ClientSecrets;
  readonly transitions: SessionTransitionLog;
  /** Loaded for the first renewal, sign-in or sign-out. */
  readonly writers: LazyValue<SessionWriters>;
  /** Loaded for the first sign-in. */
  readonly authorizationCodeFlow: LazyValue<AuthorizationCodeFlow>;
  /** Fires when the service has refused to renew a session, in the first window to learn of it. */
  readonly onDidEnd: Event<StoredSession>;
  /** Fires when a session has become doubtful, in the first window to learn of it. */
  readonly onDidDoubt: Event<StoredSession>;
  /** Fires when a sign-in has replaced a session with blocking refusals. */
  readonly onDidSettleDoubt: Event<RenewalRefusals>;
  /** Fires when another window has renewed a session and this window cannot see the stored session. */
  readonly onDidFallBehind: Event<StoredSession>;
}

/**
 * Creates the sessions of one window. Nothing is read, written or sent before first use, and only the code for
 * valid tokens is loaded before then.
 */
export function createSessions(options: CreateSessionsOptions): SessionParts {
  const { clock, liveSecrets, log } = options;
  const disposables = new DisposableStore();
  const registering = new RegisteringSecretStore(options.secrets, liveSecrets);
  const secrets = disposables.add(new TimedSecretStore(registering, clock));
  const folder = new SessionFolder(join(options.folder, 'sessions'));
  const marker = new GenerationMarker(folder);
  const signOuts = new SignOutMarks({ folder, secrets, clock, log });
  const exclusively = async (id: AccountId, work: () => Promise<void>): Promise<void> => {
    const held = await (await writers.get()).lock.acquire(id);
    try {
      await work();
    } finally {
      await held.release();
    }
  };
  const signIns = new SignIns({ marker, signOuts, log });
  const cleanup = new LazyValue(async () => {
    const { SignOutCleanup } = await import('./signOutCleanup.ts');
    const texts = new SessionSecrets(secrets);
    return new SignOutCleanup({ folder, secrets: texts, signIns, signOuts, log });
  });
  const store = disposables.add(
    new SessionStore({ secrets, signIns, exclusively, cleanup, clock, log }),
  );
  const clientSecrets = new ClientSecrets(secrets);
  const transitions = new SessionTransitionLog(clock);
  const ended = disposables.add(new Emitter<StoredSession>());
  const doubted = disposables.add(new Emitter<StoredSession>());
  const settledDoubt = disposables.add(new Emitter<RenewalRefusals>());
  const fellBehind = disposables.add(new Emitter<StoredSession>());
  const writers = new LazyValue(async () => {
    const { createSessionWriters } = await import('./sessionRecords.ts');
    return createSessionWriters({
      ...options,
      secrets,
      folder,
      marker,
      signOuts,
      cleanup: await cleanup.get(),
      store,
      clientSecrets,
      transitions,
      onDidIssue: (session) => renewal.noteArrival(session),
      onDidEnd: (session) => ended.fire(session),
      onDidDoubt: (session) => doubted.fire(session),
      onDidSettleDoubt: (refusals) => settledDoubt.fire(refusals),
      onDidFallBehind: (session) => fellBehind.fire(session),
    });
  });
  const renewal = new SessionRenewal({ ...options, store, writers });
  const sessions = disposables.add(new Sessions({ store, renewal, writers, log }));
  const authorizationCodeFlow = new LazyValue(async () => {
    const { AuthorizationCodeFlow } = await import('./authorizationCodeFlow.ts');
    const { PendingAuthorizations } = await import('../oauth/pendingAuthorization.ts');
    return new AuthorizationCodeFlow({
      pendingAuthorizations: new PendingAuthorizations(secrets, clock),
      tokenClient: (await writers.get()).tokenClient,
      clientSecrets,
      liveSecrets,
      sessions,
      mayReplace: options.mayReplace,
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
    onDidDoubt: doubted.event,
    onDidSettleDoubt: settledDoubt.event,
    onDidFallBehind: fellBehind.event,
    dispose: () => disposables.dispose(),
  };
}
