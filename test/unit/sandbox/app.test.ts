import assert from 'node:assert/strict';
import { createApp } from '../../../src/sandbox/app.ts';
import { createDirectory } from '../../../src/sandbox/directory.ts';
import { endpoints } from '../../../src/sandbox/endpoints.ts';
import { GrantStore } from '../../../src/sandbox/grants.ts';
import { LabelStore } from '../../../src/sandbox/labelStore.ts';
import { LiveOptions, sandboxOptionsSchema } from '../../../src/sandbox/options.ts';
import { RequestJournal } from '../../../src/sandbox/requestJournal.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { callApi, envelopeOf, signIn } from './sandboxClient.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Returns an update of so many bytes. */
function bodyOf(size: number): string {
  return JSON.stringify({ id: 'x'.repeat(size - '{"id":""}'.length) });
}

/** Returns the routes of the service with their methods, but for those of middleware. */
function routes(): readonly string[] {
  const options = sandboxOptionsSchema.parse({});
  const liveOptions = new LiveOptions(options);
  const app = createApp(
    {
      app: { clientId: '', clientSecret: '', redirectUris: [], relayUri: '' },
      options: liveOptions,
      directory: createDirectory(options.tenants, options.users),
      grants: new GrantStore(liveOptions, Date.now),
      labels: new LabelStore(liveOptions, Date.now),
      journal: new RequestJournal(),
      now: Date.now,
    },
    new AbortController().signal,
  );
  return app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`);
}

describe('sandbox: methods and bodies', () => {
  let sandbox: Sandbox;

  before(async () => {
    sandbox = await startSandbox({ labels: 1 });
  });
  after(async () => {
    await sandbox.close();
  });

  it('routes what its table of endpoints lists, and nothing else', () => {
    // Hono answers HEAD by the route of GET.
    const listed = endpoints.flatMap(({ methods: allowed, path }) =>
      allowed.filter((method) => method !== 'HEAD').map((method) => `${method} ${path}`),
    );
    assert.deepEqual(
      routes().toSorted(),
      listed.toSorted(),
      'Each route needs its row in src/sandbox/endpoints.ts, which says what gets HTTP 405 and is counted.',
    );
  });

  for (const { methods: allowed, path } of endpoints) {
    const allow = allowed.join(', ');
    it(`allows ${allow} alone for ${path}`, async () => {
      for (const method of methods) {
        const response = await fetch(`${sandbox.baseUrl}${path}`, { method });
        if (new Set<string>(allowed).has(method)) {
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
