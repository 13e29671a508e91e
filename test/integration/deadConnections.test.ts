import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds, settingIds } from '../../src/ids.ts';
import { SilencingProxy } from '../support/silencingProxy.ts';
import { certificateFiles } from './certificates.ts';
import { testEnvironment } from './environment.ts';
import { eventually } from './eventually.ts';
import { agreeing, closeWithoutSaving, openForm, replaceText } from './labelDocuments.ts';
import { administrator, Service, signIn } from './service.ts';
import { setSetting } from './setSetting.ts';
import { Squid } from './squid.ts';
import { TlsFront } from './tlsFront.ts';
import { untilNotified } from './untilNotified.ts';

const test = 'GET /api/v1/test/index';
const token = 'POST /auth/oauth/token';
const update = 'POST /api/v2/label/update';

/** How long an access token lives, in seconds. */
const lifetime = 4;

// What the extension knows of the sockets of VS Code's `fetch`: see "The wire" in docs/architecture.md.
describe('connections that died without a word', () => {
  const { trusted } = certificateFiles(testEnvironment().certificateFolder);
  let service: Service;
  let silencing: SilencingProxy;
  let front: TlsFront;
  let squid: Squid;

  before(async () => {
    service = await Service.start();
    silencing = await SilencingProxy.start(service.baseUrl);
    [front, squid] = await Promise.all([TlsFront.start(silencing.baseUrl, trusted), Squid.start()]);
    const trustedDomains = vscode.Uri.from({ scheme: 'trustedDomains', path: '/Trusted Domains' });
    await vscode.workspace.fs.writeFile(trustedDomains, Buffer.from('["*"]'));
    await service.connectAs(front.baseUrl);
    await signIn(administrator, service.sandbox.clientSecret);
    // A GET waits for a quarter of that before it takes another connection.
    await setSetting(settingIds.requestTimeout, 12);
  });

  after(async () => {
    await setSetting('http.proxy', undefined);
    await setSetting(settingIds.requestTimeout, undefined);
    await service.stop();
    await front.close();
    await Promise.all([silencing.close(), squid.stop()]);
  });

  /** What came for `endpoint` while `act` ran, by whether its connection was silent, and how long it took. */
  async function during(endpoint: string, act: () => Promise<void>) {
    const before = silencing.received.length;
    const started = performance.now();
    await act();
    const seconds = (performance.now() - started) / 1000;
    const received = silencing.received.slice(before);
    const silent = received.filter((each) => each.endpoint === endpoint);
    return { seconds, silent: silent.map(({ isSilent }) => isSilent) };
  }

  for (const way of ['directly', 'through a proxy'] as const) {
    describe(way, () => {
      before(async () => {
        await setSetting('http.proxy', way === 'directly' ? undefined : squid.address);
      });

      it('answer a GET on another one', async () => {
        await testConnection();
        silencing.silence();
        const { seconds, silent } = await during(test, testConnection);
        assert.deepEqual(silent, [true, false]);
        assert.ok(seconds < 10, String(seconds));
      });

      it('renew a session by a token that is sent once', async () => {
        service.sandbox.control.setOption({ accessTokenTtl: lifetime });
        service.sandbox.control.expireAccessTokens();
        await testConnection();
        service.sandbox.control.setOption({ accessTokenTtl: 1800 });
        silencing.silence();
        const expires = performance.now() + lifetime * 1000;
        await eventually(() => assert.ok(performance.now() > expires));
        const { seconds, silent } = await during(token, testConnection);
        assert.deepEqual(silent, [false]);
        assert.ok(seconds < 15, String(seconds));
      });

      it('save a label by an update that is sent once', async () => {
        const [label] = service.sandbox.control.labels(administrator.tenant);
        assert.ok(label);
        const uri = service.labelUri(administrator, label);
        const document = await openForm(uri);
        const name = `Saved ${way}`;
        await replaceText(document, label.labelName, name);
        silencing.silence();
        const { silent } = await during(update, async () => {
          assert.equal(await agreeing(document.save()), true);
        });
        assert.deepEqual(silent, [false]);
        assert.equal(service.record(administrator, label.id).labelName, name);
        await closeWithoutSaving();
      });
    });
  }
});

/** Sends one request to the service, which is to succeed. */
async function testConnection(): Promise<void> {
  const done = vscode.commands.executeCommand(commandIds.testConnection);
  await untilNotified('accepts the sign-in');
  await done;
}
