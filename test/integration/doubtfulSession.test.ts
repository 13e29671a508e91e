import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds, viewIds } from '../../src/ids.ts';
import { eventually } from './eventually.ts';
import { codesIn } from './labelRows.ts';
import { person } from './person.ts';
import { accountLabels, administrator, Service } from './service.ts';

/** Waits for the row that says what the service said, above the labels that had been loaded. */
async function untilSaid(): Promise<void> {
  await eventually(async () => {
    const rows = await person.rows();
    assert.equal(rows[0], 'Try Again, HTTP 400: not renewed, but you stay signed in');
    assert.equal(codesIn(rows).length, labels);
  });
}

/** So few that all have room in the view, beside the row that says what is wrong. */
const labels = 20;

describe('a refusal that does not say that the session has ended', () => {
  let service: Service;

  before(async () => {
    service = await Service.start({ labels, tokenErrors: 'html' });
    await service.signInFirst();
    await vscode.commands.executeCommand(`${viewIds.labels}.focus`);
    await eventually(async () => assert.equal(codesIn(await person.rows()).length, labels));
  });

  after(async () => {
    await service.stop();
    await vscode.commands.executeCommand('workbench.view.explorer');
  });

  it('signs nobody out, and is said in a row that tries again', async () => {
    service.sandbox.control.revokeRefreshTokens();
    service.sandbox.control.expireAccessTokens();
    await vscode.commands.executeCommand(commandIds.refreshLabels);
    await untilSaid();
    await person.takeScreenshot('doubtfulSession');
    await person.clickRow('Try Again');
    await untilSaid();
    assert.deepEqual(await accountLabels(), [service.authenticationLabel(administrator)]);
    // VS Code takes the notification of work that has ended away a little later.
    await eventually(async () => assert.deepEqual(await person.notifications(), []));
  });

  it('is forgotten after a sign-in', async () => {
    const done = vscode.commands.executeCommand(
      commandIds.signIn,
      service.accountId(administrator),
    );
    await person.decide({ decision: 'approve', ...administrator });
    await done;
    await eventually(async () => {
      const rows = await person.rows();
      assert.equal(codesIn(rows).length, labels);
      assert.equal(rows.length, labels);
    });
  });
});
