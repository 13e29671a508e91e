import { EndOfSessionWarning } from '../accounts/endOfSessionWarning.ts';
import type { LabelAccounts } from '../accounts/labelAccounts.ts';
import type { AccountId } from '../core/account/account.ts';
import type { Clock } from '../core/async/clock.ts';
import { DisposableStore, type Disposable } from '../core/async/disposable.ts';
import { SessionDoubtfulError } from '../core/errors/sessionDoubtfulError.ts';
import { SessionExpiredError } from '../core/errors/sessionExpiredError.ts';
import { StorageError } from '../core/errors/storageError.ts';
import type { SessionParts } from '../core/session/createSessions.ts';
import type { Session } from '../core/session/sessions.ts';
import { accountOfSession } from '../core/session/storedSession.ts';
import type * as sessionWarnings from './sessionWarnings.ts';

interface SessionNotificationsOptions extends Pick<
  SessionParts,
  'onDidDoubt' | 'onDidEnd' | 'onDidFallBehind' | 'sessions' | 'store'
> {
  readonly accounts: LabelAccounts;
  readonly clock: Clock;
}

/** Notifies the user once of each change in a session's state, in the window that detects it. */
export class SessionNotifications implements Disposable {
  readonly #disposables = new DisposableStore();
  #isKeyringNotified = false;

  /** `present` shows an error with its next step. */
  constructor(
    {
      accounts,
      clock,
      onDidDoubt,
      onDidEnd,
      onDidFallBehind,
      sessions,
      store,
    }: SessionNotificationsOptions,
    present: (error: unknown, retry?: () => Promise<void>) => Promise<void>,
  ) {
    const add = (subscription: Disposable): Disposable => this.#disposables.add(subscription);
    add(
      onDidEnd((session) => {
        void present(new SessionExpiredError(accountOfSession(session).id));
      }),
    );
    const renew = async (account: AccountId): Promise<void> => {
      try {
        await sessions.renew(account);
      } catch (error) {
        await present(error, async () => await renew(account));
      }
    };
    add(
      onDidDoubt((session) => {
        const { id } = accountOfSession(session);
        if (session.refusals !== undefined) {
          const retry = async (): Promise<void> => await renew(id);
          void present(new SessionDoubtfulError(id, session.refusals), retry);
        }
      }),
    );
    add(store.onDidFailToRead((error) => void present(error)));
    add(
      onDidFallBehind((session) => {
        const accountId = accountOfSession(session).id;
        void present(new StorageError('renewedElsewhere', { accountId }));
      }),
    );
    const show = (warn: (warnings: typeof sessionWarnings) => Promise<void>): void => {
      import('./sessionWarnings.ts').then(warn).catch(present);
    };
    add(
      store.onDidFailToStore(({ message }) =>
        show(async ({ warnOfKeyring }) => {
          if (!this.#isKeyringNotified) {
            this.#isKeyringNotified = true;
            await warnOfKeyring(message);
          }
        }),
      ),
    );
    const warn = ({ account: { id }, issuedAt }: Session): void => {
      const label = accounts.find(id)?.label;
      show(
        async ({ warnOfComingEnd }) =>
          await warnOfComingEnd(label, issuedAt, async () => await renew(id)),
      );
    };
    add(new EndOfSessionWarning({ sessions, clock, warn }));
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
