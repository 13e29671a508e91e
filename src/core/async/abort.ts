import { CancelledError } from '../errors/cancelledError.ts';
import type { Clock } from './clock.ts';
import type { Event } from './event.ts';

/** Throws `CancelledError` if `signal` is aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    throw new CancelledError({ cause: signal.reason });
  }
}

/**
 * Waits for `promise` until `signal` is aborted, then throws `CancelledError`. The work behind the promise
 * continues for other callers.
 */
export async function abortable<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (signal === undefined) {
    return await promise;
  }
  throwIfAborted(signal);
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(new CancelledError({ cause: signal.reason }));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Waits for `milliseconds`. Throws `CancelledError` if `signal` is aborted earlier. */
export async function delay(
  clock: Clock,
  milliseconds: number,
  signal?: AbortSignal,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = clock.schedule(milliseconds, resolve);
  try {
    await abortable(promise, signal);
  } finally {
    timer.dispose();
  }
}

/** The part of VS Code's `CancellationToken` that `withSignalOf` reads. */
export interface CancellationTokenLike {
  readonly isCancellationRequested: boolean;
  readonly onCancellationRequested: Event<unknown>;
}

/**
 * Runs `task` with an `AbortSignal` that is aborted when `token`, if any, is cancelled. The token may live on:
 * nothing listens to it once the task has ended. Throws the errors of `task`.
 */
export async function withSignalOf<T>(
  token: CancellationTokenLike | undefined,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const subscription = token?.onCancellationRequested(() => controller.abort());
  if (token?.isCancellationRequested) {
    controller.abort();
  }
  try {
    return await task(controller.signal);
  } finally {
    subscription?.dispose();
  }
}
