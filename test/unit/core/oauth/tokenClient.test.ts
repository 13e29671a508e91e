import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { isClientSecret, isRefreshTokenValue } from '../../../../src/core/account/tokens.ts';
import { HttpTransport } from '../../../../src/core/api/transport.ts';
import { systemClock } from '../../../../src/core/async/clock.ts';
import { parseBaseUrl } from '../../../../src/core/connections/parseBaseUrl.ts';
import { AppError } from '../../../../src/core/errors/appError.ts';
import { RateLimitedError } from '../../../../src/core/errors/rateLimitedError.ts';
import { ResponseSchemaError } from '../../../../src/core/errors/responseSchemaError.ts';
import { TokenEndpointError } from '../../../../src/core/errors/tokenEndpointError.ts';
import { LiveSecrets } from '../../../../src/core/log/liveSecrets.ts';
import { TokenClient, type RefreshGrant } from '../../../../src/core/oauth/tokenClient.ts';
import type { RefreshResponse } from '../../../../src/core/oauth/tokenResponse.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { MockedOrigin } from '../../../support/mockedOrigin.ts';
import {
  withSessionEnvironment,
  type SessionEnvironment,
} from '../../../support/sessionEnvironment.ts';
import { redirectUri } from '../../../support/sessionFixture.ts';

function grantOf(environment: SessionEnvironment, refreshToken: string): RefreshGrant {
  const { connection } = environment.openWindow();
  const { baseUrl, clientId } = connection;
  const { clientSecret } = environment.sandbox;
  assert.ok(isClientSecret(clientSecret) && isRefreshTokenValue(refreshToken));
  return { baseUrl, clientId, clientSecret, redirectUri, refreshToken };
}

async function signedInGrant(environment: SessionEnvironment): Promise<RefreshGrant> {
  const window = environment.openWindow();
  const { account } = await window.signIn();
  return grantOf(environment, (await window.stored(account.id)).refreshToken);
}

/** The answer to a refresh that has these bytes, each character of `body` being one. */
async function refreshAnswered(
  environment: SessionEnvironment,
  status: number,
  body: string,
): Promise<RefreshResponse> {
  const origin = new MockedOrigin();
  const baseUrl = parseBaseUrl(origin.url.origin);
  const bytes = Buffer.from(body, 'latin1');
  origin.pool.intercept({ path: '/auth/oauth/token', method: 'POST' }).reply(status, bytes);
  const options = { clock: systemClock, log: new CollectingLog(), timeout: () => 10_000 };
  const transport = new HttpTransport({ ...options, fetch: origin.fetch });
  const grant = { ...grantOf(environment, 'used'), baseUrl };
  return await new TokenClient(transport, () => [40_001], new LiveSecrets()).refresh(grant);
}

