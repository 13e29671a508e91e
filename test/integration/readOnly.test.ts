import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { tableScheme } from '../../src/core/account/tableAddress.ts';
import { systemClock } from '../../src/core/async/clock.ts';
import { ChangeJournal } from '../../src/core/labels/changes/journal/journal.ts';
import { commandIds, settingIds, viewIds, type CommandId } from '../../src/ids.ts';
import type { LabelRecord } from '../../src/sandbox/labelRecord.ts';
import { testEnvironment } from './environment.ts';
import { eventually } from './eventually.ts';
import { closeWithoutSaving, openForm, replaceText } from './labelDocuments.ts';
import { person } from './person.ts';
import { replaceName } from './replaceName.ts';
import { administrator, connectionName, startSignedIn } from './service.ts';
import { setSetting } from './setSetting.ts';
import { untilNotified } from './untilNotified.ts';
import { untilReviewed } from './untilReviewed.ts';

const update = 'POST /api/v2/label/update';
const refusal = 'is read-only: its labels can be browsed, exported and compared, but not changed.';

/** Whether each command may lead to an update of labels: a new command is one more line here. */
const mayChangeLabels: Readonly<Record<CommandId, boolean>> = {
  [commandIds.getStarted]: false,
  [commandIds.addConnection]: false,
  [commandIds.editConnection]: false,
  [commandIds.removeConnection]: false,
  [commandIds.setClientSecret]: false,
  [commandIds.signIn]: false,
  [commandIds.copySignInLink]: false,
  [commandIds.pasteCallbackUrl]: false,
  [commandIds.signOut]: false,
  [commandIds.signOutAll]: false,
  [commandIds.renameAccount]: false,
  [commandIds.accountDetails]: false,
  [commandIds.testConnection]: false,
  [commandIds.refreshLabels]: false,
  [commandIds.filterLabels]: false,
  [commandIds.clearLabelFilter]: false,
  [commandIds.saveLabelFilter]: false,
  [commandIds.showDuplicateLabels]: false,
  [commandIds.findLabel]: false,
  [commandIds.loadMoreLabels]: false,
  [commandIds.loadAllLabels]: false,
  [commandIds.editLabel]: false,
  [commandIds.editLabelAsJson]: false,
  [commandIds.openFocusedRow]: false,
  [commandIds.saveAndNext]: false,
  [commandIds.renameLabel]: true,
  [commandIds.setLabelStatus]: true,
  [commandIds.replaceInLabels]: true,
  [commandIds.selectLabelsByList]: false,
  [commandIds.compareAccounts]: false,
  [commandIds.openLabelTable]: false,
  [commandIds.editTableAsText]: false,
  [commandIds.exportLabels]: false,
  [commandIds.importLabels]: true,
  [commandIds.undoLabelChanges]: true,
  [commandIds.redoLabelChanges]: true,
  [commandIds.undoChanges]: true,
  [commandIds.redoChanges]: true,
  [commandIds.retryFailedChanges]: true,
  [commandIds.resumeChanges]: true,
  [commandIds.showConflicts]: false,
  [commandIds.exportChanges]: false,
  [commandIds.showLabelChanges]: false,
  [commandIds.copyLabelId]: false,
  [commandIds.copyLabelCode]: false,
  [commandIds.copyLabelName]: false,
  [commandIds.copyLabelRows]: false,
  [commandIds.copyLabelLink]: false,
  [commandIds.startSandbox]: false,
  [commandIds.stopSandbox]: false,
  [commandIds.showDiagnostics]: false,
  [commandIds.showLog]: false,
};

