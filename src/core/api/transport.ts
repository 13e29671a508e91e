import { throwIfAborted } from '../async/abort.ts';
import type { Clock } from '../async/clock.ts';
import { LinkedAbortController } from '../async/linkedAbortController.ts';
import { CancelledError } from '../errors/cancelledError.ts';
import { NetworkError, type NetworkFailure } from '../errors/networkError.ts';
import { TimeoutError } from '../errors/timeoutError.ts';
import type { Log } from '../log/log.ts';

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
}

/** A response, read to its end. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Options of an `HttpTransport`. */
export interface HttpTransportOptions {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly log: Log;
  /** How long a request may take, in milliseconds; read for each request. */
  readonly timeout: () => number;
}

/** Sends requests over HTTP: never follows a redirect, always ends, logs method, path and timing. */
export class HttpTransport {
  readonly #options: HttpTransportOptions;

  constructor(options: HttpTransportOptions) {
    this.#options = options;
  }

  /**
   * Sends `request` and returns the whole response, whatever its status. Throws `CancelledError` when
   * `signal` is aborted, `TimeoutError`, and `NetworkError` if no response arrives for another reason.
   */
  async send(request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse> {
    throwIfAborted(signal);
    const { clock, fetch, log } = this.#options;
    const { method, url, headers = {}, body } = request;
    const milliseconds = this.#options.timeout();
    const timeout = new LinkedAbortController(signal);
    const timer = clock.schedule(milliseconds, () => timeout.abort());
    const started = clock.monotonic();
    const report = (outcome: string, failed: boolean): void => {
      const time = Math.round(clock.monotonic() - started);
      const line = `${method} ${url.pathname} ${outcome} (${time} ms)`;
      if (failed) {
        log.warn(line);
      } else {
        log.debug(line);
      }
    };
    try {
      const response = await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        signal: timeout.signal,
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      report(`HTTP ${response.status}`, !response.ok);
      return { status: response.status, headers: response.headers, body: text };
    } catch (error) {
      if (signal?.aborted) {
        report('cancelled', false);
        throw new CancelledError({ cause: error });
      }
      if (timeout.signal.aborted) {
        report('timed out', true);
        throw new TimeoutError(url.host, Math.round(milliseconds / 1000), { cause: error });
      }
      const systemCode = systemCodeOf(error);
      report(`failed${systemCode === undefined ? '' : `: ${systemCode}`}`, true);
      throw new NetworkError(url.host, failureOf(systemCode), { cause: error });
    } finally {
      timer.dispose();
      timeout.dispose();
    }
  }
}

/** System codes of failures to connect. */
const unreachableCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * System codes of a certificate that was refused, which happens before the first byte of a request can
 * have left: those of Node.js ("X509 certificate error codes" in its documentation of `tls`), and its
 * own for another host name.
 */
const certificateCodes: ReadonlySet<string> = new Set([
  'CERT_CHAIN_TOO_LONG',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
  'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

function failureOf(systemCode: string | undefined): NetworkFailure {
  if (systemCode !== undefined && certificateCodes.has(systemCode)) {
    return { kind: 'untrustedCertificate', systemCode };
  }
  const isUnreachable = systemCode !== undefined && unreachableCodes.has(systemCode);
  return { kind: isUnreachable ? 'unreachable' : 'broken', systemCode };
}

/** `fetch` wraps the system's error once or twice; the innermost code says what happened. */
function systemCodeOf(error: unknown): string | undefined {
  let code: string | undefined;
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth++) {
    if ('code' in current && typeof current.code === 'string') {
      code = current.code;
    }
    current = current instanceof AggregateError ? current.errors[0] : current.cause;
  }
  return code;
}
