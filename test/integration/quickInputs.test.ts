import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds, settingIds, viewIds } from '../../src/ids.ts';
import { eventually } from './eventually.ts';
import { codesIn } from './labelRows.ts';
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
  return text.replaceAll('$(', '$ (');
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
    await person.typeText(asText('client ID “$(key)”'), 'secret');
    await untilNotified((text) => text === 'The client secret of $(beaker) Test is stored.');
    await done;
    await service().connectAs(baseUrl);
  });

  it('show names of statuses and what labels are filtered by as they are', async () => {
    await setSetting(settingIds.statusNames, { 1: '$(trash) Retired' });
    const filtered = vscode.commands.executeCommand(commandIds.filterLabels);
    await person.pickItem('Status');
    // The rows are drawn once more, when it is known how many labels each status has.
    await eventually(async () => assert.match((await person.items()).join(), / labels?\b/));
    await person.pickItem(asText('$(trash) Retired'));
    await filtered;
    const named = vscode.commands.executeCommand(commandIds.filterLabels);
    await person.typeText(asText('$(trash) Retired'), 'Name');
    await person.typeText('empty removes it', '$(zap)');
    await named;
    const done = vscode.commands.executeCommand(commandIds.filterLabels);
    await eventually(async () =>
      assert.ok((await person.items()).join().includes(asText('$(zap)'))),
    );
    // Typed, it would be a text to filter by until the rows are drawn for it.
    await person.pickItem('Clear filter');
    await done;
  });

  it('offer a new status that has a name or that labels of the account have, whatever is filtered', async () => {
    const { tenant } = administrator;
    const [first, second] = service().sandbox.control.labels(tenant);
    assert.ok(first && second);
    service().sandbox.control.updateLabel(tenant, second.id, { labelStatus: 7 });
    await setSetting(settingIds.statusNames, { 1: 'Active', 41: 'Archived' });
    await vscode.commands.executeCommand(`${viewIds.labels}.focus`);
    await vscode.commands.executeCommand(commandIds.refreshLabels);
    await eventually(async () =>
      assert.deepEqual(codesIn(await person.rows()).slice(0, 2), [
        first.labelCode,
        second.labelCode,
      ]),
    );
    const filtered = vscode.commands.executeCommand(commandIds.filterLabels);
    await person.typeText('Filter Labels', `code:${second.labelCode}`);
    await filtered;
    const [row = ''] = await eventually(async () => {
      const rows = await person.rows();
      assert.deepEqual(codesIn(rows), [second.labelCode]);
      return rows;
    });
    const statuses = service()
      .sandbox.control.labels(tenant)
      .flatMap(({ labelStatus }) => labelStatus ?? []);
    const offered = Array.from(new Set([...statuses, 1, 41])).toSorted((one, other) => one - other);
    await person.clickRow(row);
    // Once VS Code opens the label, it has told the extension what is selected.
    await eventually(() =>
      assert.ok(
        vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith(second.labelCode),
      ),
    );
    const done = vscode.commands.executeCommand(commandIds.setLabelStatus);
    const names = new Map([
      [1, 'Active, 1'],
      [7, 'Status 7, current'],
      [41, 'Archived, 41'],
    ]);
    await eventually(async () =>
      assert.deepEqual(
        await person.items(),
        offered.map((status) => names.get(status) ?? `Status ${status}`),
      ),
    );
    await person.pressKey('Escape');
    await done;
    await vscode.commands.executeCommand(commandIds.clearLabelFilter);
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
    // VS Code keys consent by this one: two tenants must not have the same.
    const listed = service().authenticationLabel({ ...who, tenant: '$%28beaker)' });
    assert.deepEqual(await accountLabels(), [listed, ...others]);
    const done = vscode.commands.executeCommand(commandIds.signOut);
    await person.pickItem(asText(accountLabel(who)));
    await person.pressDialogButton('Sign out of', 'Sign Out');
    await done;
    assert.deepEqual(await accountLabels(), others);
  });
});
