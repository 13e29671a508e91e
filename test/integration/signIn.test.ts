import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import * as fc from 'fast-check';
import * as vscode from 'vscode';
import { CallbackUriHandler } from '../../src/authentication/callbackUriHandler.ts';
import { listenForRedirect } from '../../src/authentication/redirectListener.ts';
import { systemClock } from '../../src/core/async/clock.ts';
import { parseCallback } from '../../src/core/oauth/callback.ts';
import { callbackUri, commandIds } from '../../src/ids.ts';
import { freePort } from '../host/freePort.ts';
import { testEnvironment } from './environment.ts';
import { eventually } from './eventually.ts';
import { person } from './person.ts';
import {
  accountLabels,
  administrator,
  integrator,
  Service,
  setConnection,
  signIn,
} from './service.ts';
import { untilNotified } from './untilNotified.ts';

/** Holds every character that has a meaning in an address, and what looks like an escaped one. */
const oddClientId = 'a+b&c#d%e=f%41 ü';

describe('a sign-in', () => {
  let service: Service;
  let port: number;

  before(async () => {
    port = await freePort();
    service = await Service.start({
      clientId: oddClientId,
      redirectUris: [redirectUri()],
    });
    await useRedirectUri(redirectUri());
  });

  after(async () => {
    await service.stop();
  });

  beforeEach(async () => {
    // Suites before have signed accounts out, of which VS Code may tell late.
    await person.clearNotifications();
  });

  function redirectUri(): string {
    return `http://127.0.0.1:${port}/back?a=1&b=2%26&c=%2B`;
  }

  async function useRedirectUri(uri: string): Promise<void> {
    await setConnection(service.baseUrl, service.sandbox, uri);
  }

  /** How many authorize pages have been opened. */
  function authorizePages(): number {
    return service.requests('GET /auth/oauth/authorize');
  }

  it('opens the address as it was built, byte for byte', async () => {
    await signIn(administrator, service.sandbox.clientSecret);
    assert.deepEqual(await accountLabels(), [service.authenticationLabel(administrator)]);
    const received = await receivedQuery();
    const built = new URLSearchParams({
      response_type: 'code',
      client_id: oddClientId,
      scope: new URLSearchParams(received).get('scope') ?? '',
      redirect_uri: redirectUri(),
      state: new URLSearchParams(received).get('state') ?? '',
    });
    assert.equal(received, built.toString());
  });

  it('gets every code through the relay and the URI handler of VS Code in a browser', async () => {
    service.sandbox.control.setOption({ oddCodes: true });
    // What the sandbox takes for its own relay has its own address.
    await setConnection(
      service.sandbox.baseUrl,
      service.sandbox,
      `${service.sandbox.baseUrl}/relay`,
    );
    await signIn(integrator, service.sandbox.clientSecret);
    assert.equal((await accountLabels()).length, 2);
    service.sandbox.control.setOption({ oddCodes: false });
    await useRedirectUri(redirectUri());
  });

  it('gets every code through the URI handler of VS Code on the desktop, which decodes the query', async () => {
    const received: string[] = [];
    const handler = new CallbackUriHandler(
      {
        finish: async (callback) => {
          received.push(callback);
          return await Promise.resolve('handled');
        },
      },
      async (error) => assert.fail(String(error)),
      vscode.UIKind.Desktop,
    );
    const printable = fc.string({
      unit: fc.constantFrom(...Array.from('%#+=?/ abAB012&'), '%41', '%23', '%25', '&&'),
      minLength: 1,
    });
    await fc.assert(
      fc.asyncProperty(printable, printable, async (code, session) => {
        // Decoded, an ampersand before a name and an equals sign is like one between two parameters.
        fc.pre(![code, session].some((text) => /&[\w.-]+=|&error$/i.test(`${text}&`)));
        const parameters = { code, state: 'S_t-ate.x', session_state: session };
        const query = Object.entries(parameters).map(
          ([name, value]) => `${name}=${encodeURIComponent(value)}`,
        );
        const address = `${callbackUri('vscode')}?${query.join('&')}`;
        await handler.handleUri(vscode.Uri.parse(address));
        const callback = parseCallback(received.pop() ?? '');
        assert.deepEqual(Object.fromEntries(callback.parameters), parameters);
      }),
      { numRuns: 500 },
    );
  });

  it('ends for an error without state, if it is the only one', async () => {
    service.sandbox.control.setOption({ errorsWithoutState: true });
    const done = vscode.commands.executeCommand(commandIds.signIn);
    await person.decide({ decision: 'deny' });
    await person.clickNotification('Sign-in was refused on the authorization page.', 'Cancel');
    await done;
    service.sandbox.control.setOption({ errorsWithoutState: false });
  });

  it('takes the port over from one that still waits, whose late answer is not used', async () => {
    const opened = authorizePages();
    const first = vscode.commands.executeCommand(commandIds.signIn);
    await eventually(() => assert.equal(authorizePages(), opened + 1));
    const second = vscode.commands.executeCommand(commandIds.signIn);
    await eventually(() => assert.equal(authorizePages(), opened + 2));
    await first;
    // VS Code takes the notification of the one that has ended away a little later.
    await eventually(async () => {
      const [waiting, ...others] = await person.notifications();
      assert.match(waiting ?? '', /Approve in the browser/);
      assert.deepEqual(others, []);
    });
    const calls = service.sandbox.control.tokenCalls().length;
    // The tab of the first one.
    await person.decide({ decision: 'approve', ...integrator });
    await eventually(async () => {
      const texts = await person.notifications();
      assert.ok(texts.some((text) => text.includes('Another one is still waiting')));
    });
    await person.takeScreenshot('wrongState');
    assert.equal(service.sandbox.control.tokenCalls().length, calls);
    await person.decide({ decision: 'approve', ...administrator });
    await second;
    assert.equal(service.sandbox.control.tokenCalls().length, calls + 1);
    await person.clearNotifications();
  });

  it('tells of a request of the browser that cannot be read, and goes on waiting', async () => {
    const opened = authorizePages();
    const done = vscode.commands.executeCommand(commandIds.signIn);
    await eventually(() => assert.equal(authorizePages(), opened + 1));
    const response = await fetch(redirectUri(), { headers: { cookie: 'x'.repeat(300_000) } });
    assert.equal(response.status, 431);
    assert.match(await response.text(), /Copy the address of this page/);
    await eventually(async () => {
      const [waiting, ...others] = await person.notifications();
      assert.match(waiting ?? '', /its request could not be read/);
      assert.deepEqual(others, []);
    });
    await person.takeScreenshot('unreadableRequest');
    await person.decide({ decision: 'approve', ...administrator });
    await done;
  });

  it('shows its page to a browser that comes after a link scanner, too', async () => {
    service.sandbox.control.setOption({ linkScanner: true });
    await signIn(administrator);
    assert.equal((await fetch(redirectUri())).status, 200);
    service.sandbox.control.setOption({ linkScanner: false });
  });

  it('says that the port is in use where another window waits on it', async () => {
    const host = '127.0.0.1';
    const handlers = {
      clock: systemClock,
      onCallback: () => assert.fail(),
      onUnreadable: () => assert.fail(),
    };
    // The sign-in before keeps the port for some seconds.
    const other = await eventually(
      async () => await listenForRedirect({ host, port, path: '/' }, handlers),
    );
    try {
      const done = vscode.commands.executeCommand(commandIds.signIn);
      await untilNotified(`Port ${port} of the redirect URI is in use, perhaps by a sign-in`);
      await done;
    } finally {
      await other.close();
    }
    // Nothing is left of the attempt that could not begin.
    await signIn(administrator);
  });

  it('takes no program for another window, whatever it calls itself', async () => {
    const asked: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      asked.push(request.url);
      response.setHeader('server', 'Workforce Labels').end();
    });
    await eventually(async () => {
      other.listen(port, '127.0.0.1');
      await once(other, 'listening');
    });
    try {
      const done = vscode.commands.executeCommand(commandIds.signIn);
      await untilNotified(`Port ${port} of the redirect URI is in use, perhaps by a sign-in`);
      await done;
      assert.deepEqual(asked, []);
    } finally {
      other.close();
    }
  });
});

/** The query of the newest request for the page with the odd ID, as it came over the network. */
async function receivedQuery(): Promise<string> {
  const { trafficFolder } = testEnvironment();
  const files = await readdir(trafficFolder);
  const texts = await Promise.all(
    files.map(async (name) => await readFile(path.join(trafficFolder, name), 'latin1')),
  );
  const queries = texts.flatMap((text) =>
    [...text.matchAll(/^GET \/auth\/oauth\/authorize\?(\S*) HTTP\/1/gm)].map(
      ([, query = '']) => query,
    ),
  );
  const [query = '', ...others] = queries.filter((each) => each.includes('client_id=a'));
  assert.deepEqual(others, []);
  return query;
}
