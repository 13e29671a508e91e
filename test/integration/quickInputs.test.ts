import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds, settingIds } from '../../src/ids.ts';
import { eventually } from './eventually.ts';
import { person } from './person.ts';
import {
  accountLabel,
  accountLabels,
  administrator,
  administratorInAsia,
  Service,
  signIn,
} from './service.ts';

const tokenEndpoint = '/auth/oauth/token';

/** How text is drawn whose `$(name)` VS Code has not taken for an icon. */
function asText(text: string): string {
  return text.replaceAll('$(', '$\u2060(');
}

describe('quick inputs', () => {
  let service: Service;

  before(async () => {
    service = await Service.start();
    await service.signInFirst();
  });

  after(async () => {
    await service.stop();
    await set(settingIds.statusNames, undefined);
  });

  it('show names of connections and client IDs as they are', async () => {
    const { baseUrl } = service;
    await set(settingIds.connections, [
      { name: '$(beaker) Test', baseUrl, clientId: '$(key)' },
      { name: 'Production', baseUrl, clientId: 'app' },
    ]);
    const done = vscode.commands.executeCommand(commandIds.setClientSecret);
    await person.pickItem(asText('$(beaker) Test'));
    await person.typeText(asText('client ID $(key)'), 'secret');
    await eventually(async () => {
      const texts = await person.notifications();
      assert.ok(texts.includes('The client secret of $(beaker) Test is stored.'));
    });
    await vscode.commands.executeCommand('notifications.clearAll');
    await done;
    await service.connectAs(baseUrl);
  });

  it('show names of statuses and what labels are filtered by as they are', async () => {
    await set(settingIds.statusNames, { 1: '$(trash) Retired' });
    const filtered = vscode.commands.executeCommand(commandIds.filterLabels);
    await person.pickItem('Status');
    await person.pickItem(asText('$(trash) Retired'));
    await filtered;
    const named = vscode.commands.executeCommand(commandIds.filterLabels);
    await person.typeText(asText('$(trash) Retired'), 'Name');
    await person.typeText('leave it empty', '$(zap)');
    await named;
    const done = vscode.commands.executeCommand(commandIds.filterLabels);
    await person.typeText(asText('$(zap)'), 'Clear filter');
    await done;
  });

  it('show tenants as they are', async () => {
    // The service says another name than the one that was chosen on its page.
    service.proxy.path = tokenEndpoint;
    service.proxy.fault = {
      kind: 'garble',
      change: (body) => body.replaceAll(administratorInAsia.tenant, '$(beaker)'),
    };
    await signIn(administratorInAsia);
    service.proxy.fault = { kind: 'pass' };
    const label = accountLabel({ ...administratorInAsia, tenant: '$(beaker)' });
    assert.deepEqual(await accountLabels(), [label, accountLabel(administrator)]);
    const done = vscode.commands.executeCommand(commandIds.signOut);
    await person.pickItem(asText(label));
    await done;
    assert.deepEqual(await accountLabels(), [accountLabel(administrator)]);
  });
});

async function set(id: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration().update(id, value, vscode.ConfigurationTarget.Global);
}
