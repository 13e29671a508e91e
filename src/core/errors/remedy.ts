import type { ClientApp } from '../account/clientApp.ts';
import { isKnownError } from './knownError.ts';

/** What only the person can do before the same can work: trying again is no use until then. */
export type Remedy =
  | { readonly kind: 'signIn' }
  /** `app`: the one whose secret is missing or wrong, if that is known. */
  | { readonly kind: 'setClientSecret'; readonly app?: ClientApp | undefined };

/** What helps against `error`; undefined if trying again may. */
export function remedyOf(error: unknown): Remedy | undefined {
  if (!isKnownError(error)) {
    return undefined;
  }
  switch (error.code) {
    case 'sessionExpired':
    case 'sessionDoubtful':
      return { kind: 'signIn' };
    case 'tokenEndpoint':
      return error.outcome === 'clientRefused'
        ? { kind: 'setClientSecret', app: error.app }
        : undefined;
    case 'configuration':
      return error.step === 'signIn'
        ? { kind: 'signIn' }
        : error.step === 'setClientSecret'
          ? { kind: 'setClientSecret', app: error.app }
          : undefined;
    case 'api':
    case 'authorizationResponse':
    case 'callbackValidation':
    case 'cancelled':
    case 'file':
    case 'network':
    case 'pattern':
    case 'rateLimited':
    case 'request':
    case 'responseSchema':
    case 'storage':
    case 'timeout':
    case 'unusableFile':
      return undefined;
  }
}
