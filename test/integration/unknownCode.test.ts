import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds, settingIds, viewIds } from '../../src/ids.ts';
import { eventually } from './eventually.ts';
import { codesIn } from './labelRows.ts';
import { person } from './person.ts';
import { Service } from './service.ts';
import { untilNotified } from './untilNotified.ts';

/** So few that the row of a failure is in sight. */
const labels = 15;

/** Waits until the view has these rows, all labels among them. */
async function untilRows(count: number): Promise<void> {
  await eventually(async () => {
    const rows = await person.rows();
    assert.deepEqual([rows.length, codesIn(rows).length], [count, labels]);
  });
}

/** The notifications that name this code; one of another test may still be shown. */
async function notificationsOfCode(code: number): Promise<readonly string[]> {
  return (await person.notifications()).filter((text) => text.includes(String(code)));
}

describe('an access token that is refused by a code that nobody knows', () => {
  let service: Service;

  before(async () => {
    const options = { unauthorized: 'envelope', unauthorizedCode: 10_086 } as const;
    service = await Service.start({ labels, ...options });
    await service.signInFirst();
    await vscode.commands.executeCommand(`${viewIds.labels}.focus`);
    await untilRows(labels);
    await person.clearNotifications();
  });

  after(async () => {
    await service.stop();
    await vscode.commands.executeCommand('workbench.view.explorer');
  });

  /** Lets the access token expire, and be refused with another code. */
  function refuseWith(unauthorizedCode: number): void {
    service.sandbox.control.setOption({ unauthorizedCode });
    service.sandbox.control.expireAccessTokens();
  }

  it('is said in its row alone, where Retry helps, and the code is offered once', async () => {
    service.sandbox.control.expireAccessTokens();
    await vscode.commands.executeCommand(commandIds.refreshLabels);
    await untilRows(labels + 1);
    assert.match((await person.rows())[0] ?? '', /^Retry, .*\(code 10086\)$/);
    assert.deepEqual(await notificationsOfCode(10_086), []);
    await person.clickRow('Retry');
    await untilRows(labels);
    await person.clickNotification('(code 10086)', 'No');
    const setting = vscode.workspace.getConfiguration().inspect(settingIds.unauthorizedCodes);
    assert.equal(setting?.globalValue, undefined);
  });

  it('is renewed without a word from then on', async () => {
    service.sandbox.control.expireAccessTokens();
    await vscode.commands.executeCommand(commandIds.refreshLabels);
    await untilRows(labels);
    assert.deepEqual(await notificationsOfCode(10_086), []);
  });

  it('is renewed by Retry wherever that is', async () => {
    refuseWith(10_087);
    const tested = vscode.commands.executeCommand(commandIds.testConnection);
    await person.clickNotification('(code 10087)', 'Retry');
    await person.clickNotification('(code 10087)', 'No');
    await untilNotified('accepts the sign-in');
    await tested;

    refuseWith(10_088);
    const found = vscode.commands.executeCommand(commandIds.findLabel);
    await person.typeText('Find Label', 'council');
    await eventually(async () => assert.match((await person.items())[0] ?? '', /^Retry/));
    await person.clickItem('Retry');
    await eventually(async () => assert.match((await person.items()).join(), /COUNCIL-00002/));
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await found;
    await person.clickNotification('(code 10088)', 'No');
  });
});
