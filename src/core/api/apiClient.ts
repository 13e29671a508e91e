import * as z from 'zod/mini';
import type { BaseUrl } from '../account/baseUrl.ts';
import type { AccessTokenValue } from '../account/tokens.ts';
import { abortable } from '../async/abort.ts';
import { ApiError } from '../errors/apiError.ts';
import { isAnswerLost } from '../errors/lostAnswer.ts';
import { unmatchedFields } from '../errors/reasonOf.ts';
import { ResponseSchemaError } from '../errors/responseSchemaError.ts';
import type { SecretMask } from '../log/liveSecrets.ts';
import { decodeEnvelope } from './envelope.ts';
import type { HttpResponse } from './httpResponse.ts';
import type { HttpRequest, HttpTransport } from './transport.ts';
import type { UnauthorizedCodes } from './unauthorizedCodes.ts';
import { UnknownRefusals } from './unknownRefusals.ts';

/** An access token, as used by a request. */
export interface AccessToken {
  readonly value: AccessTokenValue;
  /** Returns whether the lifetime of the token has passed. */
  isExpired(): boolean;
  /** Returns whether the token was issued within the last minutes. */
  isRecent(): boolean;
  /** Returns whether another window obtained the token: the service may already have rejected it. */
  isAdopted(): boolean;
}

/** Source of a client's access tokens. */
export interface AccessTokenSource {
  /** Returns a valid token. */
  accessToken(signal?: AbortSignal): Promise<AccessToken>;
  /** Returns a token other than `rejected`, which the service did not accept. */
  renewedAccessToken(rejected: AccessToken, signal?: AbortSignal): Promise<AccessToken>;
}

/** Call of the API, below `{base_url}/api`. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  /** Path below `/api`, such as `/v2/label/list`. */
  readonly path: string;
  /** Query parameters; undefined and empty ones are left out (docs/interface.md, section 4.5). */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Fields of the JSON body; undefined and empty ones are left out (docs/interface.md, section 4.6). */
  readonly body?: Readonly<Record<string, string | number | undefined>>;
  /** Awaited right before the request is sent, which may be long after the call. An error ends the request. */
  readonly beforeSending?: HttpRequest['beforeSending'];
}

/** Options of an `ApiClient`. */
export interface ApiClientOptions {
  readonly baseUrl: BaseUrl;
  readonly transport: HttpTransport;
  readonly accessTokens: AccessTokenSource;
  readonly unauthorizedCodes: UnauthorizedCodes;
  /** Secrets of this process, which are masked in messages of the service. */
  readonly liveSecrets: SecretMask;
  /** Throws if this user's labels are read-only; called right before a request that changes something is sent. */
  readonly assertWritable: () => void;
}

type Answer =
  | { readonly kind: 'data'; readonly data: unknown }
  | { readonly kind: 'failure'; readonly httpStatus: number; readonly error: unknown };

/**
 * Calls the API of one service as one user. If an access token is rejected, it is renewed and the request
 * repeated once, not counting an attempt with a newer token of another window. Only the transport repeats
 * requests for other reasons, and never changes. An endpoint that also rejects the renewed token triggers
 * another renewal only when that token has expired or is no longer recent.
 */
export class ApiClient {
  readonly #options: ApiClientOptions;
  /** Endpoints that have also rejected a renewed token; a permission may be missing. */
  readonly #refusedAfterRenewal = new Set<string>();
  readonly #unknownRefusals = new UnknownRefusals();
  /** Settles when the latest trial renewal for an unknown code has ended. */
  #trial: Promise<void> = Promise.resolve();

  constructor(options: ApiClientOptions) {
    this.#options = options;
  }

  /** Records that the user retries: a refusal with an unknown code may trigger a renewal of the access token. */
  noteUserRetry(): void {
    this.#unknownRefusals.noteUserRetry();
  }

