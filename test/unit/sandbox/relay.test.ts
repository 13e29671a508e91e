import assert from 'node:assert/strict';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { authorizeUrl, locationOf, press } from './sandboxClient.ts';

function stateFor(returnAddress: string): string {
  return `random.${Buffer.from(returnAddress).toString('base64url')}`;
}

describe('sandbox: relay', () => {
  let sandbox: Sandbox;

  before(async () => {
    sandbox = await startSandbox({ labels: 1, relayOrigins: ['https://code.example.com'] });
  });
  after(async () => {
    await sandbox.close();
  });

  async function callRelay(parameters: Readonly<Record<string, string>>): Promise<Response> {
    const query = new URLSearchParams(parameters);
    return await fetch(`${sandbox.baseUrl}/relay?${query.toString()}`, { redirect: 'manual' });
  }

  const allowed = [
    'vscode://workforce-tools.workforce-labels/callback?windowId=3',
    'vscode-insiders://workforce-tools.workforce-labels/callback?x=1',
    'code-oss://workforce-tools.workforce-labels/callback?x=1',
    'http://127.0.0.1:8080/stable/callback?vscode-reqid=1&vscode-path=%2Fa%20b',
    'http://localhost:8080/callback?x=1',
    'http://[::1]:8080/callback?x=1',
    'https://code.example.com/stable/callback?x=1',
  ];
  for (const returnAddress of allowed) {
    it(`forwards to ${returnAddress}`, async () => {
      const state = stateFor(returnAddress);
      const response = await callRelay({ code: 'c+d', state });
      assert.equal(response.status, 303);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.equal(
        response.headers.get('location'),
        `${returnAddress}&${new URLSearchParams({ code: 'c+d', state }).toString()}`,
      );
    });
  }

  it('adds a query if the return address has none, and passes an error on', async () => {
    const state = stateFor('http://127.0.0.1:8080/callback');
    const response = await callRelay({ error: 'access_denied', state });
    assert.equal(
      response.headers.get('location'),
      `http://127.0.0.1:8080/callback?error=access_denied&state=${state}`,
    );
  });

  const refused = {
    'another origin': stateFor('https://example.invalid/'),
    'an allowed host with another port': stateFor('https://code.example.com:444/'),
    'an allowed host without encryption': stateFor('http://code.example.com/'),
    'a host that begins like loopback': stateFor('http://127.0.0.1.example.invalid/'),
    'a user name that looks like loopback': stateFor('http://127.0.0.1@example.invalid/'),
    'a password on loopback': stateFor('http://a:b@127.0.0.1/'),
    'a script': stateFor('javascript:alert(1)'),
    'a data address': stateFor('data:text/html,x'),
    'a file': stateFor('file:///etc/hosts'),
    'an unknown scheme': stateFor('vscodes://workforce-tools.workforce-labels/'),
    'a relative address': stateFor('/callback'),
    'a fragment': stateFor('http://127.0.0.1:8080/callback#x'),
    'no return address': 'random',
    'the return address alone': Buffer.from('http://127.0.0.1:8080/').toString('base64url'),
    'an empty one': 'random.',
    'one that is not base64url': 'random.a+b=',
    'the address before the last dot': `${stateFor('http://127.0.0.1:8080/')}.more`,
  };
  for (const [name, state] of Object.entries(refused)) {
    it(`refuses ${name}, and shows no link`, async () => {
      const response = await callRelay({ code: 'secret-code', state });
      assert.equal(response.status, 400);
      assert.equal(response.headers.get('location'), null);
      const page = await response.text();
      assert.match(page, /cannot return you to VS Code/);
      assert.doesNotMatch(page, /href|example\.|secret-code/);
    });
  }

  it('refuses a missing and a repeated state', async () => {
    assert.equal((await callRelay({ code: 'x' })).status, 400);
    const state = stateFor('http://127.0.0.1:8080/callback');
    const twice = await fetch(`${sandbox.baseUrl}/relay?state=${state}&state=${state}`, {
      redirect: 'manual',
    });
    assert.equal(twice.status, 400);
  });

  it('ends the way from the authorize page at the return address', async () => {
    const state = stateFor('http://127.0.0.1:8080/callback?vscode-reqid=7');
    const url = authorizeUrl(sandbox, { redirect_uri: `${sandbox.baseUrl}/relay`, state });
    const relay = locationOf(await press(url, 'approve'), url);
    const end = locationOf(await fetch(relay, { redirect: 'manual' }), relay);
    assert.equal(end.host, '127.0.0.1:8080');
    assert.deepEqual([...end.searchParams.keys()], ['vscode-reqid', 'code', 'state']);
    assert.equal(end.searchParams.get('state'), state);
  });
});
