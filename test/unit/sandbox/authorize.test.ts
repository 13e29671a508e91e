import assert from 'node:assert/strict';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { authorizeUrl, callback, locationOf, obtainCode, press } from './sandboxClient.ts';

describe('sandbox: authorize page', () => {
  let sandbox: Sandbox;
  const furtherRedirect = 'http://127.0.0.1:4000/back?kept=%20yes&x';

  before(async () => {
    sandbox = await startSandbox({ labels: 1, users: 3, redirectUris: [furtherRedirect] });
  });
  after(async () => {
    await sandbox.close();
  });

  describe('the page', () => {
    it('offers users, tenants, the scopes with their explanations and two buttons', async () => {
      const response = await fetch(authorizeUrl(sandbox, { scope: 'cost_center,people_std' }));
      assert.equal(response.status, 200);
      assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
      const page = await response.text();
      for (const id of [...sandbox.control.userIds(), ...sandbox.control.tenantIds()]) {
        assert.ok(page.includes(`value="${id}"`), id);
      }
      assert.match(page, /Cost center info/);
      assert.match(page, /People, standard fields/);
      assert.doesNotMatch(page, /Payroll info/);
      assert.match(page, /value="approve">Approve<\/button>/);
      assert.match(page, /value="deny">Deny<\/button>/);
      assert.ok(page.includes(sandbox.clientId));
    });

    it('is not kept, not framable, and runs no script', async () => {
      const { headers } = await fetch(authorizeUrl(sandbox));
      const policy = headers.get('content-security-policy') ?? '';
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /script-src|unsafe-inline/);
    });

    it('holds no absolute address of its own, so that it works below a path prefix', async () => {
      const page = await (await fetch(authorizeUrl(sandbox))).text();
      assert.doesNotMatch(page, /(?:href|src|action)=/);
    });

    it('lets its form be redirected to the redirect URI alone', async () => {
      const returnAddress = 'http://localhost:8123/callback';
      const state = `x.${Buffer.from(returnAddress).toString('base64url')}`;
      const relay = `${sandbox.baseUrl}/relay`;
      const cases = [
        [callback, 's', "'self' vscode:"],
        [furtherRedirect, 's', "'self' http://127.0.0.1:4000"],
        [relay, state, "'self' http://localhost:8123"],
        [relay, 'no address', "'self'"],
      ] as const;
      for (const [redirectUri, stateOfCase, wanted] of cases) {
        const url = authorizeUrl(sandbox, { redirect_uri: redirectUri, state: stateOfCase });
        const policy = (await fetch(url)).headers.get('content-security-policy') ?? '';
        assert.equal(/form-action ([^;]+)$/.exec(policy)?.[1], wanted);
      }
    });

    it('escapes what comes from outside', async () => {
      const hostile = '"><script>alert(1)</script>';
      const url = authorizeUrl(sandbox, { state: hostile });
      assert.ok(!(await (await fetch(url)).text()).includes(hostile));
      const again = await press(url, 'approve', hostile, hostile);
      assert.equal(again.status, 422);
      assert.ok(!(await again.text()).includes(hostile));
    });
  });

  describe('requests that cannot be trusted', () => {
    const cases = {
      'no client_id': { client_id: undefined },
      'an unknown client_id': { client_id: 'someone' },
      'no redirect_uri': { redirect_uri: undefined },
      'an unknown redirect_uri': { redirect_uri: 'https://example.invalid/callback' },
      'a redirect_uri with one more slash': { redirect_uri: `${callback}/` },
      'a redirect_uri with another case': { redirect_uri: callback.replace('vscode', 'VSCODE') },
      'a redirect_uri with a query': { redirect_uri: `${callback}?x=1` },
    };
    for (const [name, changes] of Object.entries(cases)) {
      it(`shows an error page and does not redirect: ${name}`, async () => {
        for (const method of ['GET', 'POST']) {
          const url = authorizeUrl(sandbox, changes);
          const response = await fetch(url, { method, redirect: 'manual' });
          assert.equal(response.status, 400);
          assert.equal(response.headers.get('location'), null);
          assert.match(await response.text(), /cannot be approved/);
        }
      });
    }

    it('shows an error page when redirect_uri is given twice', async () => {
      const url = authorizeUrl(sandbox);
      url.searchParams.append('redirect_uri', callback);
      assert.equal((await fetch(url, { redirect: 'manual' })).status, 400);
    });
  });

  describe('requests that are wrong otherwise', () => {
    const cases = [
      ['no response_type', { response_type: undefined }, 'invalid_request'],
      ['another response_type', { response_type: 'token' }, 'unsupported_response_type'],
      ['no scope', { scope: undefined }, 'invalid_request'],
      ['an empty scope', { scope: '' }, 'invalid_request'],
      ['an unknown scope', { scope: 'tag,everything' }, 'invalid_scope'],
      ['scopes separated by spaces', { scope: 'tag people' }, 'invalid_scope'],
    ] as const;
    for (const [name, changes, error] of cases) {
      it(`redirects with ${error} and the state: ${name}`, async () => {
        const url = authorizeUrl(sandbox, { ...changes, state: 'my state' });
        const target = locationOf(await fetch(url, { redirect: 'manual' }), url);
        assert.ok(target.href.startsWith(`${callback}?`));
        assert.equal(target.searchParams.get('error'), error);
        assert.equal(target.searchParams.get('state'), 'my state');
        assert.equal(target.searchParams.has('code'), false);
      });
    }

    it('redirects with invalid_scope for a scope that the app has lost, and for no other', async () => {
      sandbox.control.setOption({ lostScopes: ['people'] });
      const url = authorizeUrl(sandbox, { scope: 'tag,people' });
      const target = locationOf(await fetch(url, { redirect: 'manual' }), url);
      assert.equal(target.searchParams.get('error'), 'invalid_scope');
      assert.equal((await fetch(authorizeUrl(sandbox, { scope: 'tag' }))).status, 200);
      sandbox.control.setOption({ lostScopes: [] });
    });

    it('redirects with invalid_request and no state if the request had none', async () => {
      const url = authorizeUrl(sandbox, { state: undefined });
      const target = locationOf(await fetch(url, { redirect: 'manual' }), url);
      assert.equal(target.search, '?error=invalid_request');
    });
  });

  describe('the decision', () => {
    it('redirects with code and the unchanged state on Approve', async () => {
      const state = 'ä +%2B&=#\n😀';
      const url = authorizeUrl(sandbox, { state });
      const response = await press(url, 'approve');
      assert.equal(response.headers.get('cache-control'), 'no-store');
      const target = locationOf(response, url);
      assert.ok(target.href.startsWith(`${callback}?`));
      assert.deepEqual([...target.searchParams.keys()].sort(), ['code', 'state']);
      assert.equal(target.searchParams.get('state'), state);
    });

    it('keeps the query that the redirect URI has', async () => {
      const url = authorizeUrl(sandbox, { redirect_uri: furtherRedirect });
      const target = locationOf(await press(url, 'approve'), url);
      assert.ok(target.href.startsWith(`${furtherRedirect}&code=`));
    });

    it('redirects with access_denied and the state on Deny', async () => {
      const url = authorizeUrl(sandbox, { state: 'mine' });
      const target = locationOf(await press(url, 'deny'), url);
      assert.equal(target.search, '?error=access_denied&state=mine');
    });

    it('goes to the own relay by a relative address', async () => {
      const url = authorizeUrl(sandbox, { redirect_uri: `${sandbox.baseUrl}/relay` });
      const response = await press(url, 'approve');
      assert.match(response.headers.get('location') ?? '', /^\.\.\/\.\.\/relay\?code=/);
      const below = new URL(`http://example.invalid/proxy/4711${url.pathname}`);
      assert.equal(locationOf(response, below).pathname, '/proxy/4711/relay');
    });

    it('shows the page again, with the reason, for a tenant the user does not belong to', async () => {
      const url = authorizeUrl(sandbox);
      const users = sandbox.control.userIds();
      const tenants = sandbox.control.tenantIds();
      const response = await press(url, 'approve', users.at(-1), tenants.at(-1));
      assert.equal(response.status, 422);
      const page = await response.text();
      assert.match(page, /role="alert">[^<]+ does not belong to /);
      assert.match(page, new RegExp(`value="${tenants.at(-1)}" selected`));
      for (const tenant of tenants) {
        const other = await press(url, 'approve', users[0], tenant);
        assert.equal(other.status, 303);
      }
    });

    it('shows the page again for a post without a decision', async () => {
      assert.equal((await press(authorizeUrl(sandbox), 'maybe')).status, 422);
    });

    it('issues a new code each time', async () => {
      assert.notEqual(await obtainCode(sandbox), await obtainCode(sandbox));
    });
  });
});
