import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds } from '../../src/ids.ts';
import { certificateFiles } from './certificates.ts';
import { testEnvironment } from './environment.ts';
import { eventually } from './eventually.ts';
import { ForwardProxy } from './forwardProxy.ts';
import { person } from './person.ts';
import { accountLabel, accountLabels, administrator, Service, signIn } from './service.ts';
import { setSetting } from './setSetting.ts';
import { TlsFront } from './tlsFront.ts';
import { untilNotified } from './untilNotified.ts';

describe('network', () => {
  const { trusted, unknown } = certificateFiles(testEnvironment().certificateFolder);
  let service: Service;
  let proxy: ForwardProxy;

  before(async () => {
    service = await Service.start();
    proxy = await ForwardProxy.start();
    await setSetting('http.proxy', proxy.address);
  });

  after(async () => {
    await service.stop();
    await setSetting('http.proxy', undefined);
    await proxy.close();
  });

  it('goes through the proxy of VS Code, to a service whose certificate is of a private authority', async () => {
    const front = await TlsFront.start(service.baseUrl, trusted);
    try {
      await service.connectAs(front.baseUrl);
      await signIn(administrator, service.sandbox.clientSecret);
      assert.deepEqual(await accountLabels(), [accountLabel(administrator)]);
      const done = vscode.commands.executeCommand(commandIds.testConnection);
      await untilNotified('accepts the sign-in');
      await done;
      assert.equal(service.requests('GET /api/v1/test/index'), 1);
      // The browser has no proxy: all of these are of the extension.
      assert.deepEqual(new Set(proxy.asked), new Set([front.authority]));
    } finally {
      await front.close();
    }
  });

  it('trusts no certificate of an unknown authority', async () => {
    const front = await TlsFront.start(service.baseUrl, unknown);
    const asked = proxy.asked.length;
    const exchanged = service.sandbox.control.tokenCalls().length;
    try {
      await service.connectAs(front.baseUrl);
      const done = signIn(administrator, service.sandbox.clientSecret);
      await eventually(async () => {
        const texts = await person.notifications();
        assert.ok(
          texts.some((text) =>
            text.startsWith(
              `The certificate of ${front.authority} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).`,
            ),
          ),
          texts.join('\n'),
        );
      });
      await person.takeScreenshot('unknownAuthority');
      await vscode.commands.executeCommand('notifications.clearAll');
      await done;
      assert.ok(proxy.asked.length > asked);
      assert.equal(service.sandbox.control.tokenCalls().length, exchanged);
    } finally {
      await front.close();
    }
  });
});
