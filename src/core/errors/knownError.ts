import type { ApiError } from './apiError.ts';
import { AppError } from './appError.ts';
import type { AuthorizationResponseError } from './authorizationResponseError.ts';
import type { CallbackValidationError } from './callbackValidationError.ts';
import type { CancelledError } from './cancelledError.ts';
import type { ConfigurationError } from './configurationError.ts';
import { type FileError, type UnusableFileError } from './fileError.ts';
import type { FilterError } from './filterError.ts';
import type { NetworkError } from './networkError.ts';
import type { PatternError } from './patternError.ts';
import type { RateLimitedError } from './rateLimitedError.ts';
import type { RequestError } from './requestError.ts';
import type { ResponseSchemaError } from './responseSchemaError.ts';
import type { SessionDoubtfulError } from './sessionDoubtfulError.ts';
import type { SessionExpiredError } from './sessionExpiredError.ts';
import type { StorageError } from './storageError.ts';
import type { TimeoutError } from './timeoutError.ts';
import type { TokenEndpointError } from './tokenEndpointError.ts';

/** The union of all subclasses of `AppError`, discriminated by `code`. */
export type KnownError =
  | ApiError
  | AuthorizationResponseError
  | CallbackValidationError
  | CancelledError
  | ConfigurationError
  | FileError
  | FilterError
  | NetworkError
  | PatternError
  | RateLimitedError
  | RequestError
  | ResponseSchemaError
  | SessionDoubtfulError
  | SessionExpiredError
  | StorageError
  | TimeoutError
  | TokenEndpointError
  | UnusableFileError;

/** Returns whether `error` is a `KnownError`; a test shows that the union has every subclass of `AppError`. */
export function isKnownError(error: unknown): error is KnownError {
  return error instanceof AppError;
}
