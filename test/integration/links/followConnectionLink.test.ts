import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { extensionId, settingIds } from '../../../src/ids.ts';
import { eventually } from '../eventually.ts';
import { person } from '../person.ts';
import { startSignedIn } from '../service.ts';
import { untilNotified } from '../untilNotified.ts';

/** Opens a link as VS Code does when a browser hands it over; under test, VS Code does not ask first. */
async function open(query: string): Promise<void> {
  const done = vscode.commands.executeCommand('workbench.action.url.openUrl');
  await person.typeText('URL to open', `${vscode.env.uriScheme}://${extensionId}/connect?${query}`);
  await done;
}

function connections(): readonly object[] {
  return vscode.workspace.getConfiguration().get<object[]>(settingIds.connections, []);
}

describe('links that add a connection', () => {
  const service = startSignedIn();
  const query =
    'name=Acme%20staging&baseUrl=https%3A%2F%2Fstaging.example.com&clientId=app-7&redirectUri=https%3A%2F%2Frelay.example.com%2Fback&scopes=tag,people&readOnly=true';
  const question = 'Add a connection to https://staging.example.com from this link?';

  it('add nothing before the person agrees, who sees all of it', async () => {
    const before = connections();
    await open(query);
    await eventually(async () => {
      const [dialog = ''] = await person.dialogs();
      for (const text of [
        question,
        'Base URL: “https://staging.example.com”',
        'Connection name: “Acme staging”',
        'Client ID: “app-7”',
        'Redirect URI: “https://relay.example.com/back”',
        'Permissions: “tag, people”',
        'Read-only: labels can be browsed, exported and compared, but not changed.',
      ]) {
        assert.ok(dialog.includes(text), dialog);
      }
    });
    await person.takeScreenshot('connectionLink');
    for (const press of ['notification.acceptPrimaryAction', 'list.select']) {
      await vscode.commands.executeCommand(press);
    }
    assert.deepEqual(connections(), before);
    await person.pressDialogButton(question, 'Cancel');
    assert.deepEqual(connections(), before);
  });

  it('add it to the settings once the person agrees', async () => {
    const before = connections();
    await open(query);
    await person.pressDialogButton(question, 'Add Connection');
    await untilNotified('The connection Acme staging was added.');
    assert.deepEqual(connections(), [
      ...before,
      {
        name: 'Acme staging',
        baseUrl: 'https://staging.example.com',
        clientId: 'app-7',
        redirectUri: 'https://relay.example.com/back',
        scopes: ['tag', 'people'],
        readOnly: true,
      },
    ]);
  });

  it('have nothing of their own in the heading of the dialog but the address', async () => {
    const before = connections();
    const forged = 'Acme from this link? Base URL: https://workforce.acme.example';
    await open(
      `name=${encodeURIComponent(forged)}&baseUrl=https%3A%2F%2Fevil.example.com&clientId=x`,
    );
    const heading = 'Add a connection to https://evil.example.com from this link?';
    await eventually(async () => {
      const [dialog = ''] = await person.dialogs();
      assert.ok(dialog.startsWith(heading) || dialog.includes(`\n${heading}`), dialog);
      assert.ok(dialog.indexOf('evil.example.com”') < dialog.indexOf('workforce.acme'), dialog);
    });
    await person.takeScreenshot('forgedConnectionLink');
    await person.pressDialogButton(heading, 'Cancel');
    assert.deepEqual(connections(), before);
  });

  it('say that the service is connected already, and that a name is taken', async () => {
    const before = connections();
    const baseUrl = encodeURIComponent(service().baseUrl);
    await open(`name=Another&baseUrl=${baseUrl}&clientId=x`);
    await untilNotified('Your connection Test service already points to');
    await open('name=Test%20service&baseUrl=https%3A%2F%2Fother.example.com&clientId=x');
    const alike = 'looks like that of your connection “Test service”. Nothing was added.';
    await untilNotified(alike);
    await person.clearNotifications();
    // A Cyrillic letter.
    const name = encodeURIComponent('TЕST  service');
    await open(`name=${name}&baseUrl=https%3A%2F%2Fother.example.com&clientId=x`);
    await untilNotified(alike);
    assert.deepEqual(connections(), before);
    assert.deepEqual(await person.dialogs(), []);
  });

  it('are refused with a secret, and with what no connection can be', async () => {
    const before = connections();
    await open(`${query}&clientSecret=hidden-value`);
    await untilNotified((text) => text.includes('contains a secret') && !text.includes('hidden'));
    await open(`${query}#details`);
    await untilNotified('cannot open this link');
    await open('name=A&baseUrl=http%3A%2F%2Fplain.example.com&clientId=x');
    await untilNotified('The connection in this link cannot be added. The base URL must start');
    assert.deepEqual(connections(), before);
  });
});
