import assert from 'node:assert/strict';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { callApi, envelopeOf, signIn } from './sandboxClient.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Returns an update of so many bytes. */
function bodyOf(size: number): string {
  return JSON.stringify({ id: 'x'.repeat(size - '{"id":""}'.length) });
}

describe('sandbox: methods and bodies', () => {
  let sandbox: Sandbox;

  before(async () => {
    sandbox = await startSandbox({ labels: 1 });
  });
  after(async () => {
    await sandbox.close();
  });

  for (const [path, allow] of Object.entries({
    '/auth/oauth/authorize': 'GET, HEAD, POST',
    '/auth/oauth/token': 'POST',
    '/api/v1/test/index': 'GET, HEAD',
    '/api/v2/label/list': 'GET, HEAD',
    '/api/v2/label/update': 'POST',
    '/relay': 'GET, HEAD',
  })) {
    it(`allows ${allow} alone for ${path}`, async () => {
      for (const method of methods) {
        const response = await fetch(`${sandbox.baseUrl}${path}`, { method });
        if (allow.split(', ').includes(method)) {
          assert.notEqual(response.status, 405, method);
        } else {
          assert.equal(response.status, 405, method);
          assert.equal(response.headers.get('allow'), allow);
          assert.ok(method === 'HEAD' || (await envelopeOf(response)).code === 405);
        }
      }
    });
  }

  it('refuses bodies of more than 1 MiB, with a content length and without', async () => {
    const { access_token: accessToken } = await signIn(sandbox);
    const call = async (size: number, asStream: boolean): Promise<Response> =>
      await callApi(sandbox, accessToken, '/v2/label/update', {
        method: 'POST',
        ...(asStream
          ? { body: new Blob([bodyOf(size)]).stream(), duplex: 'half' }
          : { body: bodyOf(size) }),
      });
    for (const asStream of [false, true]) {
      const accepted = await call(1_048_576, asStream);
      assert.equal((await envelopeOf(accepted)).code, 404);
      const refused = await call(1_048_577, asStream);
      assert.equal(refused.status, 413);
      assert.equal((await envelopeOf(refused)).code, 413);
    }
  });
});
