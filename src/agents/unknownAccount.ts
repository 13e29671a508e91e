import { RequestError } from '../core/errors/requestError.ts';

/** That a program has made up what it calls an account. */
export function unknownAccount(): RequestError {
  return new RequestError('This is not an account that `accounts` has returned.');
}
