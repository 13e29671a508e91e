import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import * as z from 'zod/mini';
import { failureBody, successBody } from './envelope.ts';
import type { GrantOutcome, TokenResponse } from './grants.ts';
import type { TokenCall, TokenRefusalReason } from './requestJournal.ts';
import type { Service } from './service.ts';

const text = z.string().check(z.minLength(1));
const client = { client_id: text, client_secret: text, redirect_uri: text };

const tokenRequestSchema = z.discriminatedUnion('grant_type', [
  z.object({ grant_type: z.literal('authorization_code'), code: text, ...client }),
  z.object({ grant_type: z.literal('refresh_token'), refresh_token: text, ...client }),
]);

type TokenRequest = z.infer<typeof tokenRequestSchema>;

/** `error` of RFC 6749, section 5.2, with its description. */
interface Refusal {
  readonly error: 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type';
  readonly description: string;
  readonly reason: TokenRefusalReason;
}

const wrongContentType: Refusal = {
  error: 'invalid_request',
  description: 'The token endpoint takes multipart/form-data only.',
  reason: 'content_type',
};

function sha256(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}

/** Compares texts in constant time. Hashing gives them equal lengths. */
function equalInConstantTime(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right));
}

function invalidRequest(description: string): Refusal {
  return { error: 'invalid_request', description, reason: 'request' };
}

/** Returns the form fields; `undefined` if the request is not a form, or a field is repeated or a file. */
async function readFields(request: Request): Promise<Record<string, string> | undefined> {
  let form: FormData;
  try {
    form = await request.formData();
  } catch {
    return undefined;
  }
  const fields = new Map<string, string>();
  for (const [name, value] of form) {
    if (typeof value !== 'string' || fields.has(name)) {
      return undefined;
    }
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

function parse(fields: Record<string, string>): TokenRequest | Refusal {
  const parsed = tokenRequestSchema.safeParse(fields);
  if (parsed.success) {
    return parsed.data;
  }
  const names = [...new Set(parsed.error.issues.map((issue) => issue.path.join('.')))];
  if (names.includes('grant_type') && (fields['grant_type'] ?? '') !== '') {
    return {
      error: 'unsupported_grant_type',
      description: 'grant_type must be authorization_code or refresh_token.',
      reason: 'grant_type',
    };
  }
  return invalidRequest(`Missing: ${names.join(', ')}.`);
}

function exchange(service: Service, request: TokenRequest): GrantOutcome | Refusal {
  const { app, grants } = service;
  const idFits = equalInConstantTime(request.client_id, app.clientId);
  const secretFits = equalInConstantTime(request.client_secret, app.clientSecret);
  if (!idFits || !secretFits) {
    return {
      error: 'invalid_client',
      description: 'client_id and client_secret do not match.',
      reason: 'client',
    };
  }
  return request.grant_type === 'authorization_code'
    ? grants.exchangeCode(request.code, request.redirect_uri)
    : grants.refresh(request.refresh_token, request.redirect_uri);
}

/** Returns the envelope of a refusal. If the options set a code, the envelope does not name the error. */
function refusalEnvelope({ options }: Service, refusal: Refusal, grantType: string): object {
  const { tokenErrorCode } = options.current;
  const { description, error } = refusal;
  const isTokenRefused = error === 'invalid_grant' && grantType === 'refresh_token';
  if (isTokenRefused && tokenErrorCode !== 0) {
    return failureBody(tokenErrorCode, 'refresh token');
  }
  return failureBody(error === 'invalid_client' ? 401 : 400, `${error}: ${description}`);
}

function refuse(
  context: Context,
  service: Service,
  refusal: Refusal,
  call: Omit<TokenCall, 'outcome' | 'reason' | 'at'>,
): Response {
  const { error, description, reason } = refusal;
  service.journal.addTokenCall({ ...call, outcome: 'refused', reason, at: service.now() });
  const status = reason === 'content_type' ? 415 : 400;
  const { tokenErrors } = service.options.current;
  switch (tokenErrors) {
    case 'oauth':
      return context.json({ error, error_description: description }, status);
    case 'envelope':
    case 'envelope4xx': {
      const envelopeStatus = tokenErrors === 'envelope' && status === 400 ? 200 : status;
      return context.json(refusalEnvelope(service, refusal, call.grantType), envelopeStatus);
    }
    case 'empty':
      return context.body(null, status);
    case 'html':
      return context.html('<!doctype html><title>Bad Request</title><h1>Bad Request</h1>', status);
  }
}

/** Returns the body of a token response, with the faults set by the options. */
function tokenBody(service: Service, response: TokenResponse): object {
  const { tokenFields, missingTokenFields, tokenEnvelope } = service.options.current;
  const fields = Object.entries({ ...response, ...tokenFields });
  const body = Object.fromEntries(fields.filter(([name]) => !missingTokenFields.includes(name)));
  return tokenEnvelope ? successBody(body) : body;
}

/** POST /auth/oauth/token for both grants (docs/interface.md, sections 4.2 and 4.3). */
export async function handleTokenRequest(context: Context, service: Service): Promise<Response> {
  const mediaType = context.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'multipart/form-data') {
    return refuse(context, service, wrongContentType, { grantType: 'unknown' });
  }
  const fields = await readFields(context.req.raw);
  if (fields === undefined) {
    const refusal = invalidRequest('The form cannot be read, or a field is repeated or a file.');
    return refuse(context, service, refusal, { grantType: 'unknown' });
  }
  const request = parse(fields);
  if ('error' in request) {
    return refuse(context, service, request, { grantType: 'unknown' });
  }

  const grantType = request.grant_type;
  const outcome = exchange(service, request);
  if ('error' in outcome) {
    return refuse(context, service, outcome, { grantType });
  }

  const whose = outcome.approval && {
    tenantId: outcome.approval.tenantId,
    userId: outcome.approval.userId,
  };
  if (outcome.kind === 'refused') {
    const refusal: Refusal = {
      error: 'invalid_grant',
      description: 'The code or refresh token is not valid for this request.',
      reason: outcome.reason,
    };
    return refuse(context, service, refusal, { grantType, ...whose });
  }
  service.journal.addTokenCall({ grantType, outcome: 'ok', ...whose, at: service.now() });
  return context.json(tokenBody(service, outcome.response));
}
