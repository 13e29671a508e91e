import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Agent, fetch as fetchOfUndici, request as requestOfUndici } from 'undici';
import * as vscode from 'vscode';
import { commandIds } from '../../src/ids.ts';
import { closedPort } from '../host/freePort.ts';
import { certificateFiles } from './certificates.ts';
import { testEnvironment } from './environment.ts';
import { eventually } from './eventually.ts';
import { person } from './person.ts';
import {
  accountLabels,
  administrator,
  approveSignIn,
  authenticationLabel,
  Service,
  signIn,
} from './service.ts';
import { setSetting } from './setSetting.ts';
import { Squid } from './squid.ts';
import { TlsFront } from './tlsFront.ts';
import { untilNotified } from './untilNotified.ts';

const proxySettings = ['http.proxy', 'http.noProxy', 'http.proxySupport'] as const;

describe('network', () => {
  const { certificateAuthority, trusted, unknown } = certificateFiles(
    testEnvironment().certificateFolder,
  );
  let service: Service;
  let front: TlsFront;
  let open: Squid;
  let guarded: Squid;
  /** Nobody is there: what goes through it fails. */
  let nobody: string;

  before(async () => {
    service = await Service.start();
    [front, open, guarded] = await Promise.all([
      TlsFront.start(service.baseUrl, trusted),
      Squid.start(),
      Squid.start({ user: 'anna', password: 'her-own-word' }),
    ]);
    // VS Code would ask before it opens an address elsewhere than on localhost.
    const trustedDomains = vscode.Uri.from({ scheme: 'trustedDomains', path: '/Trusted Domains' });
    await vscode.workspace.fs.writeFile(trustedDomains, Buffer.from('["*"]'));
    nobody = `http://127.0.0.1:${closedPort}`;
    await setSetting('http.proxy', open.address);
    await service.connectAs(front.baseUrl);
  });

  afterEach(async () => {
    for (const id of proxySettings) {
      await setSetting(id, undefined);
    }
  });

  after(async () => {
    await service.stop();
    await Promise.all([front.close(), open.stop(), guarded.stop()]);
  });

  it('goes through the proxy of VS Code, to a service whose certificate is of a private authority', async () => {
    await setSetting('http.proxy', open.address);
    const asked = await askedDuring(open, async () => {
      await signIn(administrator, service.sandbox.clientSecret);
      assert.deepEqual(await accountLabels(), [authenticationLabel(administrator, front.baseUrl)]);
      await testConnection();
    });
    assert.equal(service.requests('GET /api/v1/test/index'), 1);
    // The browser has no proxy: all of these are of the extension.
    assert.deepEqual(new Set(asked), new Set([`CONNECT ${front.authority} 200`]));
  });

  it('trusts no certificate of an unknown authority', async () => {
    const other = await TlsFront.start(service.baseUrl, unknown);
    const exchanged = service.sandbox.control.tokenCalls().length;
    try {
      await setSetting('http.proxy', open.address);
      await service.connectAs(other.baseUrl);
      const asked = await askedDuring(open, async () => {
        // Looking for notifications takes the focus: whoever types must have ended before.
        const { ended } = await approveSignIn(administrator, service.sandbox.clientSecret);
        await eventually(async () => {
          const texts = await person.notifications();
          assert.ok(
            texts.some((text) =>
              text.startsWith(
                `The certificate of ${other.authority} was rejected (DEPTH_ZERO_SELF_SIGNED_CERT).`,
              ),
            ),
            texts.join('\n'),
          );
        });
        await person.takeScreenshot('unknownAuthority');
        await person.clearNotifications();
        await ended;
      });
      assert.deepEqual(new Set(asked), new Set([`CONNECT ${other.authority} 200`]));
      assert.equal(service.sandbox.control.tokenCalls().length, exchanged);
    } finally {
      await other.close();
      await service.connectAs(front.baseUrl);
    }
  });

  it('shows a proxy who it is', async () => {
    await setSetting('http.proxy', guarded.address);
    const asked = await askedDuring(guarded, testConnection);
    assert.deepEqual(asked, [`CONNECT ${front.authority} 200`]);
  });

  it('says when the proxy wants a password, and asks it once', async () => {
    await setSetting('http.proxy', guarded.address.replace('her-own-word', 'another-word'));
    const asked = await askedDuring(guarded, async () => {
      const message = `The proxy requires a user name and a password to connect to ${front.authority}`;
      await testConnectionInVain(message);
    });
    assert.deepEqual(asked, [`CONNECT ${front.authority} 407`]);
  });

  it('takes another proxy as soon as the setting has changed', async () => {
    await setSetting('http.proxy', open.address);
    await askedDuring(open, testConnection);
    await setSetting('http.proxy', guarded.address);
    await askedDuring(guarded, testConnection);
    await setSetting('http.proxy', nobody);
    await testConnectionInVain(`${front.authority} cannot be reached`);
    await setSetting('http.proxy', undefined);
    await testConnection();
  });

  it('goes past the proxy to a host of http.noProxy', async () => {
    await setSetting('http.proxy', nobody);
    await setSetting('http.noProxy', [new URL(front.baseUrl).hostname]);
    await testConnection();
    await setSetting('http.noProxy', ['another.example.com']);
    await testConnectionInVain(`${front.authority} cannot be reached`);
  });

  for (const support of ['on', 'override', 'fallback']) {
    it(`goes through the proxy where http.proxySupport is ${support}`, async () => {
      await setSetting('http.proxySupport', support);
      await setSetting('http.proxy', open.address);
      await askedDuring(open, testConnection);
      await setSetting('http.proxy', nobody);
      await testConnectionInVain(`${front.authority} cannot be reached`);
    });
  }

  it('goes through no proxy where http.proxySupport is off', async () => {
    await setSetting('http.proxySupport', 'off');
    await setSetting('http.proxy', nobody);
    await testConnection();
  });

  it('needs the global fetch for that: the sockets of undici take no proxy of VS Code', async () => {
    // Should this fail one day, undici has become a way to go: see "The wire" in docs/architecture.md.
    const url = new URL('/api/v1/test/index', front.baseUrl);
    const ca = await readFile(certificateAuthority);
    const dispatcher = new Agent({ connect: { ca } });
    // Without its type: that of the package and that of Node.js are not the same.
    const withAgent: object = { dispatcher };
    await setSetting('http.proxy', nobody);
    try {
      for (const support of ['on', 'override']) {
        await setSetting('http.proxySupport', support);
        assert.equal((await requestOfUndici(url, { dispatcher })).statusCode, 401);
        assert.equal((await fetchOfUndici(url, { dispatcher })).status, 401);
        await assert.rejects(fetch(url), support);
      }
      await setSetting('http.proxySupport', 'on');
      assert.equal((await fetch(url, withAgent)).status, 401);
      await setSetting('http.proxySupport', 'override');
      await assert.rejects(fetch(url, withAgent));
    } finally {
      await dispatcher.close();
    }
  });
});

/** Sends one request to the service, which is to succeed. */
async function testConnection(): Promise<void> {
  const done = vscode.commands.executeCommand(commandIds.testConnection);
  await untilNotified('accepts the sign-in');
  await done;
}

/** The same, where it is to fail with this message. */
async function testConnectionInVain(message: string): Promise<void> {
  const done = vscode.commands.executeCommand(commandIds.testConnection);
  await untilNotified(message);
  await done;
}

/** What `proxy` was asked for while `act` ran. Squid writes a line when a connection ends. */
async function askedDuring(proxy: Squid, act: () => Promise<void>): Promise<string[]> {
  const before = await proxy.requests();
  await act();
  return await eventually(async () => {
    const asked = (await proxy.requests()).slice(before.length);
    assert.notEqual(asked.length, 0);
    return asked;
  });
}
