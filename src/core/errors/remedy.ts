import type { ClientApp } from '../account/clientApp.ts';
import { isKnownError } from './knownError.ts';

/** Remedy that only the user can apply; retrying is useless until then. */
export type Remedy =
  | { readonly kind: 'signIn' }
  /** `app`: app whose secret is missing or invalid, if known. */
  | { readonly kind: 'setClientSecret'; readonly app?: ClientApp | undefined };

/** Returns the remedy for `error`; undefined if a retry may help. */
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
    case 'filter':
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
