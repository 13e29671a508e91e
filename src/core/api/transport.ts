import { delay, throwIfAborted } from '../async/abort.ts';
import type { Clock } from '../async/clock.ts';
import { CancelledError } from '../errors/cancelledError.ts';
import { NetworkError } from '../errors/networkError.ts';
import { ResponseSchemaError } from '../errors/responseSchemaError.ts';
import type { Log } from '../log/log.ts';
import type { HttpResponse } from './httpResponse.ts';
import { networkFailureOf } from './networkFailure.ts';
import { readText } from './readText.ts';
import { RequestTimeout } from './requestTimeout.ts';
import { retryBackoff, type Outcome } from './retryBackoff.ts';

/**
 * The `fetch` that requests go through. In VS Code it is the global one, which honours the user's
 * proxy settings and certificates.
 */
export type Fetch = (input: URL, init: RequestInit) => Promise<Response>;

/** One request. `url` must be of the origin that the headers are meant for. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  /** How long it may take at least, in milliseconds, whatever the user has set. */
  readonly minimumTimeout?: number;
  /** Whether what has arrived of a body that breaks off is all that matters; never, by default. */
  readonly isEnough?: (text: string) => boolean;
}

/** Options of an `HttpTransport`. */
export interface HttpTransportOptions {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly log: Log;
  /** How long a request may take with all its tries, in milliseconds; read for each request. */
  readonly timeout: () => number;
}

/**
 * Sends requests over HTTP: never follows a redirect, always ends, reads no more of an answer than it can
 * hold, logs method, path and timing. A GET that meets a failure of the network or a gateway is tried
 * again; a POST is never sent twice.
 */
export class HttpTransport {
  readonly #options: HttpTransportOptions;

  constructor(options: HttpTransportOptions) {
    this.#options = options;
  }

  /**
   * Sends `request` and returns the whole response, whatever its status. Throws `CancelledError` when
   * `signal` is aborted, `TimeoutError`, `ResponseSchemaError` if the response is too large, and
   * `NetworkError` if no response arrives for another reason.
   */
  async send(request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse> {
    throwIfAborted(signal);
    const { clock, timeout: setting } = this.#options;
    const timeout = new RequestTimeout({
      clock,
      milliseconds: Math.max(setting(), request.minimumTimeout ?? 0),
      host: request.url.host,
      cancelled: signal,
    });
    try {
      for (let tries = 1; ; tries++) {
        const outcome = await this.#try(request, timeout);
        const wait = request.method === 'GET' ? retryBackoff(outcome, tries) : undefined;
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

  /**
   * Has VS Code look for the proxy of `url` and read the certificates of the system, which its `fetch`
   * does once, while the caller has to wait for something else. Sends nothing.
   */
  prepare(url: URL): void {
    // Cancelled before it begins, the request always fails: VS Code only finds its way, that of a request below.
    const unsent: RequestInit = { redirect: 'manual', signal: AbortSignal.abort() };
    this.#options.fetch(url, unsent).catch(() => undefined);
  }

  async #try(
    { body, headers = {}, isEnough, method, url }: HttpRequest,
    timeout: RequestTimeout,
  ): Promise<Outcome> {
    const { clock, fetch, log } = this.#options;
    const started = clock.monotonic();
    const lineOf = (outcome: string): string =>
      `${method} ${url.pathname} ${outcome} (${Math.round(clock.monotonic() - started)} ms)`;
    try {
      const response = await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        signal: timeout.signal,
        ...(body === undefined ? {} : { body }),
      });
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
      if (cause instanceof ResponseSchemaError) {
        log.warn(lineOf('too large'));
        return { kind: 'failure', error: cause };
      }
      const failure = networkFailureOf(cause);
      log.warn(
        lineOf(failure.systemCode === undefined ? 'failed' : `failed: ${failure.systemCode}`),
      );
      return { kind: 'failure', error: new NetworkError(url.host, failure, { cause }) };
    }
  }

  /** Waits, but no longer than a request may take; returns whether there is time left. */
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
