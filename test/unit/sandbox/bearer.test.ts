import assert from 'node:assert/strict';
import { endpoints } from '../../../src/sandbox/endpoints.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { callApi, envelopeOf, signIn } from './sandboxClient.ts';

describe('sandbox: bearer check', () => {
  let sandbox: Sandbox;
  let accessToken: string;

  before(async () => {
    sandbox = await startSandbox({ labels: 1 });
    ({ access_token: accessToken } = await signIn(sandbox));
  });
  after(async () => {
    await sandbox.close();
  });

  const wrongHeaders: Readonly<Record<string, (token: string) => string | undefined>> = {
    'no header': () => undefined,
    'no token': () => 'Bearer',
    'two spaces': (token) => `Bearer  ${token}`,
    'a tab': (token) => `Bearer\t${token}`,
    'no space': (token) => `Bearer${token}`,
    'another scheme': (token) => `Basic ${token}`,
    'lower case': (token) => `bearer ${token}`,
    'the bare token': (token) => token,
    'an unknown token': () => 'Bearer unknown',
    'something behind the token': (token) => `Bearer ${token} x`,
  };
  const requests = [
    ...endpoints
      .filter(({ path }) => path.startsWith('/api/'))
      .map(({ methods: [method], path }) => [method, path] as const),
    ['GET', '/api/v9/unknown'],
    ['GET', '/api'],
  ] as const;

  for (const [name, headerOf] of Object.entries(wrongHeaders)) {
    it(`refuses ${name} on every endpoint`, async () => {
      for (const [method, path] of requests) {
        const authorization = headerOf(accessToken);
        const response = await fetch(`${sandbox.baseUrl}${path}`, {
          method,
          headers: authorization === undefined ? {} : { authorization },
        });
        assert.equal(response.status, 401, `${method} ${path}`);
        assert.equal(response.headers.get('www-authenticate'), 'Bearer');
        assert.equal((await envelopeOf(response)).code, 401);
      }
    });
  }

  it('answers with HTTP 200 and envelope code 401 if the option says so', async () => {
    sandbox.control.setOption({ unauthorized: 'envelope' });
    try {
      const response = await callApi(sandbox, 'unknown', '/v1/test/index');
      assert.equal(response.status, 200);
      assert.equal((await envelopeOf(response)).code, 401);
    } finally {
      sandbox.control.setOption({ unauthorized: 'http' });
    }
  });

  it('refuses with the envelope code that the option names', async () => {
    sandbox.control.setOption({ unauthorized: 'envelope', unauthorizedCode: 10_086 });
    try {
      const response = await callApi(sandbox, 'unknown', '/v1/test/index');
      assert.equal(response.status, 200);
      assert.equal((await envelopeOf(response)).code, 10_086);
    } finally {
      sandbox.control.setOption({ unauthorized: 'http', unauthorizedCode: 401 });
    }
  });

  it('lets a good token through to the test endpoint', async () => {
    const response = await callApi(sandbox, accessToken, '/v1/test/index');
    assert.equal(response.status, 200);
    assert.deepEqual(await envelopeOf(response), {
      code: 0,
      message: 'success',
      data: {
        tenantId: 'acme-europe',
        userId: 'hr-administrator',
        scopes: ['tag', 'people_std'],
      },
    });
  });

  it('answers an unknown path with HTTP 404 and envelope code 404', async () => {
    for (const path of ['/v9/unknown', '']) {
      const response = await callApi(sandbox, accessToken, path);
      assert.equal(response.status, 404);
      assert.equal((await envelopeOf(response)).code, 404);
    }
  });
});
