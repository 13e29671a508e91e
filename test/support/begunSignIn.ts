import {
  CallbackValidationError,
  type CallbackFault,
} from '../../src/core/errors/callbackValidationError.ts';
import type { Session } from '../../src/core/session/sessions.ts';
import type { SessionWindow } from './sessionFixture.ts';

/** A sign-in that waits for its callback. */
export interface Begun {
  readonly authorizationUrl: string;
  readonly state: string;
  readonly ended: Promise<Session>;
}

/** Begins a sign-in and waits for its end. */
export async function begin(window: SessionWindow, signal?: AbortSignal): Promise<Begun> {
  const attempt = await window.authorizationCodeFlow.begin(window.signInRequest());
  const ended = attempt.wait(signal);
  // A failure is seen by the test that awaits it.
  ended.catch(() => undefined);
  const state = new URL(attempt.authorizationUrl).searchParams.get('state') ?? '';
  return { authorizationUrl: attempt.authorizationUrl, state, ended };
}

/** Returns a predicate for errors with this fault of a callback. */
export function fault(expected: CallbackFault): (error: unknown) => boolean {
  return (error) => error instanceof CallbackValidationError && error.fault === expected;
}

/** Number of codes sent to the token endpoint. */
export function exchanges(calls: readonly { readonly grantType: string }[]): number {
  return calls.filter(({ grantType }) => grantType === 'authorization_code').length;
}
