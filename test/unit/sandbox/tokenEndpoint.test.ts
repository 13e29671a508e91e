import assert from 'node:assert/strict';
import * as z from 'zod';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import {
  callApi,
  callback,
  envelopeOf,
  obtainCode,
  postToken,
  refresh,
  signIn,
  tokensOf,
} from './sandboxClient.ts';

const errorSchema = z.strictObject({ error: z.string(), error_description: z.string() });

async function assertRefused(response: Response, error: string): Promise<void> {
  assert.equal(response.status, 400);
  assert.equal(errorSchema.parse(await response.json()).error, error);
}

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, value);
  }
  return form;
}

describe('sandbox: token endpoint', () => {
  let sandbox: Sandbox;
  let clock: number;

  beforeEach(async () => {
    clock = Date.UTC(2026, 0, 1);
    sandbox = await startSandbox({ labels: 1 }, () => clock);
  });
  afterEach(async () => {
    await sandbox.close();
  });

  function lastReason(): string | undefined {
    return sandbox.control.tokenCalls().at(-1)?.reason;
  }

  async function codeFields() {
    return {
      grant_type: 'authorization_code',
      code: await obtainCode(sandbox),
      client_id: sandbox.clientId,
      client_secret: sandbox.clientSecret,
      redirect_uri: callback,
    };
  }

  describe('exchange of a code', () => {
    it('answers with the eight fields of a token response', async () => {
      const code = await obtainCode(sandbox, {}, 'globex-retail');
      const response = await postToken(sandbox, { grant_type: 'authorization_code', code });
      assert.equal(response.headers.get('cache-control'), 'no-store');
      const tokens = await tokensOf(response);
      assert.equal(tokens.expires_in, 1800);
      assert.equal(tokens.scope, 'tag,people_std');
      assert.equal(tokens.tenant_id, 'globex-retail');
      assert.equal(tokens.user_id, 'hr-administrator');
    });

    it('takes a code once', async () => {
      const code = await obtainCode(sandbox);
      await tokensOf(await postToken(sandbox, { grant_type: 'authorization_code', code }));
      const again = await postToken(sandbox, { grant_type: 'authorization_code', code });
      await assertRefused(again, 'invalid_grant');
      assert.equal(lastReason(), 'reused');
    });

    it('takes a code for five minutes', async () => {
      const [inTime, late] = [await obtainCode(sandbox), await obtainCode(sandbox)];
      clock += 5 * 60_000 - 1;
      const first = await postToken(sandbox, { grant_type: 'authorization_code', code: inTime });
      assert.equal(first.status, 200);
      clock += 1;
      const second = await postToken(sandbox, { grant_type: 'authorization_code', code: late });
      await assertRefused(second, 'invalid_grant');
      assert.equal(lastReason(), 'expired');
    });

    it('refuses a redirect URI other than the one at authorization', async () => {
      const code = await obtainCode(sandbox);
      const response = await postToken(sandbox, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: 'http://127.0.0.1:53682/callback',
      });
      await assertRefused(response, 'invalid_grant');
      assert.equal(lastReason(), 'redirect_uri');
    });

    it('refuses an unknown code', async () => {
      const response = await postToken(sandbox, { grant_type: 'authorization_code', code: 'x' });
      await assertRefused(response, 'invalid_grant');
      assert.equal(lastReason(), 'unknown');
    });
  });

  describe('refresh', () => {
    it('issues a new access token and a new refresh token, and refuses the old one', async () => {
      const first = await signIn(sandbox);
      const second = await tokensOf(await refresh(sandbox, first.refresh_token));
      assert.notEqual(second.access_token, first.access_token);
      assert.notEqual(second.refresh_token, first.refresh_token);
      assert.notEqual(second.jti, first.jti);
      assert.equal(second.tenant_id, first.tenant_id);
      await assertRefused(await refresh(sandbox, first.refresh_token), 'invalid_grant');
      assert.equal(lastReason(), 'reused');
      assert.equal((await refresh(sandbox, second.refresh_token)).status, 200);
    });

    it('revokes the newest refresh token on reuse, if the option says so', async () => {
      sandbox.control.setOption({ refreshTokenReuse: 'revoke' });
      const [first, other] = [await signIn(sandbox), await signIn(sandbox)];
      const second = await tokensOf(await refresh(sandbox, first.refresh_token));
      await assertRefused(await refresh(sandbox, first.refresh_token), 'invalid_grant');
      await assertRefused(await refresh(sandbox, second.refresh_token), 'invalid_grant');
      assert.equal(lastReason(), 'revoked');
      assert.equal((await refresh(sandbox, other.refresh_token)).status, 200);
    });

    it('lets a refresh token live 30 days', async () => {
      const [first, second] = [await signIn(sandbox), await signIn(sandbox)];
      clock += 30 * 86_400_000 - 1;
      assert.equal((await refresh(sandbox, first.refresh_token)).status, 200);
      clock += 1;
      await assertRefused(await refresh(sandbox, second.refresh_token), 'invalid_grant');
      assert.equal(lastReason(), 'expired');
    });

    it('refuses another redirect URI and does not use the token up by that', async () => {
      const { refresh_token: refreshToken } = await signIn(sandbox);
      const response = await postToken(sandbox, {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        redirect_uri: 'http://127.0.0.1:53682/callback',
      });
      await assertRefused(response, 'invalid_grant');
      assert.equal((await refresh(sandbox, refreshToken)).status, 200);
    });

    it('answers one of many parallel requests with the same token', async () => {
      const { refresh_token: refreshToken } = await signIn(sandbox);
      const answers = await Promise.all(
        Array.from({ length: 10 }, async () => await refresh(sandbox, refreshToken)),
      );
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    });
  });

  it('lets an access token live for the lifetime that expires_in names', async () => {
    sandbox.control.setOption({ accessTokenTtl: 5 });
    const tokens = await signIn(sandbox);
    assert.equal(tokens.expires_in, 5);
    clock += 4999;
    assert.equal((await callApi(sandbox, tokens.access_token, '/v1/test/index')).status, 200);
    clock += 1;
    assert.equal((await callApi(sandbox, tokens.access_token, '/v1/test/index')).status, 401);
  });

  it('separates scopes by spaces if the option says so', async () => {
    sandbox.control.setOption({ scopeSeparator: 'space' });
    assert.equal((await signIn(sandbox)).scope, 'tag people_std');
  });

  describe('requests that are refused', () => {
    const grants = {
      authorization_code: ['code', 'client_id', 'client_secret', 'redirect_uri'],
      refresh_token: ['refresh_token', 'client_id', 'client_secret', 'redirect_uri'],
    };
    for (const [grantType, fields] of Object.entries(grants)) {
      for (const field of fields) {
        it(`${grantType} without ${field}`, async () => {
          const complete = {
            grant_type: grantType,
            ...(grantType === 'refresh_token' ? { refresh_token: 'x' } : { code: 'x' }),
          };
          for (const value of [undefined, '']) {
            const response = await postToken(sandbox, { ...complete, [field]: value });
            await assertRefused(response, 'invalid_request');
          }
        });
      }
    }

    it('a missing and an unknown grant type', async () => {
      await assertRefused(await postToken(sandbox, {}), 'invalid_request');
      const response = await postToken(sandbox, { grant_type: 'password' });
      await assertRefused(response, 'unsupported_grant_type');
    });

    it('a wrong client id or secret, before the code is looked at', async () => {
      const code = await obtainCode(sandbox);
      const request = { grant_type: 'authorization_code', code };
      for (const wrong of [
        { client_id: 'someone' },
        { client_secret: 'wrong' },
        { client_secret: `${sandbox.clientSecret}x` },
      ]) {
        const response = await postToken(sandbox, { ...request, ...wrong });
        await assertRefused(response, 'invalid_client');
      }
      assert.equal((await postToken(sandbox, request)).status, 200);
    });

    it('every content type but multipart/form-data', async () => {
      const fields = await codeFields();
      const url = `${sandbox.baseUrl}/auth/oauth/token`;
      const json = { 'content-type': 'application/json' };
      const bodies: RequestInit[] = [
        { body: new URLSearchParams(fields) },
        { body: JSON.stringify(fields), headers: json },
        { body: new URLSearchParams(fields).toString() },
        {},
      ];
      for (const init of bodies) {
        assert.equal((await fetch(url, { method: 'POST', ...init })).status, 415);
        assert.equal(lastReason(), 'content_type');
      }
      assert.equal((await postToken(sandbox, fields)).status, 200);
    });

    it('a form that is broken, repeats a field, or holds a file', async () => {
      const url = `${sandbox.baseUrl}/auth/oauth/token`;
      const headers = { 'content-type': 'multipart/form-data' };
      await assertRefused(
        await fetch(url, { method: 'POST', body: 'x', headers }),
        'invalid_request',
      );
      const fields = await codeFields();
      const repeated = formOf(fields);
      repeated.append('code', fields.code);
      await assertRefused(await fetch(url, { method: 'POST', body: repeated }), 'invalid_request');
      const withFile = formOf(fields);
      withFile.append('more', new Blob(['x']), 'x.txt');
      await assertRefused(await fetch(url, { method: 'POST', body: withFile }), 'invalid_request');
      await tokensOf(await fetch(url, { method: 'POST', body: formOf(fields) }));
    });
  });

  it('takes a form without a content length', async () => {
    const { body, headers } = new Response(formOf(await codeFields()));
    const response = await fetch(`${sandbox.baseUrl}/auth/oauth/token`, {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
    });
    await tokensOf(response);
  });

  describe('the shape of a refusal', () => {
    it('envelope: HTTP 200 and a code other than 0', async () => {
      sandbox.control.setOption({ tokenErrors: 'envelope' });
      const response = await refresh(sandbox, 'unknown');
      assert.equal(response.status, 200);
      assert.notEqual((await envelopeOf(response)).code, 0);
    });

    it('envelope4xx: HTTP 400 and a code other than 0', async () => {
      sandbox.control.setOption({ tokenErrors: 'envelope4xx' });
      const response = await refresh(sandbox, 'unknown');
      assert.equal(response.status, 400);
      assert.notEqual((await envelopeOf(response)).code, 0);
    });

    it('envelope, with a code that the options set for refresh tokens: leaves open what it means', async () => {
      sandbox.control.setOption({ tokenErrors: 'envelope', tokenErrorCode: 40_001 });
      const { code, message } = await envelopeOf(await refresh(sandbox, 'unknown'));
      assert.deepEqual([code, message], [40_001, 'refresh token']);
      const grant = { grant_type: 'authorization_code', code: 'unknown' };
      const other = await envelopeOf(await postToken(sandbox, grant));
      assert.match(other.message, /^invalid_grant/);
    });

    it('empty: HTTP 400 and no body', async () => {
      sandbox.control.setOption({ tokenErrors: 'empty' });
      const response = await refresh(sandbox, 'unknown');
      assert.equal(response.status, 400);
      assert.equal(await response.text(), '');
    });

    it('html: HTTP 400 and a page', async () => {
      sandbox.control.setOption({ tokenErrors: 'html' });
      const response = await refresh(sandbox, 'unknown');
      assert.equal(response.status, 400);
      assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
    });
  });

  it('keeps a journal without secrets', async () => {
    const tokens = await signIn(sandbox);
    await refresh(sandbox, tokens.refresh_token);
    await refresh(sandbox, tokens.refresh_token);
    const whose = { tenantId: 'acme-europe', userId: 'hr-administrator', at: clock };
    assert.deepEqual(sandbox.control.tokenCalls(), [
      { grantType: 'authorization_code', outcome: 'ok', ...whose },
      { grantType: 'refresh_token', outcome: 'ok', ...whose },
      { grantType: 'refresh_token', outcome: 'refused', reason: 'reused', ...whose },
    ]);
  });
});
