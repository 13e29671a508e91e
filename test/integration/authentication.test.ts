import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { authenticationProviderId, callbackUri, commandIds } from '../../src/ids.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { eventually } from './eventually.ts';
import { person } from './person.ts';
import {
  accountLabels,
  administrator,
  administratorInAsia,
  authenticationLabel,
  integrator,
  Service,
  setConnection,
  signIn,
  signOutOf,
  type Who,
} from './service.ts';
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

  it('says what a redirect URI may be, where the one that is set brings nobody back', async () => {
    await setConnection(service.baseUrl, service.sandbox, 'ftp://127.0.0.1/callback');
    const done = vscode.commands.executeCommand(commandIds.signIn);
    const allowed = `must be empty, ${callbackUri(vscode.env.uriScheme)}, http`;
    await untilNotified(allowed);
    await done;
    await service.connectAs(service.baseUrl);
  });

  it('says at sign-out that nobody is signed in', async () => {
    await vscode.commands.executeCommand(commandIds.signOut);
    assert.deepEqual(await accountLabels(), []);
    const done = vscode.commands.executeCommand(commandIds.signOut);
    await untilNotified((text) => text === 'Nobody is signed in.');
    await done;
  });
});
