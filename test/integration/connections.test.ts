import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as z from 'zod';
import { commandIds, settingIds } from '../../src/ids.ts';
import { eventually } from './eventually.ts';
import { person } from './person.ts';
import {
  accountLabels,
  administrator,
  signIn,
  signOutInAccountsMenu,
  startSignedIn,
} from './service.ts';
import { setSetting } from './setSetting.ts';
import { untilNotified } from './untilNotified.ts';

const clientId = 'app';
const elsewhere = { name: 'Elsewhere', baseUrl: 'https://elsewhere.example.com', clientId };
const unusable = {
  name: 'Production',
  baseUrl: 'https://hr.example.com',
  clientId,
  redirectUri: 'ftp://127.0.0.1/callback',
};
const complaint = 'The connection Production cannot be used. The redirect URI must be empty';

describe('connections', () => {
  const service = startSignedIn();

  it('open no other service for a person who signs in again to one that is not there any more', async () => {
    await setSetting(settingIds.connections, [elsewhere]);
    const account = service().accountId(administrator);
    const done = vscode.commands.executeCommand(commandIds.signIn, account);
    const host = new URL(service().baseUrl).host;
    await untilNotified(`No connection in the settings points to ${host}.`);
    await done;
    await service().connectAs(service().baseUrl);
    assert.deepEqual(await accountLabels(), [service().authenticationLabel(administrator)]);
  });

  it('show one that cannot be used beside the others, and say why when it is picked', async () => {
    await setSetting(settingIds.connections, [elsewhere, unusable]);
    const done = vscode.commands.executeCommand(commandIds.setClientSecret);
    await person.pickItem('Production');
    await untilNotified(complaint);
    await done;
    await service().connectAs(service().baseUrl);
  });

  it('are all in the diagnostics, with what is wrong with them', async () => {
    await setSetting(settingIds.connections, [elsewhere, unusable]);
    await vscode.commands.executeCommand(commandIds.showDiagnostics);
    const report = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.ok(
      report.includes('\n- `Elsewhere`: `https: //elsewhere.example.com`, `uriHandler`, `tag`\n'),
    );
    assert.match(report, /\n- `Production`: Cannot be used\. `The redirect URI must be empty.*`\n/);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await service().connectAs(service().baseUrl);
  });

  it('give their name to no other one, even where they cannot be used', async () => {
    await setSetting(settingIds.connections, [elsewhere, unusable]);
    const done = vscode.commands.executeCommand(commandIds.addConnection);
    await person.typeText('Name of this connection', 'Production');
    await person.typeText('A connection with this name already exists', 'Another');
    await person.typeText('Base URL of the service', 'nonsense');
    await person.pressKey('Escape');
    await done;
    await service().connectAs(service().baseUrl);
  });

  it('are named as one line that cannot garble the text around it', async () => {
    // Without a redirect URI, a sign-in cannot return to VS Code in a browser.
    await setSetting(settingIds.connections, [{ ...elsewhere, name: 'Else\n\u202Ewhere' }]);
    const done = vscode.commands.executeCommand(commandIds.signIn);
    await untilNotified(String.raw`Set the redirect URI of Else \u{202e}where to`);
    await done;
    await service().connectAs(service().baseUrl);
  });

  it('are edited by their name alone, without a question about what is signed in', async () => {
    const label = service().authenticationLabel(administrator);
    const { clientId: ownClientId } = service().sandbox;
    const [written] = connectionsSetting();
    const done = vscode.commands.executeCommand(commandIds.editConnection, 'Test service');
    await person.typeText('Name of this connection', 'Renamed service');
    await person.typeText('Base URL of the service', service().baseUrl);
    await person.typeText('Client ID that was issued', ownClientId);
    await person.typeText('empty keeps the one in the system keyring', '');
    // Without one, the browser would not come back to VS Code in a browser.
    await person.typeText('Redirect URI registered for the app', '');
    await person.typeText('requires the address of a relay page', redirectUriOf(written));
    // The scopes stay as they are; Enter before they are listed, with words, would be lost.
    await person.typeText('People, standard fields', '');
    await untilNotified('The connection Renamed service is saved.');
    await done;
    assert.deepEqual(connectionsSetting(), [
      { ...objectOf(written), name: 'Renamed service', scopes: ['tag'] },
    ]);
    assert.deepEqual(await accountLabels(), [label]);
    await service().connectAs(service().baseUrl);
  });

  it('keep their secret at a sign-out while they cannot be used', async () => {
    const [written] = connectionsSetting();
    const redirectUri = 'ftp://127.0.0.1/callback';
    await setSetting(settingIds.connections, [{ ...objectOf(written), redirectUri }]);
    await signOutInAccountsMenu(service().authenticationLabel(administrator));
    await service().connectAs(service().baseUrl);
    // The secret is not asked for.
    await signIn(administrator);
    assert.deepEqual(await accountLabels(), [service().authenticationLabel(administrator)]);
  });

  it('keep the secret of their app, to which nobody is signed in, where an edit to another one is not agreed to', async () => {
    const before = connectionsSetting();
    await signOutInAccountsMenu(service().authenticationLabel(administrator));
    const done = vscode.commands.executeCommand(commandIds.editConnection, 'Test service');
    await person.typeText('Name of this connection', 'Test service');
    await person.typeText('Base URL of the service', service().baseUrl);
    await person.typeText('Client ID that was issued', 'another-app');
    await person.typeText('stored in the system keyring and not in the settings', 'secret');
    await person.typeText('Redirect URI registered for the app', redirectUriOf(before[0]));
    await person.typeText('tag', '');
    await person.pressDialogButton('Replace the stored client secret?', 'Cancel');
    await done;
    assert.deepEqual(connectionsSetting(), before);
    // The secret is not asked for.
    await signIn(administrator);
  });

  it('leave no secret with the app that they led to before an edit, whatever else was set meanwhile', async () => {
    const { baseUrl, sandbox } = service();
    const [written] = connectionsSetting();
    await signOutInAccountsMenu(service().authenticationLabel(administrator));
    const done = vscode.commands.executeCommand(commandIds.editConnection, 'Test service');
    await person.typeText('Name of this connection', 'Test service');
    await setSetting(settingIds.connections, [written, elsewhere]);
    await person.typeText('Base URL of the service', baseUrl);
    await person.typeText('Client ID that was issued', 'another-app');
    await person.typeText('stored in the system keyring and not in the settings', 'secret');
    await person.typeText('Redirect URI registered for the app', redirectUriOf(written));
    await person.typeText('tag', '');
    await person.pressDialogButton('Replace the stored client secret?', 'Replace');
    await untilNotified('The connection Test service is saved.');
    await done;
    assert.equal(connectionsSetting().length, 2);
    await service().connectAs(baseUrl);
    // The secret is asked for.
    await signIn(administrator, sandbox.clientSecret);
    assert.deepEqual(await accountLabels(), [service().authenticationLabel(administrator)]);
  });

  it('keep their secret and their fields where an edit with another secret is not agreed to', async () => {
    const before = connectionsSetting();
    const { clientId: ownClientId } = service().sandbox;
    const done = vscode.commands.executeCommand(commandIds.editConnection, 'Test service');
    await person.typeText('Name of this connection', 'Renamed service');
    await person.typeText('Base URL of the service', service().baseUrl);
    await person.typeText('Client ID that was issued', ownClientId);
    await person.typeText('empty keeps the one in the system keyring', 'another one');
    await person.typeText('Redirect URI registered for the app', redirectUriOf(before[0]));
    await person.typeText('tag', '');
    await person.pressDialogButton('Replace the stored client secret?', 'Cancel');
    await done;
    assert.deepEqual(connectionsSetting(), before);
    // The secret is not asked for, and the old one is accepted.
    await signIn(administrator);
  });

  it('have their secret asked for without a choice where it was refused, and the sign-in goes on', async () => {
    const { baseUrl, sandbox } = service();
    const [own] = connectionsSetting();
    await setSetting(settingIds.connections, [elsewhere, own]);
    const { signedIn } = await signInWithWrongSecret({ baseUrl, clientId: sandbox.clientId });
    await person.clickNotification(
      'did not accept the client ID or the client secret',
      'Set Client Secret',
    );
    // What the service has refused is replaced without a question.
    await person.typeText('Client Secret of Test service', sandbox.clientSecret);
    const calls = sandbox.control.tokenCalls().length;
    await person.decide({ decision: 'approve', ...administrator });
    await signedIn;
    assert.equal(sandbox.control.tokenCalls().length, calls + 1);
    await service().connectAs(baseUrl);
  });

  it('replace a refused secret without a question, and the next one only with it, whoever asks', async () => {
    const { sandbox } = service();
    const { signedIn } = await signInWithWrongSecret();
    const refusal = 'did not accept the client ID or the client secret';
    await eventually(async () => {
      const texts = await person.notifications();
      assert.ok(
        texts.some((text) => text.includes(refusal)),
        texts.join('\n'),
      );
    });
    const right = vscode.commands.executeCommand(commandIds.setClientSecret);
    await person.typeText('Client Secret of Test service', sandbox.clientSecret);
    // The notification of the refusal is still there, and any program can press its button.
    await person.clickNotification(refusal, 'Set Client Secret');
    await person.typeText('Client Secret of Test service', 'another one');
    await person.pressDialogButton('Replace the stored client secret?', 'Cancel');
    await signedIn;
    await untilNotified('The client secret of Test service is stored.');
    await right;
    // The secret is not asked for.
    await signIn(administrator);
  });

  /** Stores a wrong secret of `app`, or of the only connection, and signs in until the service refuses that. */
  async function signInWithWrongSecret(app?: {
    readonly baseUrl: string;
    readonly clientId: string;
  }): Promise<{ readonly signedIn: Thenable<unknown> }> {
    const stored = vscode.commands.executeCommand(commandIds.setClientSecret, app);
    await person.typeText('Client Secret of Test service', 'wrong');
    await person.pressDialogButton('Replace the stored client secret?', 'Replace');
    await untilNotified('The client secret of Test service is stored.');
    await stored;
    const signedIn = vscode.commands.executeCommand(
      commandIds.signIn,
      service().accountId(administrator),
    );
    await person.decide({ decision: 'approve', ...administrator });
    return { signedIn };
  }
});

function connectionsSetting(): readonly unknown[] {
  const value: unknown = vscode.workspace
    .getConfiguration()
    .inspect(settingIds.connections)?.globalValue;
  assert.ok(Array.isArray(value));
  return value;
}

function objectOf(written: unknown): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).parse(written);
}

function redirectUriOf(written: unknown): string {
  return z.object({ redirectUri: z.string() }).parse(written).redirectUri;
}