describe('TokenClient', () => {
  it('exchanges a refresh token for new tokens', async () => {
    await withSessionEnvironment({ accessTokenTtl: 77 }, async (environment) => {
      const grant = await signedInGrant(environment);
      const tokens = await environment.openWindow().tokenClient.refresh(grant);
      assert.notEqual(tokens.refreshToken, grant.refreshToken);
      assert.equal(tokens.expiresIn, 77);
      assert.deepEqual(tokens.scopes, ['tag']);
      assert.deepEqual([tokens.tenantId, tokens.userId], ['acme-europe', 'hr-administrator']);
    });
  });

  for (const [tokenErrors, outcome] of [
    ['oauth', 'refused'],
    ['envelope', 'refused'],
    ['envelope4xx', 'refused'],
    ['empty', 'doubtful'],
    ['html', 'doubtful'],
  ] as const) {
    it(`says that a grant is ${outcome}, expressed as ${tokenErrors}`, async () => {
      await withSessionEnvironment({ tokenErrors }, async (environment) => {
        const grant = await signedInGrant(environment);
        environment.sandbox.control.revokeRefreshTokens();
        await assert.rejects(
          environment.openWindow().tokenClient.refresh(grant),
          (error) => error instanceof TokenEndpointError && error.outcome === outcome,
        );
      });
    });
  }

  it('says where a redirect leads, which says nothing about the grant', async () => {
    const location = 'https://new.example.com/auth/oauth/token?from=old';
    await withSessionEnvironment({}, async (environment) => {
      const grant = await signedInGrant(environment);
      const gateway = [{ endpoint: 'token', status: 308, body: 'empty', location }] as const;
      environment.sandbox.control.setOption({ gateway: [...gateway] });
      await assert.rejects(
        environment.openWindow().tokenClient.refresh(grant),
        (error) =>
          error instanceof TokenEndpointError &&
          error.outcome === 'unavailable' &&
          error.message.startsWith(
            'The service has moved to https://new.example.com/auth/oauth/token, or',
          ),
      );
    });
  });

  for (const tokenErrors of ['oauth', 'envelope', 'envelope4xx'] as const) {
    it(`says that the client is refused, expressed as ${tokenErrors}`, async () => {
      await withSessionEnvironment({ tokenErrors }, async (environment) => {
        const clientSecret = 'wrong';
        assert.ok(isClientSecret(clientSecret));
        const grant = { ...(await signedInGrant(environment)), clientSecret };
        await assert.rejects(
          environment.openWindow().tokenClient.refresh(grant),
          (error) => error instanceof TokenEndpointError && error.outcome === 'clientRefused',
        );
      });
    });
  }

  it('keeps a long wait that the service asks for', async () => {
    await withSessionEnvironment({}, async (environment) => {
      environment.proxy.fault = { kind: 'answer', status: 429, headers: { 'retry-after': '90' } };
      await assert.rejects(
        environment.openWindow().tokenClient.refresh(grantOf(environment, 'x')),
        (error) => error instanceof RateLimitedError && error.retryAfterSeconds === 90,
      );
    });
  });

  it('does not understand a success that holds no tokens', async () => {
    await withSessionEnvironment({}, async (environment) => {
      for (const body of [
        '',
        '<html>Log in</html>',
        '{"access_token":',
        '{}',
        '{"code":0,"data":{}}',
      ]) {
        environment.proxy.fault = { kind: 'answer', status: 200, body };
        const refresh = environment.openWindow().tokenClient.refresh(grantOf(environment, 'x'));
        await assert.rejects(refresh, ResponseSchemaError);
      }
    });
  });

  it('keeps new tokens of an answer that cannot be decoded, and nothing else of it', async () => {
    await withSessionEnvironment({}, async (environment) => {
      const body = JSON.stringify({
        access_token: 'access',
        refresh_token: 'refresh',
        expires_in: '1799.5',
        scope: 'tag,P\xe9riode',
        tenant_id: 'Z\xfcrich',
        user_id: 'anna',
      });
      assert.deepEqual(await refreshAnswered(environment, 200, body), {
        accessToken: 'access',
        refreshToken: 'refresh',
        expiresIn: 1799.5,
        scopes: undefined,
        tenantId: undefined,
        userId: undefined,
      });
      const altered = '{"access_token":"access","refresh_token":"r\xe9"}';
      assert.equal((await refreshAnswered(environment, 200, altered)).refreshToken, undefined);
    });
  });

  it('keeps new tokens of an answer that was cut off, or that has something around it', async () => {
    await withSessionEnvironment({}, async (environment) => {
      const tokens = '"access_token": "access", "refresh_token":"refresh"';
      for (const body of [
        `{${tokens},"expires_in":17`,
        `{${tokens}`,
        `<br />\n<b>Warning</b>: x in y.php\n{${tokens},"expires_in":1799}`,
        `)]}',\n{${tokens}}`,
        `{${tokens}}<!-- 12 ms -->`,
      ]) {
        const { accessToken, refreshToken } = await refreshAnswered(environment, 200, body);
        assert.deepEqual([accessToken, refreshToken], ['access', 'refresh'], body);
      }
    });
  });

  it('keeps no access token of an answer that was cut off before the refresh token', async () => {
    await withSessionEnvironment({}, async (environment) => {
      for (const body of [
        '{"access_token":"access","refresh_tok',
        '{"access_token":"access","refresh_token":"refr',
        // The token that was sent, quoted in an error page.
        '<p>bad request: {"refresh_token":"used"}</p>',
      ]) {
        await assert.rejects(refreshAnswered(environment, 200, body), ResponseSchemaError, body);
      }
    });
  });

  it('understands a refusal whose text cannot be decoded', async () => {
    await withSessionEnvironment({}, async (environment) => {
      for (const [status, body] of [
        [400, '{"error":"invalid_grant","error_description":"abgelaufen f\xfcr immer"}'],
        [200, '{"code":40001,"message":"\xb9\xfd\xc6\xda"}'],
        [200, '{"code":"40001","message":"\xb9\xfd\xc6\xda"}'],
      ] as const) {
        await assert.rejects(
          refreshAnswered(environment, status, body),
          (error) => error instanceof TokenEndpointError && error.outcome === 'refused',
        );
      }
      for (const body of ['<p>sp\xe4ter</p>', '{"x":"\xe4', '{"x":"\xe4"}']) {
        await assert.rejects(
          refreshAnswered(environment, 200, body),
          (error) => error instanceof ResponseSchemaError && error.message.endsWith('utf-8'),
        );
      }
    });
  });

  it('takes a lifetime that is a moment for the time until then', async () => {
    await withSessionEnvironment({}, async (environment) => {
      const grant = await signedInGrant(environment);
      for (const unit of [1, 1000]) {
        const moment = Math.round((Date.now() / 1000 + 1800) * unit);
        environment.sandbox.control.setOption({ tokenFields: { expires_in: moment } });
        const window = environment.openWindow();
        const { account } = await window.signIn();
        const { expiresIn } = await window.stored(account.id);
        assert.ok(expiresIn > 1700 && expiresIn < 1900, String(expiresIn));
        const { refreshToken } = await window.stored(account.id);
        const renewed = await window.tokenClient.refresh({ ...grant, refreshToken });
        assert.ok((renewed.expiresIn ?? 0) > 1700 && (renewed.expiresIn ?? 0) < 1900);
      }
    });
  });

  it('signs nobody in by an answer that cannot be decoded, and names the charset', async () => {
    await withSessionEnvironment({ charset: 'iso-8859-1' }, async ({ openWindow, sandbox }) => {
      sandbox.control.setOption({ tokenFields: { tenant_name: 'Zürich' } });
      await assert.rejects(
        openWindow().signIn(),
        (error) => error instanceof ResponseSchemaError && error.message.endsWith('utf-8'),
      );
      sandbox.control.setOption({ contentType: 'application/json;charset=ISO-8859-1' });
      await openWindow().signIn();
    });
  });

  it('throws nothing but errors of the family, and shows no secret, whatever comes', async () => {
    const secret = 'SeCrEt0123456789';
    const text = fc.oneof(fc.string(), fc.constant(secret), fc.constant(`no ${secret}!`));
    const wild = fc.record(
      {
        error: text,
        error_description: text,
        code: fc.oneof(fc.integer(), text),
        message: text,
        access_token: text,
        token_type: fc.constantFrom('bearer', 'x'),
        refresh_token: text,
        expires_in: fc.oneof(fc.integer(), text),
        tenant_id: text,
        user_id: text,
      },
      { requiredKeys: [] },
    );
    const body = fc.oneof(
      text,
      fc.json(),
      fc.tuple(wild, fc.nat(80)).map(([value, end]) => JSON.stringify(value).slice(0, end)),
      wild.map((value) => JSON.stringify(value)),
    );
    await withSessionEnvironment({}, async (environment) => {
      // Thousands of answers, so not over the network.
      const origin = new MockedOrigin();
      const baseUrl = parseBaseUrl(origin.url.origin);
      const grant = { ...grantOf(environment, secret), baseUrl };
      const secrets = new LiveSecrets();
      secrets.note(secret);
      await fc.assert(
        fc.asyncProperty(body, fc.integer({ min: 200, max: 599 }), async (candidate, status) => {
          const noBody = status === 204 || status === 205 || status === 304;
          const path = '/auth/oauth/token';
          origin.pool.intercept({ path, method: 'POST' }).reply(status, noBody ? '' : candidate);
          const transport = new HttpTransport({
            fetch: origin.fetch,
            clock: systemClock,
            log: new CollectingLog(),
            timeout: () => 1000,
          });
          try {
            await new TokenClient(transport, () => [42], secrets).refresh(grant);
          } catch (error) {
            assert.ok(error instanceof AppError, String(error));
            const shown = `${error.message} ${JSON.stringify(error)}`;
            assert.ok(!shown.includes(secret), shown);
          }
        }),
        { numRuns: 1000 },
      );
    });
  });
});