describe('a read-only connection', () => {
  const service = startSignedIn();
  let sent = 0;
  /** A run of the time when labels could be changed. */
  let runId = '';

  before(async () => {
    const run = await replaceName('Company');
    await untilNotified('1 label changed.');
    await run.ended;
    const journal = new ChangeJournal({
      folder: path.join(testEnvironment().storageFolder, 'changes'),
      clock: systemClock,
      limits: () => ({ days: 30, megabytes: 100 }),
    });
    const account = service().accountId(administrator);
    const own = (await journal.runs()).find(({ header }) => header.account.id === account);
    runId = own?.header.id ?? assert.fail('There is no run.');
    sent = service().requests(update);
  });

  afterEach(() => assert.equal(service().requests(update), sent));

  after(async () => {
    // Whether to forget the changes that were made.
    await untilNotified('is signed out');
  });

  function label(): LabelRecord {
    const labels = service().sandbox.control.labels(administrator.tenant);
    return labels.find(({ labelName }) => labelName === 'Probation period') ?? assert.fail();
  }

  /** Waits until the window knows of the setting, as the file of a label shows. */
  async function setReadOnly(readOnly: boolean): Promise<void> {
    const [connection] = vscode.workspace
      .getConfiguration()
      .get<object[]>(settingIds.connections, []);
    await setSetting(settingIds.connections, [{ ...connection, readOnly }]);
    const uri = service().labelUri(administrator, label());
    await eventually(async () => {
      const { permissions } = await vscode.workspace.fs.stat(uri);
      assert.equal(permissions, readOnly ? vscode.FilePermission.Readonly : undefined);
    });
  }

  it('sends nothing of a review that was opened before it became so, and keeps it', async () => {
    const replaced = vscode.commands.executeCommand(commandIds.replaceInLabels);
    await person.pickItem('Name');
    await person.typeText('Text to find', 'Probation');
    await person.typeText('Replacement', 'Trial');
    await untilReviewed('2 labels will change.');
    await person.tickReviewRow(label().labelCode ?? '');
    await untilReviewed('Apply One Change');
    await setReadOnly(true);
    await person.pressReviewButton('Apply One Change');
    await untilNotified(refusal);
    await untilReviewed('Apply One Change');
    await person.pressReviewButton('Cancel');
    await replaced;
  });

  for (const [command, mayChange] of Object.entries(mayChangeLabels)) {
    if (mayChange) {
      it(`refuses ${command}, and says why`, async () => {
        await setReadOnly(true);
        await vscode.commands.executeCommand(`${viewIds.labels}.focus`);
        await eventually(async () => {
          await person.clickRowInSight('Works council member');
          assert.equal((await person.selectedRows()).length, 1);
          // Once VS Code opens the label, it has told the extension what is selected.
          const { activeTab } = vscode.window.tabGroups.activeTabGroup;
          assert.ok(activeTab?.label.startsWith('COUNCIL-'));
        });
        // On nothing: what is selected, or open in front.
        const isOfLabels =
          command === commandIds.renameLabel || command === commandIds.setLabelStatus;
        const rows = isOfLabels ? [] : [service().accountId(administrator), undefined];
        const isOfRun = command.includes('hanges');
        const done = vscode.commands.executeCommand(command, ...(isOfRun ? [runId] : rows));
        await untilNotified(refusal);
        await done;
      });
    }
  }

  it('shows a label that nobody can change, with what is in it', async () => {
    await setReadOnly(true);
    const uri = service().labelUri(administrator, label());
    const document = await openForm(uri);
    await replaceText(document, label().labelName, 'By a program');
    assert.equal(await document.save(), false);
    assert.equal(label().labelName, 'Probation period');
    await closeWithoutSaving();
    const content = await vscode.workspace.fs.readFile(uri);
    await assert.rejects(Promise.resolve(vscode.workspace.fs.writeFile(uri, content)));
  });

  it('shows a table that nobody can change', async () => {
    await setReadOnly(true);
    await vscode.commands.executeCommand(commandIds.openLabelTable);
    const document = await eventually(() => {
      const found = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === tableScheme);
      assert.ok(found);
      return found;
    });
    const { permissions } = await vscode.workspace.fs.stat(document.uri);
    assert.equal(permissions, vscode.FilePermission.Readonly);
    for (const readOnly of [true, false, true]) {
      await setReadOnly(readOnly);
      await eventually(async () => {
        const says = (await person.review()).includes(
          `The connection ${connectionName} is read-only`,
        );
        assert.equal(says, readOnly);
      });
    }
    await replaceText(document, label().labelName, 'By a program');
    assert.equal(await document.save(), false);
    assert.equal(label().labelName, 'Probation period');
    await closeWithoutSaving();
  });

  it('refuses what a language model proposes', async () => {
    await setReadOnly(true);
    const input = { title: 'Trial', changes: [{ id: label().id, labelName: 'Trial' }] };
    await assert.rejects(
      Promise.resolve(
        vscode.lm.invokeTool('workforce_proposeLabelChanges', {
          input,
          toolInvocationToken: undefined,
        }),
      ),
      new RegExp(refusal),
    );
  });
});
