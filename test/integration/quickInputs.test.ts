import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds, settingIds } from '../../src/ids.ts';
import { person } from './person.ts';
import {
  accountLabel,
  accountLabels,
  administrator,
  administratorInAsia,
  startSignedIn,
  signIn,
} from './service.ts';
import { setSetting } from './setSetting.ts';
import { untilNotified } from './untilNotified.ts';

const tokenEndpoint = '/auth/oauth/token';

/** How text is drawn whose `$(name)` VS Code has not taken for an icon. */
function asText(text: string): string {
  return text.replaceAll('$(', '$\u2060(');
}

describe('quick inputs', () => {
  const service = startSignedIn();

  after(async () => {
    await setSetting(settingIds.statusNames, undefined);
  });

  it('show names of connections and client IDs as they are', async () => {
    const { baseUrl } = service();
    await setSetting(settingIds.connections, [
      { name: '$(beaker) Test', baseUrl, clientId: '$(key)' },
      { name: 'Production', baseUrl, clientId: 'app' },
    ]);
    const done = vscode.commands.executeCommand(commandIds.setClientSecret);
    await person.pickItem(asText('$(beaker) Test'));
    await person.typeText(asText('client ID $(key)'), 'secret');
    await untilNotified((text) => text === 'The client secret of $(beaker) Test is stored.');
    await done;
    await service().connectAs(baseUrl);
  });

  it('show names of statuses and what labels are filtered by as they are', async () => {
    await setSetting(settingIds.statusNames, { 1: '$(trash) Retired' });
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
    service().proxy.path = tokenEndpoint;
    service().proxy.fault = {
      kind: 'garble',
      change: (body) => body.replaceAll(administratorInAsia.tenant, '$(beaker)'),
    };
    await signIn(administratorInAsia);
    service().proxy.fault = { kind: 'pass' };
    const who = { ...administratorInAsia, tenant: '$(beaker)' };
    const others = [service().authenticationLabel(administrator)];
    assert.deepEqual(await accountLabels(), [service().authenticationLabel(who), ...others]);
    const done = vscode.commands.executeCommand(commandIds.signOut);
    await person.pickItem(asText(accountLabel(who)));
    await done;
    assert.deepEqual(await accountLabels(), others);
  });
});
