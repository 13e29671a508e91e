import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds, settingIds, viewIds } from '../../src/ids.ts';
import { eventually } from './eventually.ts';
import { codesIn } from './labelRows.ts';
import { person } from './person.ts';
import { accountLabel, accountLabels, administrator, Service } from './service.ts';
import { setSetting } from './setSetting.ts';

const sentence = 'The service did not renew your sign-in: “refresh token” (40001).';

/** Waits for the row that says what the service said, above the labels that had been loaded. */
async function untilSaid(): Promise<void> {
  await eventually(async () => {
    const rows = await person.rows();
    assert.equal(rows[0], `Retry, ${sentence}`);
    assert.equal(codesIn(rows).length, labels);
  });
}

/** So few that all have room in the view, beside the row that says what is wrong. */
const labels = 20;

describe('a refusal that does not say that the session has ended', () => {
  let service: Service;
  /** What asks to sign in to an account of an earlier test stays until somebody does. */
  let notified: readonly string[];

  /** Waits until these, and no others, have been added to the notifications. */
  async function untilAdded(...texts: readonly string[]): Promise<void> {
    // VS Code takes the notification of work that has ended away a little later.
    await eventually(async () => {
      const added = (await person.notifications()).filter((each) => !notified.includes(each));
      assert.equal(added.length, texts.length, added.join('\n'));
      for (const text of texts) {
        assert.ok(
          added.some((each) => each.includes(text)),
          added.join('\n'),
        );
      }
    });
  }

  before(async () => {
    service = await Service.start({ labels, tokenErrors: 'envelope', tokenErrorCode: 40_001 });
    await service.signInFirst();
    await vscode.commands.executeCommand(`${viewIds.labels}.focus`);
    await eventually(async () => assert.equal(codesIn(await person.rows()).length, labels));
  });

  after(async () => {
    await setSetting(settingIds.invalidGrantCodes, undefined);
    await service.stop();
    await vscode.commands.executeCommand('workbench.view.explorer');
  });

  it('signs nobody out, and is said in a row, a notification and the status bar', async () => {
    notified = await person.notifications();
    service.sandbox.control.revokeRefreshTokens();
    service.sandbox.control.expireAccessTokens();
    await vscode.commands.executeCommand(commandIds.refreshLabels);
    await untilSaid();
    await untilAdded(`${accountLabel(administrator)}: ${sentence}`);
    const inWindow = await person.window();
    assert.ok(
      inWindow.some((line) => line.includes(`Sign-in not renewed: ${accountLabel(administrator)}`)),
      inWindow.join('\n'),
    );
    await person.takeScreenshot('doubtfulSession');
    await person.clickRow('Retry');
    await untilSaid();
    await untilAdded(sentence);
    assert.deepEqual(await accountLabels(), [service.authenticationLabel(administrator)]);
  });

  it('is notified again, once, where a person retries in vain', async () => {
    await person.clickNotification(sentence, 'Retry');
    await untilAdded(sentence);
  });

  it('is forgotten after a sign-in, which offers to take the code for the end of a session', async () => {
    await person.clickNotification(sentence, 'Sign In');
    await person.decide({ decision: 'approve', ...administrator });
    await untilAdded('The service did not renew your sign-in (code 40001)');
    await eventually(async () => {
      const rows = await person.rows();
      assert.equal(codesIn(rows).length, labels);
      assert.equal(rows.length, labels);
    });
    assert.ok(!(await person.window()).some((line) => line.includes('Sign-in not renewed')));
    await person.takeScreenshot('offeredCode');
    await person.clickNotification('(code 40001)', 'Yes');
    await eventually(() => {
      const setting = vscode.workspace.getConfiguration().inspect(settingIds.invalidGrantCodes);
      assert.deepEqual(setting?.globalValue, [40_001]);
    });
  });

  it('ends the session from then on', async () => {
    notified = await person.notifications();
    service.sandbox.control.revokeRefreshTokens();
    service.sandbox.control.expireAccessTokens();
    await vscode.commands.executeCommand(commandIds.refreshLabels);
    const ended = `The session of ${accountLabel(administrator)} has ended.`;
    await untilAdded(ended);
    await person.clickNotification(ended, 'Sign In');
    await person.decide({ decision: 'approve', ...administrator });
    await untilAdded();
  });
});
