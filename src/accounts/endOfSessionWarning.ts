import type { AccountId } from '../core/account/account.ts';
import type { Clock } from '../core/async/clock.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { isAboutToEnd } from '../core/session/refreshTokenLifetime.ts';
import type { Session, Sessions } from '../core/session/sessions.ts';

/**
 * Delay of the first check, in milliseconds: a session in use renews itself within this time and needs no
 * warning.
 */
const firstLook = 60_000;
const pause = 3_600_000;

interface EndOfSessionWarningOptions {
  readonly sessions: Sessions;
  readonly clock: Clock;
  /** Warns the user; called once for each account. */
  readonly warn: (session: Session) => void;
}

/** Warns of sessions that will soon end because they are unused. */
export class EndOfSessionWarning implements Disposable {
  readonly #options: EndOfSessionWarningOptions;
  readonly #disposables = new DisposableStore();
  readonly #known = new Map<AccountId, Session>();
  readonly #warned = new Set<AccountId>();
  #timer: Disposable | undefined;

  constructor(options: EndOfSessionWarningOptions) {
    this.#options = options;
    this.#disposables.add(
      // The first reading reports every session as added, so this class reads nothing itself.
      options.sessions.onDidChangeSessions(({ added, changed, removed }) => {
        for (const session of [...added, ...changed]) {
          this.#known.set(session.account.id, session);
        }
        for (const { account } of removed) {
          this.#known.delete(account.id);
          this.#warned.delete(account.id);
        }
        this.#timer ??= options.clock.schedule(firstLook, () => this.#look());
      }),
    );
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#disposables.dispose();
  }

  #look(): void {
    const { clock, warn } = this.#options;
    for (const [id, session] of this.#known) {
      if (!this.#warned.has(id) && isAboutToEnd(session, clock.now())) {
        this.#warned.add(id);
        warn(session);
      }
    }
    this.#timer = clock.schedule(pause, () => this.#look());
  }
}