  /**
   * Sends `request` and parses `data` of the response with `schema`. Throws `ApiError`, `RateLimitedError`,
   * `ResponseSchemaError`, and the errors of the transport, the access token source and `assertWritable`.
   */
  async call<Schema extends z.core.$ZodType>(
    request: ApiRequest,
    schema: Schema,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>> {
    const { accessTokens, assertWritable } = this.#options;
    if (isChange(request)) {
      assertWritable();
    }
    const token = await accessTokens.accessToken(signal);
    let answer = await this.#send(request, token, signal);
    const endpoint = `${request.method} ${request.path}`;
    if (this.#isRejected(request, answer, token) && this.#mayHelp(endpoint, token)) {
      answer = await this.#sendRenewed(request, token, endpoint, signal);
    } else {
      const code = this.#unknownCode(request, answer);
      const send = async (): Promise<Answer> =>
        await this.#sendRenewed(request, token, endpoint, signal);
      if (code !== undefined && this.#unknownRefusals.noteRefusal(code)) {
        const trial = this.#tryRenewal(code, send);
        // A failure is reported by the request that tries the renewal.
        this.#trial = trial.then(noop, noop);
        answer = await trial;
      } else if (code !== undefined && (await this.#hasLearned(code, signal))) {
        answer = await send();
      }
    }
    if (answer.kind === 'failure') {
      throw answer.error;
    }
    this.#unknownRefusals.noteSuccess();
    this.#refusedAfterRenewal.delete(endpoint);
    const data = z.safeParse(schema, answer.data);
    if (!data.success) {
      throw new ResponseSchemaError(unmatchedFields(data.error));
    }
    return data.data;
  }

  /**
   * Repeats a request with a new token in place of `rejected`. If the new token was adopted from another
   * window and is rejected too, repeats the request once more.
   */
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
      this.#refusedAfterRenewal.add(endpoint);
    }
    return answer;
  }

  /** Repeats a request refused with `code`, which means a rejected token if a renewed one helps. */
  async #tryRenewal(code: number, send: () => Promise<Answer>): Promise<Answer> {
    const answer = await send();
    if (answer.kind === 'data') {
      this.#options.unauthorizedCodes.learn(code);
    }
    return answer;
  }

  /** Waits for a pending trial renewal, and returns whether `code` is now known to mean a rejected token. */
  async #hasLearned(code: number, signal: AbortSignal | undefined): Promise<boolean> {
    await abortable(this.#trial, signal);
    return this.#options.unauthorizedCodes.has(code);
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
    // Parses the URL once; setting parameters through `url.searchParams` would parse it again for each.
    const search = query.size === 0 ? '' : `?${query.toString()}`;
    const url = new URL(`${this.#options.baseUrl}/api${request.path}${search}`);
    const headers: Record<string, string> = {
      accept: 'application/json',
      authorization: `Bearer ${token.value}`,
    };
    const { method } = request;
    const beforeSending = this.#lastCheck(request);
    const httpRequest: HttpRequest =
      request.body === undefined
        ? { method, url, headers, beforeSending }
        : {
            method,
            url,
            beforeSending,
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(Object.fromEntries(presentEntries(request.body))),
          };
    const response = await this.#options.transport.send(httpRequest, signal);
    return readAnswer(response, this.#options.liveSecrets);
  }

  /** Returns the check that runs right before `request` is sent, since the account may have become read-only. */
  #lastCheck(request: ApiRequest): HttpRequest['beforeSending'] {
    const { beforeSending } = request;
    return isChange(request)
      ? async () => {
          await beforeSending?.();
          this.#options.assertWritable();
        }
      : beforeSending;
  }

  /** Returns whether `endpoint`, which rejected `token`, may accept a renewed one. */
  #mayHelp(endpoint: string, token: AccessToken): boolean {
    return token.isExpired() || !token.isRecent() || !this.#refusedAfterRenewal.has(endpoint);
  }

  /** Returns the code of a refusal with unknown meaning; HTTP's own codes are known. */
  #unknownCode({ method }: ApiRequest, answer: Answer): number | undefined {
    const error = answer.kind === 'failure' ? answer.error : undefined;
    const code = error instanceof ApiError ? error.envelopeCode : undefined;
    const isUnknown =
      method === 'GET' &&
      code !== undefined &&
      (code < 400 || code > 599) &&
      !this.#options.unauthorizedCodes.has(code);
    return isUnknown ? code : undefined;
  }

  #isRejected({ method }: ApiRequest, answer: Answer, token: AccessToken): boolean {
    if (answer.kind === 'data') {
      return false;
    }
    const { error, httpStatus } = answer;
    // An update that may have taken effect is not retried: someone may have changed the label since.
    const failed =
      method === 'GET'
        ? error instanceof ApiError || error instanceof ResponseSchemaError
        : error instanceof ApiError && !isAnswerLost(error);
    const isUnauthorizedCode =
      error instanceof ApiError &&
      error.envelopeCode !== undefined &&
      this.#options.unauthorizedCodes.has(error.envelopeCode);
    // The service does not document how it refuses an expired token (docs/interface.md, section 7), so any
    // failure may be such a refusal.
    return httpStatus === 401 || isUnauthorizedCode || (failed && token.isExpired());
  }
}

/** Returns whether a request may change data: any method but GET. */
function isChange({ method }: ApiRequest): boolean {
  return method !== 'GET';
}

/** Decodes the envelope of a response once. Returns a failure; the caller decides whether to throw it. */
function readAnswer(response: HttpResponse, live: SecretMask): Answer {
  try {
    return { kind: 'data', data: decodeEnvelope(response, live) };
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

function noop(): void {}
