import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds } from '../../src/ids.ts';
import { eventually } from './eventually.ts';
import { person } from './person.ts';
import {
  accountLabel,
  accountLabels,
  administrator,
  integrator,
  startSignedIn,
  type Service,
} from './service.ts';

/** Has the service end the administrator's session, which the user takes note of. */
async function endSession({ sandbox }: Service): Promise<void> {
  sandbox.control.revokeRefreshTokens();
  sandbox.control.expireAccessTokens();
  const done = vscode.commands.executeCommand(commandIds.testConnection);
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  done.then(end, end);
  // The command says so, and the list of labels: which of them comes first is a matter of time.
  await eventually(async () => {
    if (!isOver && (await person.notifications()).some((text) => text.includes('has ended'))) {
      await person.clickNotification('has ended', 'Cancel');
    }
    assert.ok(isOver);
  });
  await done;
}

describe('a sign-in again that the browser has finished for somebody else', () => {
  const service = startSignedIn();

  it('says who was signed in and who was not, and offers to try again', async () => {
    // Those of accounts that earlier tests have signed out.
    await person.clearNotifications();
    await endSession(service());
    const id = service().accountId(administrator);
    const done = vscode.commands.executeCommand(commandIds.signIn, id);
    await person.decide({ decision: 'approve', ...integrator });
    const message = `The browser signed in ${accountLabel(integrator)}, not ${accountLabel(administrator)}.`;
    await eventually(async () => {
      const texts = await person.notifications();
      assert.ok(
        texts.some((text) => text.startsWith(message)),
        texts.join('\n'),
      );
    });
    await person.takeScreenshot('otherAccount');
    assert.deepEqual(await accountLabels(), [service().authenticationLabel(integrator)]);
    await person.clickNotification(message, 'Retry');
    await person.decide({ decision: 'approve', ...administrator });
    await done;
    assert.deepEqual(
      await accountLabels(),
      [administrator, integrator].map((who) => service().authenticationLabel(who)),
    );
    // VS Code takes the notification of work that has ended away a little later.
    await eventually(async () => assert.deepEqual(await person.notifications(), []));
  });
});
