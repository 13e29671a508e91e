import assert from 'node:assert/strict';
import * as z from 'zod';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';

/** The token response, without further fields (docs/interface.md, section 2.3). */
export const tokenResponseSchema = z.strictObject({
  access_token: z.string().min(1),
  token_type: z.literal('bearer'),
  refresh_token: z.string().min(1),
  expires_in: z.int(),
  scope: z.string(),
  tenant_id: z.string(),
  user_id: z.string(),
  jti: z.uuid(),
});

/** Where a sandbox is and how its app is known there: what its first line of output says. */
export type SandboxAddress = Pick<Sandbox, 'baseUrl' | 'clientId' | 'clientSecret'>;

/** What the token endpoint answers. */
export type Tokens = z.infer<typeof tokenResponseSchema>;

/** The common envelope, without further fields (docs/interface.md, section 2.1). */
export const envelopeSchema = z.strictObject({
  code: z.int(),
  message: z.string(),
  data: z.unknown(),
});

/** A page of a list, without further fields (docs/interface.md, section 2.2). */
export const pageSchema = z.strictObject({
  records: z.array(z.looseObject({ id: z.string(), labelStatus: z.int() })),
  total: z.int(),
  size: z.int(),
  current: z.int(),
  pages: z.int(),
});

/** A redirect URI that is registered for the app. */
export const callback = 'vscode://workforce-tools.workforce-labels/callback';

/** The address of the authorize page; a parameter that is `undefined` is left out. */
export function authorizeUrl(
  sandbox: SandboxAddress,
  changes: Readonly<Record<string, string | undefined>> = {},
): URL {
  const url = new URL(`${sandbox.baseUrl}/auth/oauth/authorize`);
  const parameters: Record<string, string | undefined> = {
    response_type: 'code',
    client_id: sandbox.clientId,
    scope: 'tag,people_std',
    redirect_uri: callback,
    state: 'state-1',
    ...changes,
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) {
      url.searchParams.set(name, value);
    }
  }
  return url;
}

/** Presses a button of the authorize page. */
export async function press(
  url: URL,
  decision: string,
  user = 'hr-administrator',
  tenant = 'acme-europe',
): Promise<Response> {
  return await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision, user, tenant }),
  });
}

/** Where a redirect leads, resolved as a browser does. */
export function locationOf(response: Response, from: URL): URL {
  assert.equal(response.status, 303);
  return new URL(response.headers.get('location') ?? '', from);
}

/** Approves and takes the code from the redirect. */
export async function obtainCode(
  sandbox: SandboxAddress,
  changes: Readonly<Record<string, string>> = {},
  tenant?: string,
): Promise<string> {
  const url = authorizeUrl(sandbox, changes);
  const response = await press(url, 'approve', undefined, tenant);
  const code = locationOf(response, url).searchParams.get('code');
  assert.ok(code);
  return code;
}

/** Posts a form to the token endpoint; a field that is `undefined` is left out. */
export async function postToken(
  sandbox: SandboxAddress,
  fields: Readonly<Record<string, string | undefined>>,
  signal?: AbortSignal,
): Promise<Response> {
  const form = new FormData();
  const all: Record<string, string | undefined> = {
    client_id: sandbox.clientId,
    client_secret: sandbox.clientSecret,
    redirect_uri: callback,
    ...fields,
  };
  for (const [name, value] of Object.entries(all)) {
    if (value !== undefined) {
      form.set(name, value);
    }
  }
  return await fetch(`${sandbox.baseUrl}/auth/oauth/token`, {
    method: 'POST',
    body: form,
    ...(signal && { signal }),
  });
}

/** The tokens in an answer that must be a success. */
export async function tokensOf(response: Response): Promise<Tokens> {
  assert.equal(response.status, 200);
  return tokenResponseSchema.parse(await response.json());
}

/** Approves and exchanges the code. */
export async function signIn(sandbox: SandboxAddress, tenant?: string): Promise<Tokens> {
  const code = await obtainCode(sandbox, {}, tenant);
  return await tokensOf(await postToken(sandbox, { grant_type: 'authorization_code', code }));
}

/** Sends a refresh token. */
export async function refresh(
  sandbox: SandboxAddress,
  refreshToken: string,
  signal?: AbortSignal,
): Promise<Response> {
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
  return await postToken(sandbox, fields, signal);
}

/** Calls the API with an access token. */
export async function callApi(
  sandbox: SandboxAddress,
  accessToken: string,
  path: string,
  init: Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  return await fetch(`${sandbox.baseUrl}/api${path}`, {
    ...init,
    headers: {
      authorization: `Bearer ${accessToken}`,
      ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...init.headers,
    },
  });
}

/** The envelope in an answer. */
export async function envelopeOf(response: Response): Promise<z.infer<typeof envelopeSchema>> {
  return envelopeSchema.parse(await response.json());
}
