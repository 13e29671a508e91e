import * as l10n from '@vscode/l10n';
import type { AccountId } from '../account/account.ts';
import type { Clock } from '../async/clock.ts';

/** State of a session, as seen by one window. */
export type SessionPhase =
  /** No user is signed in. */
  | 'signedOut'
  | 'active'
  /** The session was not renewed, and may or may not have ended. */
  | 'doubtful'
  /**
   * The service has issued newer tokens, which this window cannot read: another window has them, or they were
   * never stored.
   */
  | 'behind'
  | 'signInNeeded';

/**
 * Changes of a session, each with its reason and the phase that it leads to; undefined leaves the phase
 * unchanged.
 */
const transitions = {
  signedIn: { to: 'active', reason: () => l10n.t('signed in') },
  renewedAhead: { to: 'active', reason: () => l10n.t('renewed, because its access token was old') },
  renewedAfterRejection: {
    to: 'active',
    reason: () => l10n.t('renewed, because its access token was rejected'),
  },
  renewedElsewhere: { to: 'active', reason: () => l10n.t('another window has renewed it') },
  handedOver: { to: 'active', reason: () => l10n.t('another window has handed over its tokens') },
  notRenewed: { to: undefined, reason: () => l10n.t('not renewed, retried later') },
  doubtful: {
    to: 'doubtful',
    reason: () => l10n.t('not renewed, and the service did not report that the session has ended'),
  },
  fellBehind: { to: 'behind', reason: () => l10n.t('the tokens of another window cannot be read') },
  refused: {
    to: 'signInNeeded',
    reason: () => l10n.t('the service reported that the session has ended'),
  },
  lost: { to: 'behind', reason: () => l10n.t('its newest tokens had not been stored') },
  endedElsewhere: {
    to: 'signInNeeded',
    reason: () => l10n.t('another window found that the session has ended'),
  },
  signedOut: { to: 'signedOut', reason: () => l10n.t('signed out') },
  signedOutElsewhere: { to: 'signedOut', reason: () => l10n.t('signed out in another window') },
} as const satisfies Record<
  string,
  { readonly to: SessionPhase | undefined; readonly reason: () => string }
>;

/** Reason for a change of a session. */
export type TransitionKind = keyof typeof transitions;

/** Change of a session, without secrets. */
export interface SessionTransition {
  readonly accountId: AccountId;
  /** Wall-clock time in milliseconds since the epoch. */
  readonly at: number;
  /** Previous phase; undefined if this window had not seen the session before. */
  readonly from: SessionPhase | undefined;
  readonly to: SessionPhase | undefined;
  /** Reason, for display. */
  readonly reason: string;
}

const capacity = 20;

/** Recent changes of the sessions in this window, for the diagnostics report. Kept in memory only. */
export class SessionTransitionLog {
  readonly #clock: Clock;
  readonly #recent: SessionTransition[] = [];
  readonly #phases = new Map<AccountId, SessionPhase>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the last 20 changes, the oldest first. */
  recent(): readonly SessionTransition[] {
    return [...this.#recent];
  }

  /** Records that the session of `accountId` has just changed. */
  record(accountId: AccountId, kind: TransitionKind): void {
    const from = this.#phases.get(accountId);
    const { reason, to = from } = transitions[kind];
    if (to !== undefined) {
      this.#phases.set(accountId, to);
    }
    this.#recent.push({ accountId, at: this.#clock.now(), from, to, reason: reason() });
    this.#recent.splice(0, this.#recent.length - capacity);
  }
}
