import * as z from 'zod/mini';
import type { BaseUrl } from '../account/baseUrl.ts';
import { ApiError } from '../errors/apiError.ts';
import { isAnswerLost } from '../errors/lostAnswer.ts';
import { unmatchedFields } from '../errors/reasonOf.ts';
import { ResponseSchemaError } from '../errors/responseSchemaError.ts';
import type { AccessToken, AccessTokenSource } from './accessTokenSource.ts';
import { decodeEnvelope } from './envelope.ts';
import type { HttpResponse } from './httpResponse.ts';
import type { HttpRequest, HttpTransport } from './transport.ts';

/** One call of the API, below `{base_url}/api`. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  /** Path below `/api`, such as `/v2/label/list`. */
  readonly path: string;
  /** Query parameters; undefined and empty ones are left out (docs/interface.md, section 4.5). */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Fields of the JSON body; undefined and empty ones are left out (docs/interface.md, section 4.6). */
  readonly body?: Readonly<Record<string, string | number | undefined>>;
  /** Awaited each time right before it leaves, with its token at hand: getting that may take long. What it throws ends it. */
  readonly beforeSending?: (() => Promise<void>) | undefined;
}

/** Options of an `ApiClient`. */
export interface ApiClientOptions {
  readonly baseUrl: BaseUrl;
  readonly transport: HttpTransport;
  readonly accessTokens: AccessTokenSource;
  /** Envelope codes that mean that the access token is not accepted; read for each response. */
  readonly unauthorizedCodes: () => readonly number[];
}

type Answer =
  | { readonly kind: 'data'; readonly data: unknown }
  | { readonly kind: 'failure'; readonly httpStatus: number; readonly error: unknown };

/**
 * Calls the API of one service as one user. A rejected access token is renewed once and the request
 * sent once more, beside a try of a newer one that another window got; only the transport repeats
 * anything else, and no change. An endpoint that rejects the renewed one too has it renewed again only
 * when it is no longer recent.
 */
export class ApiClient {
  readonly #options: ApiClientOptions;
  /** Endpoints that have rejected a renewed token as well: what they miss may be a permission. */
  readonly #refusedAnyway = new Set<string>();

  constructor(options: ApiClientOptions) {
    this.#options = options;
  }

  /**
   * Sends `request` and parses `data` of the response with `schema`. Throws `ApiError`, `RateLimitedError`,
   * `ResponseSchemaError`, what the transport throws, and what the source of access tokens throws.
   */
  async call<Schema extends z.core.$ZodType>(
    request: ApiRequest,
    schema: Schema,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>> {
    const { accessTokens } = this.#options;
    const token = await accessTokens.accessToken(signal);
    let answer = await this.#send(request, token, signal);
    const endpoint = `${request.method} ${request.path}`;
    if (this.#isRejected(request, answer, token) && this.#mayHelp(endpoint, token)) {
      answer = await this.#sendRenewed(request, token, endpoint, signal);
    }
    if (answer.kind === 'failure') {
      throw answer.error;
    }
    this.#refusedAnyway.delete(endpoint);
    const data = z.safeParse(schema, answer.data);
    if (!data.success) {
      throw new ResponseSchemaError(unmatchedFields(data.error));
    }
    return data.data;
  }

  /** Sends a request again whose token was rejected; one that another window got may be rejected as well. */
  async #sendRenewed(
    request: ApiRequest,
    rejected: AccessToken,
    endpoint: string,
    signal: AbortSignal | undefined,
    mayBeAdopted = true,
  ): Promise<Answer> {
    const token = await this.#options.accessTokens.renewedAccessToken(rejected, signal);
    const answer = await this.#send(request, token, signal);
    if (this.#isRejected(request, answer, token)) {
      if (mayBeAdopted && token.isAdopted()) {
        return await this.#sendRenewed(request, token, endpoint, signal, false);
      }
      this.#refusedAnyway.add(endpoint);
    }
    return answer;
  }

  async #send(
    request: ApiRequest,
    token: AccessToken,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    const query = new URLSearchParams();
    for (const [name, value] of presentEntries(request.query)) {
      query.set(name, String(value));
    }
    // Parsed once, and not again for each parameter, as it would be through `url.searchParams`.
    const search = query.size === 0 ? '' : `?${query.toString()}`;
    const url = new URL(`${this.#options.baseUrl}/api${request.path}${search}`);
    const headers: Record<string, string> = {
      accept: 'application/json',
      authorization: `Bearer ${token.value}`,
    };
    const httpRequest: HttpRequest =
      request.body === undefined
        ? { method: request.method, url, headers }
        : {
            method: request.method,
            url,
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(Object.fromEntries(presentEntries(request.body))),
          };
    await request.beforeSending?.();
    const response = await this.#options.transport.send(httpRequest, signal);
    return readAnswer(response, token);
  }

  /** Whether `endpoint`, which rejected `token`, may accept a renewed one. */
  #mayHelp(endpoint: string, token: AccessToken): boolean {
    return token.isExpired() || !token.isRecent() || !this.#refusedAnyway.has(endpoint);
  }

  #isRejected({ method }: ApiRequest, answer: Answer, token: AccessToken): boolean {
    if (answer.kind === 'data') {
      return false;
    }
    const { error, httpStatus } = answer;
    // What may have been done all the same is not sent again: somebody may have changed it since.
    const failed =
      method === 'GET'
        ? error instanceof ApiError || error instanceof ResponseSchemaError
        : error instanceof ApiError && !isAnswerLost(error);
    const isUnauthorizedCode =
      error instanceof ApiError &&
      error.envelopeCode !== undefined &&
      this.#options.unauthorizedCodes().includes(error.envelopeCode);
    // How an expired token is refused is unknown (docs/interface.md, section 7), so any failure may mean that.
    return httpStatus === 401 || isUnauthorizedCode || (failed && token.isExpired());
  }
}

/** Decodes the envelope of a response, once. A failure is returned: the caller decides whether to throw it. */
function readAnswer(response: HttpResponse, token: AccessToken): Answer {
  try {
    return { kind: 'data', data: decodeEnvelope(response, [token.value]) };
  } catch (error) {
    return { kind: 'failure', httpStatus: response.status, error };
  }
}

function presentEntries(
  values: Readonly<Record<string, string | number | undefined>> = {},
): [string, string | number][] {
  return Object.entries(values).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined && entry[1] !== '',
  );
}
