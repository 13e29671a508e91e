import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds, settingIds } from '../../src/ids.ts';
import { closedPort } from '../host/freePort.ts';
import { certificateFiles } from './certificates.ts';
import { testEnvironment } from './environment.ts';
import { person } from './person.ts';
import { administrator, startSignedIn } from './service.ts';
import { setSetting } from './setSetting.ts';
import { Squid } from './squid.ts';
import { TlsFront } from './tlsFront.ts';

/** Inline code, as which the report shows all that is not its own text, with no address in it. */
const code = (text: string): string => `\`${text.replaceAll('://', ': //')}\``;

/** Line about a step. */
const step = (mark: '✓' | '✗', title: string, result: string): string =>
  `  - ${mark} ${code(title)}: ${code(result)}`;

/** Runs the command and returns the report, without the times that each step took. */
async function showReport(): Promise<string> {
  await vscode.commands.executeCommand(commandIds.showDiagnostics);
  const document = vscode.window.activeTextEditor?.document;
  assert.equal(document?.languageId, 'markdown');
  return document.getText().replaceAll(/ \(\d+ ms\)(?=`$)/gm, '');
}

describe('diagnostics', () => {
  const service = startSignedIn();
  const { trusted, unknown } = certificateFiles(testEnvironment().certificateFolder);
  const password = 'her-own-word';
  let squid: Squid;
  let front: TlsFront;
  let stranger: TlsFront;

  before(async () => {
    [squid, front, stranger] = await Promise.all([
      Squid.start({ user: 'anna', password }),
      TlsFront.start(service().baseUrl, trusted),
      TlsFront.start(service().baseUrl, unknown),
    ]);
  });

  const setConnections = async (addresses: Readonly<Record<string, string>>): Promise<void> => {
    const { clientId } = service().sandbox;
    const connections = Object.entries(addresses).map(([name, baseUrl]) => ({
      name,
      baseUrl,
      clientId,
    }));
    await setSetting(settingIds.connections, connections);
  };

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await setSetting('http.proxy', undefined);
    service().proxy.fault = { kind: 'pass' };
  });

  after(async () => {
    await Promise.all([squid.stop(), front.close(), stranger.close()]);
  });

  it('tell each step to each service, through a proxy and past it', async () => {
    const nobody = `http://127.0.0.1:${closedPort}`;
    await setSetting('http.proxy', squid.address);
    await setConnections({
      Here: service().baseUrl,
      'Private authority': front.baseUrl,
      Stranger: stranger.baseUrl,
      Nobody: nobody,
      Nowhere: 'https://no-such-host.invalid',
    });
    const report = await showReport();
    await person.takeScreenshot('diagnostics');
    const account = service().accountId(administrator);
    const { port } = new URL(service().baseUrl);
    const proxy = squid.address.replace(`anna:${password}@`, '');
    const proxyPort = new URL(proxy).port;
    const throughProxy = [
      `  - Proxy: ${code(`${proxy} (http.proxy, with a user name)`)}`,
      step('✓', 'DNS', '127.0.0.1: 127.0.0.1'),
      step('✓', 'TCP', `127.0.0.1:${proxyPort}`),
    ];
    const day = String.raw`\d{4}-\d{2}-\d{2}`;
    const { host: hostOfFront, hostname } = new URL(front.baseUrl);
    for (const [name, lines] of Object.entries({
      Here: [
        `  - Proxy: ${code('none (the service is on this machine)')}`,
        step('✓', 'DNS', '127.0.0.1: 127.0.0.1'),
        step('✓', 'TCP', `127.0.0.1:${port}`),
        step('✓', 'HTTP', 'status 401 for a request without an access token'),
        step('✓', 'Clock', 'agrees with the service within 2 s'),
        step('✓', `/api/v1/test/index, ${account}`, 'accepted'),
      ],
      'Private authority': [
        ...throughProxy,
        step('✓', 'Proxy', `connected to ${hostOfFront}`),
        step(
          '✓',
          'TLS',
          `TLSv1.3, certificate of ${hostname}, issued by Private test authority, valid until DAY`,
        ),
        step('✓', 'HTTP', 'status 401 for a request without an access token'),
        step('✓', 'Clock', 'agrees with the service within 2 s'),
      ],
      Stranger: [
        ...throughProxy,
        step('✓', 'Proxy', `connected to ${stranger.authority}`),
        step(
          '✓',
          'TLS',
          `TLSv1.3, certificate of ${hostname}, issued by ${hostname}, valid until DAY`,
        ),
        step(
          '✗',
          'HTTP',
          `The certificate of ${stranger.authority} was rejected (DEPTH_ZERO_SELF_SIGNED_CERT). If your company has a certificate authority of its own, add it to the certificates that the system trusts; otherwise ask whoever runs the service.`,
        ),
      ],
      Nobody: [
        `  - Proxy: ${code('none (the service is on this machine)')}`,
        step('✓', 'DNS', '127.0.0.1: 127.0.0.1'),
        step('✗', 'TCP', `connect ECONNREFUSED ${nobody.slice('http://'.length)}`),
        step(
          '✗',
          'HTTP',
          `${nobody.slice('http://'.length)} cannot be reached. Check the network and the address.`,
        ),
      ],
      Nowhere: [
        ...throughProxy,
        step('✗', 'Proxy', 'the proxy refuses with HTTP status 403'),
        step(
          '✗',
          'HTTP',
          'The proxy does not connect to no-such-host.invalid (HTTP status 403). Check the settings http.proxy and http.noProxy, or ask whoever runs the proxy.',
        ),
      ],
    })) {
      const [, found = ''] =
        new RegExp(String.raw`\n- ${code(name)}: .*\n((?:  .*\n)+)`).exec(report) ?? [];
      const withoutDay = found.replace(new RegExp(`until ${day}`), 'until DAY');
      assert.deepEqual(withoutDay.trimEnd().split('\n'), lines, name);
    }
    assert.match(
      report,
      /\n## Keyring\n\n- ✓ `Write`: `done`\n- ✓ `Read back`: `the same`\n- ✓ `Delete`: `done`\n/,
    );
    const session = `- ${code(account)}: ${code('signedIn')}, ${code('Here')}, scopes ${code('tag')}, tokens issued 0 min ago, access token lifetime 30 min\n`;
    assert.ok(report.includes(session), report);
    for (const secret of [password, 'anna', service().sandbox.clientSecret]) {
      assert.ok(!report.includes(secret));
    }
  });

  it('tell a proxy that refuses, and not the password it was shown', async () => {
    await setSetting('http.proxy', squid.address.replace(password, 'another-word'));
    await setConnections({ Guarded: front.baseUrl });
    const report = await showReport();
    assert.ok(
      report.includes('\n  - ✗ `Proxy`: `the proxy refuses with HTTP status 407`\n'),
      report,
    );
    assert.ok(
      report.includes('\n  - ✗ `HTTP`: `The proxy requires a user name and a password'),
      report,
    );
    assert.ok(!report.includes('another-word') && !report.includes('anna'));
  });

  it('tell a host that is not there', async () => {
    await setConnections({ Nowhere: 'https://no-such-host.invalid' });
    const report = await showReport();
    assert.match(
      report,
      /\n  - ✗ `DNS`: `.*no-such-host\.invalid`\n  - ✗ `HTTP`: `no-such-host\.invalid cannot/,
    );
  });

  it('stop at once when they are cancelled', async () => {
    await service().connectAs(service().baseUrl);
    service().proxy.fault = { kind: 'hangBeforeForwarding' };
    const before = vscode.window.activeTextEditor;
    const done = vscode.commands.executeCommand(commandIds.showDiagnostics);
    await person.clickNotification('Trying each connection step by step', 'Cancel');
    await done;
    assert.equal(vscode.window.activeTextEditor, before);
  });
});
