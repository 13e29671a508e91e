import * as l10n from '@vscode/l10n';
import type { AccountId } from '../account/account.ts';
import type { Clock } from '../async/clock.ts';

/** How it stands with a session, as one window sees it. */
export type SessionPhase =
  /** Nobody is signed in. */
  | 'signedOut'
  | 'active'
  /** It was not renewed, and the service left open whether it has ended. */
  | 'doubtful'
  /** Another window has newer tokens, which this one cannot see. */
  | 'behind'
  | 'signInNeeded';

/** Why a session has changed, and from which phase to which. A phase that is undefined stays as it is. */
const transitions = {
  signedIn: { to: 'active', reason: () => l10n.t('signed in') },
  renewedAhead: { to: 'active', reason: () => l10n.t('renewed, its access token was old') },
  renewedAfterRejection: {
    to: 'active',
    reason: () => l10n.t('renewed, its access token was rejected'),
  },
  renewedElsewhere: { to: 'active', reason: () => l10n.t('another window has renewed it') },
  handedOver: { to: 'active', reason: () => l10n.t('another window has handed its tokens over') },
  notRenewed: { to: undefined, reason: () => l10n.t('not renewed, to be tried again') },
  doubtful: {
    to: 'doubtful',
    reason: () => l10n.t('not renewed, without saying that it has ended'),
  },
  fellBehind: { to: 'behind', reason: () => l10n.t('the tokens of another window cannot be seen') },
  refused: { to: 'signInNeeded', reason: () => l10n.t('the service said that it has ended') },
  lost: { to: 'signInNeeded', reason: () => l10n.t('its newest tokens had not been stored') },
  endedElsewhere: {
    to: 'signInNeeded',
    reason: () => l10n.t('its end was seen by another window'),
  },
  signedOut: { to: 'signedOut', reason: () => l10n.t('signed out') },
  signedOutElsewhere: { to: 'signedOut', reason: () => l10n.t('signed out in another window') },
} as const satisfies Record<
  string,
  { readonly to: SessionPhase | undefined; readonly reason: () => string }
>;

/** Why a session has changed. */
export type TransitionKind = keyof typeof transitions;

/** A change of a session, with nothing secret in it. */
export interface SessionTransition {
  readonly accountId: AccountId;
  /** Wall-clock time in milliseconds since the epoch. */
  readonly at: number;
  /** Undefined if this window had not seen the session before. */
  readonly from: SessionPhase | undefined;
  readonly to: SessionPhase | undefined;
  /** Fit to be shown. */
  readonly reason: string;
}

const capacity = 20;

/** The last changes of the sessions in this window, for the diagnostics report. Kept in memory only. */
export class SessionTransitionLog {
  readonly #clock: Clock;
  readonly #recent: SessionTransition[] = [];
  readonly #phases = new Map<AccountId, SessionPhase>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The last 20, oldest first. */
  recent(): readonly SessionTransition[] {
    return [...this.#recent];
  }

  /** How it stands with the session of `id`, if this window has seen a change of it. */
  phaseOf(id: AccountId): SessionPhase | undefined {
    return this.#phases.get(id);
  }

  /** Notes that the session of `accountId` has changed just now. */
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
