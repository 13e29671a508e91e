import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { accountOf } from '../../src/core/account/account.ts';
import { parseBaseUrl } from '../../src/core/connections/parseBaseUrl.ts';
import { authenticationProviderId, callbackUri, commandIds, settingIds } from '../../src/ids.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { freePort } from '../host/freePort.ts';
import { eventually } from './eventually.ts';
import { person } from './person.ts';
import {
  accountLabels,
  administrator,
  administratorInAsia,
  authenticationLabel,
  connectionName,
  integrator,
  Service,
  setConnection,
  signIn,
  signOutOf,
  type ApprovedSignIn,
  type Who,
} from './service.ts';
import { setSetting } from './setSetting.ts';
import { untilNotified } from './untilNotified.ts';

describe('authentication', () => {
  let service: Service;

  before(async () => {
    service = await Service.start();
  });

  after(async () => {
    await service.stop();
  });

  const labels = (...accounts: readonly Who[]): string[] =>
    accounts.map((who) => service.authenticationLabel(who)).toSorted();

  it('has no account at first', async () => {
    assert.deepEqual(await accountLabels(), []);
  });

  it('leads from a command about labels to the sign-in, and tells of a refusal with the next step', async () => {
    const done = vscode.commands.executeCommand(commandIds.findLabel);
    await person.clickNotification('Sign in to work with labels', 'Sign In');
    await person.typeText('Client Secret of', service.sandbox.clientSecret);
    await person.decide({ decision: 'deny' });
    await eventually(async () => {
      const [message, ...others] = await person.notifications();
      assert.match(message ?? '', /refused/i);
      assert.deepEqual(others, []);
    });
    await person.takeScreenshot('refused');
    assert.deepEqual(await accountLabels(), []);
    await person.clickNotification('refused', 'Sign In');
    await person.decide({ decision: 'approve', ...administrator });
    await done;
    assert.deepEqual(await accountLabels(), labels(administrator));
  });

  it('tells VS Code of every change of the sessions', async () => {
    const providers: string[] = [];
    const subscription = vscode.authentication.onDidChangeSessions(({ provider }) => {
      providers.push(provider.id);
    });
    try {
      await signIn(administratorInAsia);
      await eventually(() => assert.deepEqual(providers, [authenticationProviderId]));
      await signOutOf(administratorInAsia);
      await eventually(() =>
        assert.deepEqual(providers, [authenticationProviderId, authenticationProviderId]),
      );
    } finally {
      subscription.dispose();
    }
  });

  it('keeps one user in two tenants and two users in one tenant apart', async () => {
    await signIn(administratorInAsia);
    await signIn(integrator);
    assert.deepEqual(await accountLabels(), labels(administrator, administratorInAsia, integrator));
    await signOutOf(administratorInAsia);
    assert.deepEqual(await accountLabels(), labels(administrator, integrator));
    await signOutOf(integrator);
    assert.deepEqual(await accountLabels(), labels(administrator));
  });

  it('replaces the session of an account that signs in again', async () => {
    await signIn(administrator);
    assert.deepEqual(await accountLabels(), labels(administrator));
  });

  it('gives no session away in silence to who was not let in by the user', async () => {
    const session = await vscode.authentication.getSession(authenticationProviderId, ['tag'], {
      silent: true,
    });
    assert.equal(session, undefined);
  });

  it('signs in by the relay page where the service has one', async () => {
    const sandbox = await startSandbox({ labels: 1 });
    try {
      await setConnection(sandbox.baseUrl, sandbox, `${sandbox.baseUrl}/relay`);
      await signIn(integrator, sandbox.clientSecret);
      assert.deepEqual(
        await accountLabels(),
        [...labels(administrator), authenticationLabel(integrator, sandbox.baseUrl)].toSorted(),
      );
      await signOutOf(integrator);
    } finally {
      await sandbox.close();
    }
  });

  it('offers to leave out what the app has lost, and signs in with the rest', async () => {
    await service.connectAs(service.baseUrl);
    const lost = 'people';
    const asked = vscode.authentication.getSession(authenticationProviderId, ['tag', lost], {
      createIfNone: true,
    });
    await person.pressDialogButton('wants to sign in using Workforce', 'Allow');
    await person.decide({ decision: 'approve', ...administrator });
    assert.deepEqual((await asked).scopes, ['tag', lost]);
    service.sandbox.control.setOption({ lostScopes: [lost] });
    service.sandbox.control.revokeRefreshTokens();
    const done = vscode.commands.executeCommand(commandIds.signIn);
    const question = `Needed now, for ${connectionName}: tag. From earlier sign-ins: ${lost};`;
    await eventually(async () => {
      const texts = await person.notifications();
      assert.ok(
        texts.some((text) => text.includes(question)),
        texts.join('\n'),
      );
    });
    await person.takeScreenshot('lostPermission');
    await person.clickNotification(question, 'Sign In with Fewer Permissions');
    await person.decide({ decision: 'approve', ...administrator });
    await done;
    assert.deepEqual(await accountLabels(), labels(administrator));
    // Nobody is asked again. The progress of signing in goes a little later.
    await signIn(administrator);
    await eventually(async () => assert.deepEqual(await person.notifications(), []));
    service.sandbox.control.setOption({ lostScopes: [] });
  });

  it('asks before another app takes the place of one, which stays if the person cancels', async () => {
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    const reader = await startSandbox({ labels: 1, port, clientId: 'reader' });
    const connections = ['Reader', 'Writer'].map((name) => ({
      name,
      baseUrl,
      clientId: name.toLowerCase(),
      redirectUri: `${baseUrl}/relay`,
    }));
    await setSetting(settingIds.connections, connections.slice(0, 1));
    const readerSignIn = vscode.commands.executeCommand(commandIds.signIn);
    await person.typeText('Client Secret of Reader', reader.clientSecret);
    await person.decide({ decision: 'approve', ...integrator });
    await readerSignIn;
    await reader.close();
    const writer = await startSandbox({ labels: 1, port, clientId: 'writer' });
    const label = authenticationLabel(integrator, baseUrl);
    const question = `${label} is already signed in through Reader. Replace that sign-in?`;
    /** Signs in through the other app, until the question is asked. */
    const signInAsWriter = async (secret?: string): Promise<ApprovedSignIn> => {
      const done = vscode.commands.executeCommand(commandIds.signIn);
      await person.pickItem('Writer');
      if (secret !== undefined) {
        await person.typeText('Client Secret of Writer', secret);
      }
      await person.decide({ decision: 'approve', ...integrator });
      await eventually(async () => {
        const [dialog = ''] = await person.dialogs();
        assert.ok(dialog.includes(question), dialog);
        assert.match(dialog, /Writer is used from now on, with these permissions: tag\./);
      });
      return { ended: done };
    };
    try {
      await setSetting(settingIds.connections, connections);
      const kept = await signInAsWriter(writer.clientSecret);
      await person.takeScreenshot('replaceSignIn');
      await person.pressDialogButton(question, 'Cancel');
      await kept.ended;
      await eventually(async () => assert.deepEqual(await person.notifications(), []));
      assert.equal(await clientIdOf(integrator, baseUrl), 'reader');

      const replaced = await signInAsWriter();
      await person.pressDialogButton(question, 'Replace Sign-in');
      await replaced.ended;
      assert.deepEqual(await accountLabels(), [...labels(administrator), label].toSorted());
      assert.equal(await clientIdOf(integrator, baseUrl), 'writer');
      await signOutOf(integrator);
    } finally {
      await writer.close();
      await service.connectAs(service.baseUrl);
    }
  });

  it('says what a redirect URI may be, where the one that is set brings nobody back', async () => {
    await setConnection(service.baseUrl, service.sandbox, 'ftp://127.0.0.1/callback');
    const done = vscode.commands.executeCommand(commandIds.signIn);
    const allowed = `must be empty or one of these: ${callbackUri(vscode.env.uriScheme)}, the https`;
    await untilNotified(allowed);
    await done;
    await service.connectAs(service.baseUrl);
  });

  it('says at sign-out that nobody is signed in', async () => {
    const signedOut = vscode.commands.executeCommand(commandIds.signOut);
    await person.pressDialogButton('Sign out of', 'Sign Out');
    await signedOut;
    assert.deepEqual(await accountLabels(), []);
    const done = vscode.commands.executeCommand(commandIds.signOut);
    await untilNotified((text) => text === 'Nobody is signed in.');
    await done;
  });
});

/** The app that has signed in an account, by the details of the account. */
async function clientIdOf({ tenant, user }: Who, baseUrl: string): Promise<string | undefined> {
  const { id } = accountOf(parseBaseUrl(baseUrl), tenant, user);
  const shown = vscode.commands.executeCommand(commandIds.accountDetails, id);
  const clientId = await eventually(async () => {
    const [, found] = /Client ID: (\S+)/.exec((await person.dialogs()).join('\n')) ?? [];
    assert.ok(found);
    return found;
  });
  await person.pressDialogButton('Client ID:', 'OK');
  await shown;
  return clientId;
}
