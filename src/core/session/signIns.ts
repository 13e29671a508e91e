import type { AccountId } from '../account/account.ts';
import { reasonOf } from '../errors/reasonOf.ts';
import type { Log } from '../log/log.ts';
import type { GenerationMarker } from './generationMarker.ts';
import { isClosed, type SignOutMarks, type SignOutState } from './signOutMarks.ts';
import { lineageOf, type StoredSession } from './storedSession.ts';

interface SignInsOptions {
  readonly marker: Pick<GenerationMarker, 'lineages'>;
  readonly signOuts: Pick<SignOutMarks, 'stateOf' | 'statesOf'>;
  readonly log: Log;
}

/** State of all sign-ins of an account. */
export type SignInsState =
  /** No sign-in is known. */
  | 'none'
  /** A sign-in may be in use. */
  | 'open'
  /** All sign-ins are closed, at least one by a sign-out. */
  | 'signedOut'
  /** All sign-ins were replaced by one that is unknown here. */
  | 'replaced';

/** Sign-ins that have a file in the folder, with the known ways in which they ended. Methods never throw. */
export class SignIns {
  readonly #options: SignInsOptions;

  constructor(options: SignInsOptions) {
    this.#options = options;
  }

  /** Returns the accounts with a sign-in; the secret store may not currently list all of them. */
  async ids(): Promise<readonly AccountId[]> {
    const { log, marker } = this.#options;
    try {
      return (await marker.lineages()).map(({ id }) => id);
    } catch (error) {
      log.warn(`The markers of the sessions could not be read: ${reasonOf(error)}`);
      return [];
    }
  }

  /** Returns the state of the sign-in of `session`. */
  async stateOf(session: StoredSession): Promise<SignOutState> {
    return await this.#options.signOuts.stateOf(lineageOf(session));
  }

  /** Returns whether the user has signed out of the sign-in of `session`. */
  async isSignedOut(session: StoredSession): Promise<boolean> {
    return (await this.stateOf(session)) === 'signedOut';
  }

  /** Returns the state of all sign-ins of `id`, including that of `known`. */
  async stateOfAll(id: AccountId, known: StoredSession | undefined): Promise<SignInsState> {
    const states = await this.#statesOf(id, known);
    if (states.length === 0) {
      return 'none';
    }
    if (!states.every(isClosed)) {
      return 'open';
    }
    return states.includes('signedOut') ? 'signedOut' : 'replaced';
  }

  async #statesOf(
    id: AccountId,
    known: StoredSession | undefined,
  ): Promise<readonly SignOutState[]> {
    const { log, marker, signOuts } = this.#options;
    try {
      const lineages = [
        ...(known === undefined ? [] : [lineageOf(known)]),
        ...(await marker.lineages(id)),
      ];
      return await signOuts.statesOf(lineages);
    } catch (error) {
      log.warn(`The markers of session ${id} could not be read: ${reasonOf(error)}`);
      return ['unknown'];
    }
  }
}

/** Returns whether `state` leaves no sign-in that the user has not signed out of. */
export function hasNoOpenSignIn(state: SignInsState): boolean {
  return state === 'signedOut' || state === 'none';
}
