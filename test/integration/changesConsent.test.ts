import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds } from '../../src/ids.ts';
import { eventually } from './eventually.ts';
import { person } from './person.ts';
import { replaceName } from './replaceName.ts';
import { accountLabels, administrator, connectionName, startSignedIn } from './service.ts';
import { untilNotified } from './untilNotified.ts';
import { untilReviewed } from './untilReviewed.ts';

const update = 'POST /api/v2/label/update';

describe('Commands that programs run', () => {
  const service = startSignedIn();

  after(async () => {
    // What presses the button of a notification leads to a question, and deletes nothing.
    await eventually(async () => {
      const texts = await person.notifications();
      assert.ok(texts.some((text) => text.includes('is signed out')));
    });
    await vscode.commands.executeCommand('notification.acceptPrimaryAction');
    await person.pressDialogButton('Delete the change history of', 'Cancel');
  });

  /** Runs a command as another extension does, and cancels the question it leads to; nothing is sent. */
  async function asksFirst(command: string, question: string, ...args: unknown[]): Promise<void> {
    const sent = service().requests(update);
    const before = names();
    const done = vscode.commands.executeCommand(command, ...args);
    await eventually(async () => {
      const dialogs = await person.dialogs();
      assert.ok(
        dialogs.some((text) => text.includes(question)),
        dialogs.join('\n'),
      );
    });
    // What another extension has to press buttons with.
    for (const press of [
      'list.select',
      'quickInput.accept',
      'workbench.action.acceptSelectedQuickOpenItem',
    ]) {
      await vscode.commands.executeCommand(press);
    }
    assert.equal((await person.dialogs()).length, 1);
    await person.pressDialogButton(question, 'Cancel');
    await done;
    assert.equal(service().requests(update), sent);
    assert.deepEqual(names(), before);
  }

  /** What the dialog has said that was waited for last. */
  let lastDialog = '';

  async function untilDialog(text: string): Promise<void> {
    await eventually(async () => {
      const dialogs = await person.dialogs();
      lastDialog = dialogs.find((each) => each.includes(text)) ?? '';
      assert.ok(lastDialog.includes(text), dialogs.join('\n'));
    });
  }

  /** Undoes or redoes the run about `name`, as `button` says. */
  async function turn(command: string, name: string, button: 'Undo' | 'Redo'): Promise<void> {
    const done = vscode.commands.executeCommand(command);
    await untilDialog(`${button} “Replace`);
    assert.ok(lastDialog.includes(name), lastDialog);
    await person.pressDialogButton(`${button} “Replace`, button);
    await untilNotified(
      (text) =>
        text.includes(`${button} “Replace`) &&
        text.includes(name) &&
        /labels? changed\./.test(text),
    );
    await done;
  }

  function names(): readonly unknown[] {
    return service()
      .sandbox.control.labels(administrator.tenant)
      .map(({ labelName }) => labelName);
  }

  it('send nothing of a review before the person agrees, and it stays as it is', async () => {
    const done = vscode.commands.executeCommand(commandIds.replaceInLabels);
    await person.pickItem('Name');
    await person.typeText('Text to find', 'Company');
    await person.typeText('Replacement', 'Firm');
    await untilReviewed('1 label will change.');
    await person.takeScreenshot('review');
    const sent = service().requests(update);
    const before = names();
    // What another extension has to press buttons with. A key that it makes VS Code type gets into no page.
    for (const [command, ...args] of [
      ['list.select'],
      ['workbench.action.acceptSelectedQuickOpenItem'],
      ['notification.acceptPrimaryAction'],
      ['workbench.action.webview.reloadWebviewAction'],
      ['type', { text: '\n' }],
    ] as const) {
      await vscode.commands.executeCommand(command, ...args);
    }
    await untilReviewed('1 label will change.');
    assert.equal(service().requests(update), sent);
    assert.deepEqual(names(), before);
    await person.pressReviewButton('Apply One Change');
    await untilNotified('1 label changed.');
    await done;
    assert.ok(names().some((name) => String(name).startsWith('Firm')));
  });

  it('take nothing back before the person agrees, step by step further back, and redo it', async () => {
    const first = names();
    const run = await replaceName('Probation');
    await untilNotified('2 labels changed.');
    await run.ended;
    const second = names();
    const question = /Undo “Replace ‘Probation’ with ‘.*’.*”\?/;
    await asksFirst(commandIds.undoLabelChanges, 'Undo “Replace');
    await turn(commandIds.undoLabelChanges, 'Probation', 'Undo');
    assert.deepEqual(names(), first);
    assert.ok(question.test(lastDialog), lastDialog);
    for (const fact of ['2 labels go back to their old values.', 'Sent ', 'acme-europe']) {
      assert.ok(lastDialog.includes(fact), lastDialog);
    }
    // The second time it is about the run before, and does not send the mistake again.
    await turn(commandIds.undoLabelChanges, 'Company', 'Undo');
    assert.ok(names().every((name) => !String(name).startsWith('Firm')));
    await nothing(commandIds.undoLabelChanges, 'There is nothing to undo now.');
    await turn(commandIds.redoLabelChanges, 'Company', 'Redo');
    assert.deepEqual(names(), first);
    await turn(commandIds.redoLabelChanges, 'Probation', 'Redo');
    assert.deepEqual(names(), second);
    await nothing(commandIds.redoLabelChanges, 'There is nothing to redo now.');
  });

  it('show what an undo would change, count what stays, and redo nothing once something new is sent', async () => {
    const { control } = service().sandbox;
    const label = control
      .labels(administrator.tenant)
      .find(({ labelName }) => labelName?.startsWith('Firm'));
    assert.ok(label);
    const undone = vscode.commands.executeCommand(commandIds.undoLabelChanges);
    await person.takeScreenshot('undoQuestion');
    await person.pressDialogButton('Undo “Replace', 'Show Changes');
    await untilReviewed('go back to their old value');
    const [button] = /Apply .+ Changes?/.exec(await person.review()) ?? [];
    await person.pressReviewButton(button ?? assert.fail());
    await untilNotified((text) => /Undo “Replace .*labels? changed\./.test(text));
    await undone;
    control.updateLabel(administrator.tenant, label.id, { labelName: 'Theirs' });
    const asked = vscode.commands.executeCommand(commandIds.undoLabelChanges);
    await untilDialog('0 labels go back to their old values.');
    assert.ok(
      lastDialog.includes('1 label stays as it is, because somebody has changed it since.'),
    );
    await person.pressDialogButton('Undo “Replace', 'Cancel');
    await asked;
    const run = await replaceName('Pension');
    await untilNotified('1 label changed.');
    await run.ended;
    await nothing(commandIds.redoLabelChanges, 'There is nothing to redo now.');
  });

  it('sign nobody out before the person agrees', async () => {
    const accounts = await accountLabels();
    await asksFirst(commandIds.signOut, 'Sign out of');
    await asksFirst(commandIds.signOut, 'Sign out of', service().accountId(administrator));
    await asksFirst(commandIds.signOutAll, 'Sign out of all accounts');
    assert.deepEqual(await accountLabels(), accounts);
  });

  it('replace no stored client secret before the person agrees, who sees where it is sent', async () => {
    const { baseUrl, sandbox } = service();
    const { clientId, control } = sandbox;
    const question = 'Replace the stored client secret?';
    const prompt = `The secret is sent to ${new URL(baseUrl).host}.`;
    for (const app of [undefined, { baseUrl, clientId }]) {
      const done = vscode.commands.executeCommand(commandIds.setClientSecret, app);
      await person.typeText(prompt, 'of a program');
      await untilDialog(question);
      for (const line of [`Base URL: “${baseUrl}”`, `Connection name: “${connectionName}”`]) {
        assert.ok(lastDialog.includes(line), lastDialog);
      }
      await person.pressDialogButton(question, 'Cancel');
      await done;
    }
    // The same one replaces nothing.
    const done = vscode.commands.executeCommand(commandIds.setClientSecret);
    await person.typeText(prompt, sandbox.clientSecret);
    await untilNotified(`The client secret of ${connectionName} is stored.`);
    await done;
    // The one that is stored renews sessions.
    const calls = control.tokenCalls().length;
    control.expireAccessTokens();
    await asksFirst(commandIds.undoLabelChanges, 'Undo “Replace');
    const outcomes = control
      .tokenCalls()
      .slice(calls)
      .map(({ outcome }) => outcome);
    assert.ok(
      outcomes.length > 0 && outcomes.every((outcome) => outcome === 'ok'),
      outcomes.join(),
    );
  });

  it('send nothing again before the person agrees', async () => {
    const { control } = service().sandbox;
    control.setOption({ gateway: [{ endpoint: 'update', when: 'before', status: 500 }] });
    const undone = vscode.commands.executeCommand(commandIds.undoLabelChanges);
    await person.pressDialogButton('Undo “Replace', 'Undo');
    await eventually(async () => {
      const texts = await person.notifications();
      assert.ok(
        texts.some((text) => text.includes('Failed: 1.')),
        texts.join('\n'),
      );
    });
    control.setOption({ gateway: [] });
    const sent = service().requests(update);
    await person.clickNotification('Failed: 1.', 'Retry Failed');
    await person.pressDialogButton('Retry the change to one label of', 'Cancel');
    await undone;
    assert.equal(service().requests(update), sent);
  });
});

/** Runs a command that has nothing to do, which says so. */
async function nothing(command: string, message: string): Promise<void> {
  const done = vscode.commands.executeCommand(command);
  await untilNotified(message);
  await done;
}
