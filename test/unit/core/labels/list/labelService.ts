import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { isAccessTokenValue } from '../../../../../src/core/account/tokens.ts';
import { ApiClient } from '../../../../../src/core/api/apiClient.ts';
import { HttpTransport } from '../../../../../src/core/api/transport.ts';
import { UnauthorizedCodes } from '../../../../../src/core/api/unauthorizedCodes.ts';
import { systemClock } from '../../../../../src/core/async/clock.ts';
import { parseBaseUrl } from '../../../../../src/core/connections/parseBaseUrl.ts';
import { LiveSecrets } from '../../../../../src/core/log/liveSecrets.ts';

/** What a list request asks for. */
export interface ListRequest {
  readonly current: number;
  readonly size: number;
  readonly query: URLSearchParams;
}

/** `data` of the answer to a list request. */
export type ListAnswer = (request: ListRequest) => unknown;

/** Thrown by a `ListAnswer`: an answer without an envelope. */
export class HttpFailure extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, headers: Readonly<Record<string, string>> = {}) {
    super(`HTTP status ${status}`);
    this.status = status;
    this.headers = headers;
  }
}

/** A log that keeps nothing. */
const silentLog = {
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** A client of the service at `baseUrl` that sends `accessToken`. */
export function apiClientFor(baseUrl: string, accessToken: string): ApiClient {
  assert.ok(isAccessTokenValue(accessToken));
  const token = {
    value: accessToken,
    isExpired: () => false,
    isRecent: () => false,
    isAdopted: () => false,
  };
  return new ApiClient({
    baseUrl: parseBaseUrl(baseUrl),
    liveSecrets: new LiveSecrets(),
    transport: new HttpTransport({
      fetch,
      clock: systemClock,
      log: silentLog,
      timeout: () => 5000,
    }),
    accessTokens: {
      accessToken: async () => await Promise.resolve(token),
      renewedAccessToken: async () => await Promise.resolve(token),
    },
    unauthorizedCodes: new UnauthorizedCodes(() => [401]),
    assertWritable: () => undefined,
  });
}

/** A real HTTP server that answers lists of labels as a test has it, faults included. */
export class LabelService {
  readonly #server: Server;
  readonly requests: ListRequest[] = [];
  answer: ListAnswer;

  constructor(answer: ListAnswer) {
    this.answer = answer;
    this.#server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://localhost');
      const listRequest: ListRequest = {
        current: Number(searchParams.get('current')),
        size: Number(searchParams.get('size')),
        query: searchParams,
      };
      this.requests.push(listRequest);
      Promise.resolve()
        .then(() => this.answer(listRequest))
        .then(
          (data) => response.end(JSON.stringify({ code: 0, message: 'success', data })),
          (error: unknown) => {
            if (error instanceof HttpFailure) {
              response.writeHead(error.status, error.headers).end('<html></html>');
              return;
            }
            response.end(JSON.stringify({ code: 500, message: String(error), data: null }));
          },
        );
    });
  }

  /** Starts to listen; returns a client for it. */
  async start(): Promise<ApiClient> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.listen(0, '127.0.0.1', resolve);
    await promise;
    const address = this.#server.address();
    assert.ok(address !== null && typeof address === 'object');
    return apiClientFor(`http://127.0.0.1:${address.port}`, 'a-token');
  }

  /** The pages asked for so far, as `current/size`. */
  get pagesAskedFor(): string[] {
    return this.requests.map(({ current, size }) => `${current}/${size}`);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** Records with the ids `first` to `last`. */
export function records(first: number, last: number): { id: string; labelName: string }[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({
    id: String(first + index),
    labelName: `Label ${first + index}`,
  }));
}

/** The page of `all` that a service with pages of at most `limit` items gives. */
export function pageOf(
  all: readonly unknown[],
  { current, size }: Pick<ListRequest, 'current' | 'size'>,
  limit = 1000,
): { records: unknown[]; total: number; size: number; current: number; pages: number } {
  const used = Math.min(size, limit);
  return {
    records: all.slice((current - 1) * used, current * used),
    total: all.length,
    size: used,
    current,
    pages: Math.ceil(all.length / used),
  };
}
