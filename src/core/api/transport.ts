import { delay, throwIfAborted } from '../async/abort.ts';
import type { Clock } from '../async/clock.ts';
import { LinkedAbortController } from '../async/linkedAbortController.ts';
import { CancelledError } from '../errors/cancelledError.ts';
import { NetworkError } from '../errors/networkError.ts';
import { ResponseSchemaError } from '../errors/responseSchemaError.ts';
import type { Log } from '../log/log.ts';
import { ConnectionWatch, type WatchedRequest } from './connectionWatch.ts';
import type { Fetch } from './fetch.ts';
import type { HttpResponse } from './httpResponse.ts';
import { networkFailureOf } from './networkFailure.ts';
import { readText } from './readText.ts';
import { RequestTimeout } from './requestTimeout.ts';
import { retryBackoff, type AttemptOutcome } from './retryBackoff.ts';

/** One request. `url` must have the origin that the headers are meant for. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  /** Minimum timeout, in milliseconds, whatever the user has set. */
  readonly minimumTimeout?: number;
  /** Awaited right before the request is sent, as connecting may take long. An error ends the request. */
  readonly beforeSending?: (() => Promise<void>) | undefined;
  /** Returns whether the received part of an interrupted body is sufficient; never, by default. */
  readonly isEnough?: (text: string) => boolean;
}

/** Options of an `HttpTransport`. */
export interface HttpTransportOptions {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly log: Log;
  /** Timeout of a request with all its attempts, in milliseconds; read for each request. */
  readonly timeout: () => number;
}

/**
 * Sends requests over HTTP: never follows a redirect, always ends, limits the size of a response, and logs
 * method, path and timing. A GET is retried after a failure of the network or a gateway, or on a dead
 * connection; a POST is never sent twice, so its connection is checked first.
 */
export class HttpTransport {
  readonly #options: HttpTransportOptions;
  readonly #connections: ConnectionWatch;

  constructor(options: HttpTransportOptions) {
    this.#options = options;
    this.#connections = new ConnectionWatch(options.fetch, options.clock);
  }

  /**
   * Sends `request` and returns the complete response, whatever its status. Throws `CancelledError` when
   * `signal` is aborted, `TimeoutError`, `ResponseSchemaError` if the response is too large, `NetworkError`
   * if it fails for another reason, and the errors of `beforeSending`.
   */
  async send(request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse> {
    throwIfAborted(signal);
    const { clock } = this.#options;
    const { beforeSending, method, url } = request;
    const milliseconds = this.timeoutOf(request);
    const post = method === 'POST' ? await this.#connections.beginPost(url, signal) : undefined;
    try {
      await beforeSending?.();
    } catch (error) {
      post?.ended();
      throw error;
    }
    const timeout = new RequestTimeout({ clock, milliseconds, host: url.host, cancelled: signal });
    const maximumSilence =
      method === 'GET' ? this.#connections.maximumSilence(url, milliseconds) : undefined;
    try {
      for (let tries = 1; ; tries++) {
        const connection = post ?? this.#connections.beginGet(url);
        const silence = tries === 1 ? maximumSilence : undefined;
        const outcome = await this.#try(request, connection, timeout, silence);
        if (outcome.kind === 'silence') {
          // If this is cancelled, the next attempt reports why.
          await this.#connections.closeSilent(url, timeout.signal).catch(() => undefined);
          continue;
        }
        const wait = method === 'GET' ? retryBackoff(outcome, tries) : undefined;
        if (wait === undefined || !(await this.#hasWaited(wait, timeout.signal))) {
          throwIfAborted(signal);
          if (outcome.kind === 'failure') {
            throw outcome.error;
          }
          return outcome.response;
        }
      }
    } finally {
      timeout.dispose();
    }
  }

  /** Timeout of a request with all its attempts, in milliseconds. */
  timeoutOf({ minimumTimeout = 0 }: Pick<HttpRequest, 'minimumTimeout'>): number {
    return Math.max(this.#options.timeout(), minimumTimeout);
  }

  /**
   * Makes VS Code resolve the proxy of `url` and load the system certificates while the caller waits for
   * something else; its `fetch` does both only once. Sends nothing.
   */
  prepare(url: URL): void {
    // The request is cancelled before it begins, so it always fails: VS Code only resolves the proxy that a
    // request in `#try` would use.
    const unsent: RequestInit = { redirect: 'manual', signal: AbortSignal.abort() };
    this.#options.fetch(url, unsent).catch(() => undefined);
  }

  /**
   * Sends a request once, watched as `connection`; `maximumSilence`: time in milliseconds until the attempt is
   * abandoned unless the response has begun.
   */
  async #try(
    { body, headers = {}, isEnough, method, url }: HttpRequest,
    connection: WatchedRequest,
    timeout: RequestTimeout,
    maximumSilence: number | undefined,
  ): Promise<AttemptOutcome | { readonly kind: 'silence' }> {
    const { clock, fetch, log } = this.#options;
    const started = clock.monotonic();
    const lineOf = (outcome: string): string =>
      `${method} ${url.pathname} ${outcome} (${Math.round(clock.monotonic() - started)} ms)`;
    const ended = new LinkedAbortController(timeout.signal);
    const silence =
      maximumSilence === undefined
        ? undefined
        : clock.schedule(maximumSilence, () => ended.abort());
    try {
      const response = await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        signal: ended.signal,
        ...(body === undefined ? {} : { body }),
      });
      silence?.dispose();
      connection.heard();
      const text = await readText(response, isEnough);
      const line = lineOf(`HTTP ${response.status}`);
      if (response.ok) {
        log.debug(line);
      } else {
        log.warn(line);
      }
      const { headers: responseHeaders, status } = response;
      return { kind: 'response', response: { status, headers: responseHeaders, body: text } };
    } catch (cause) {
      if (timeout.signal.aborted) {
        const error = timeout.errorOf(cause);
        if (error instanceof CancelledError) {
          log.debug(lineOf('cancelled'));
        } else {
          log.warn(lineOf('timed out'));
        }
        return { kind: 'failure', error };
      }
      if (ended.signal.aborted) {
        log.warn(lineOf('not answered, so tried on another connection'));
        return { kind: 'silence' };
      }
      if (cause instanceof ResponseSchemaError) {
        log.warn(lineOf('too large'));
        return { kind: 'failure', error: cause };
      }
      const failure = networkFailureOf(cause);
      log.warn(
        lineOf(failure.systemCode === undefined ? 'failed' : `failed: ${failure.systemCode}`),
      );
      return { kind: 'failure', error: new NetworkError(url.host, failure, { cause }) };
    } finally {
      silence?.dispose();
      connection.ended();
      ended.dispose();
    }
  }

  /** Waits within the time limit of the request; returns whether there is time left. */
  async #hasWaited(milliseconds: number, signal: AbortSignal): Promise<boolean> {
    try {
      await delay(this.#options.clock, milliseconds, signal);
      return true;
    } catch (error) {
      if (error instanceof CancelledError) {
        return false;
      }
      throw error;
    }
  }
}
