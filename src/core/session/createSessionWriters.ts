import type { HttpTransport } from '../api/transport.ts';
import type { Clock } from '../async/clock.ts';
import { AccountLock } from '../locks/accountLock.ts';
import type { Log } from '../log/log.ts';
import { TokenEndpoint } from '../oauth/tokenEndpoint.ts';
import type { SecretStore } from '../secrets/secretStore.ts';
import type { ClientSecrets } from './clientSecrets.ts';
import { ExclusiveRenewal } from './exclusiveRenewal.ts';
import type { GenerationMarker } from './generationMarker.ts';
import { RenewalClaims } from './renewalClaims.ts';
import { RenewalPauses } from './renewalPauses.ts';
import type { SessionFolder } from './sessionFolder.ts';
import { SessionHandover } from './sessionHandover.ts';
import { SessionRecords } from './sessionRecords.ts';
import type { SessionStore } from './sessionStore.ts';
import type { SessionTransitionLog } from './sessionTransitionLog.ts';
import { SharedSessions } from './sharedSessions.ts';
import type { StoredSession } from './storedSession.ts';
import { TokenRotation } from './tokenRotation.ts';

interface CreateSessionWritersOptions {
  readonly secrets: SecretStore;
  readonly store: SessionStore;
  readonly clientSecrets: ClientSecrets;
  readonly folder: SessionFolder;
  readonly marker: GenerationMarker;
  readonly transitions: SessionTransitionLog;
  readonly transport: HttpTransport;
  /** The envelope codes by which a service says that a session has ended. */
  readonly invalidGrantCodes: () => readonly number[];
  /** Called when the tokens of a session have arrived just now. */
  readonly onDidIssue: (session: StoredSession) => void;
  /** Called when the service has refused to renew a session, and this window was the first to hear of it. */
  readonly onDidEnd: (session: StoredSession) => void;
  /** Called when another window has renewed a session, and what it stored is not visible in this one. */
  readonly onDidFallBehind: (session: StoredSession) => void;
  readonly clock: Clock;
  readonly log: Log;
  /** Creates the lock in the folder of the sessions; `AccountLock` by default. */
  readonly createLock?: (folder: string) => AccountLock;
  /** Creates what lets one host renew at a time; `RenewalClaims` by default. */
  readonly createClaims?: (folder: string) => RenewalClaims;
}

/** What changes sessions: by new tokens, a sign-in or a sign-out. */
export interface SessionWriters {
  readonly renewal: ExclusiveRenewal;
  readonly records: SessionRecords;
  readonly tokenEndpoint: TokenEndpoint;
}

/**
 * Puts together what signs in and out and renews. A window whose access token lives does none of it, so
 * that `createSessions` loads this on first use.
 */
export function createSessionWriters(options: CreateSessionWritersOptions): SessionWriters {
  const { clock, folder, invalidGrantCodes, log, secrets, transport } = options;
  const { path } = folder;
  const lock = options.createLock?.(path) ?? new AccountLock(path, clock);
  const claims = options.createClaims?.(path) ?? new RenewalClaims(secrets, path, clock, log);
  const tokenEndpoint = new TokenEndpoint(transport, invalidGrantCodes);
  const handover = new SessionHandover(folder, log);
  const pauses = new RenewalPauses(clock);
  const shared = new SharedSessions({ ...options, handover });
  const rotation = new TokenRotation({ ...options, pauses, shared, tokenEndpoint });
  return {
    renewal: new ExclusiveRenewal({ ...options, lock, claims, shared, rotation }),
    records: new SessionRecords({ ...options, lock, shared }),
    tokenEndpoint,
  };
}
