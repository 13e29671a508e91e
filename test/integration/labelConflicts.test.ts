import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { commandIds, labelLanguageId } from '../../src/ids.ts';
import { eventually } from './eventually.ts';
import {
  agreeing,
  nameIn,
  replaceAll,
  replaceText,
  overwriteTheirs,
  refusedOrTold,
} from './labelDocuments.ts';
import { person } from './person.ts';
import { startLabelDocuments } from './startLabelDocuments.ts';
import { untilNotified } from './untilNotified.ts';

const updatePath = '/api/v2/label/update';
const listPath = '/api/v2/label/list';

describe('a label that somebody else changes too', () => {
  const { change, label, open, rename, served, service } = startLabelDocuments({ labels: 90 });

  it('does not overwrite what came between the check and the write', async () => {
    const record = label(0);
    const document = await open(record);
    await replaceText(document, record.labelName, 'Mine');
    const { proxy } = service();
    const { promise: checked, resolve: check } = Promise.withResolvers<void>();
    // Then the save asks the service before it asks the person; the request after that is the last before it sends.
    await holdExtensionHost(1);
    proxy.path = listPath;
    proxy.fault = {
      kind: 'garble',
      // The answer is on its way already.
      change: (body) => {
        proxy.fault = { kind: 'pass' };
        rename(record, 'Theirs');
        check();
        return body;
      },
    };
    const saving = agreeing(document.save());
    await checked;
    // Nothing of the save happens sooner than a second after what came before it.
    await holdExtensionHost();
    assert.equal(await saving, false);
    assert.equal(served(record).labelName, 'Theirs');
    assert.equal(document.isDirty, true);
    await untilNotified('was just changed in the service');
  });

  for (const [index, as, language] of [
    [1, 'a form', labelLanguageId],
    [8, 'JSON', 'json'],
  ] as const) {
    it(`overwrites in ${as} what the person was told of, and nothing that came after`, async () => {
      const record = label(index);
      const document = await open(record);
      if (language === 'json') {
        await vscode.commands.executeCommand(commandIds.editLabelAsJson);
        await vscode.languages.setTextDocumentLanguage(document, language);
      }
      assert.equal(document.languageId, language);
      await replaceText(document, record.labelName, 'Mine');
      rename(record, 'Theirs');
      assert.equal(await agreeing(document.save()), false);
      change(record, { labelName: 'Theirs, later', labelStatus: 7 });
      await person.clickNotification('content of the file is newer', 'Overwrite');
      await refusedOrTold('“Theirs, later” becomes “Mine”');
      assert.equal(served(record).labelName, 'Theirs, later');
      assert.equal(await agreeing(document.save()), false);
      await person.clickNotification('content of the file is newer', 'Overwrite');
      await person.pressDialogButton(overwriteTheirs, 'Overwrite');
      await eventually(() => assert.equal(served(record).labelName, 'Mine'));
      assert.equal(served(record).labelStatus, 7);
    });
  }

  it('reverts nothing of somebody else where one types on before a save was read again', async () => {
    const record = label(2);
    const document = await open(record);
    await replaceText(document, record.labelName, 'Saved first');
    change(record, { labelStatus: 7 });
    assert.equal(await agreeing(document.save()), true);
    await replaceText(document, 'Saved first', 'Typed on');
    assert.equal(await agreeing(document.save()), true);
    const { labelName, labelStatus } = served(record);
    assert.deepEqual({ labelName, labelStatus }, { labelName: 'Typed on', labelStatus: 7 });
  });

  it('asks nothing where nothing is unsaved, and shows what the service has', async () => {
    const record = label(7);
    const document = await open(record);
    rename(record, 'Theirs');
    // As Ctrl+S does, also where VS Code has nothing to save.
    await vscode.commands.executeCommand('workbench.action.files.save');
    await eventually(() => assert.equal(nameIn(document), 'Theirs'));
    assert.equal(document.isDirty, false);
    assert.equal(served(record).labelName, 'Theirs');
  });

  it('asks nothing where the content came late after the version', async () => {
    const record = label(3);
    const document = await open(record);
    await replaceText(document, record.labelName, 'Typed and reverted');
    // Only what the service sets by itself is another.
    rename(record, record.labelName ?? '');
    const reverting = vscode.commands.executeCommand('workbench.action.files.revert');
    // VS Code asks for the one and then for the other, more than a second apart.
    await holdExtensionHost();
    await reverting;
    await replaceText(document, record.labelName, 'Typed on');
    assert.equal(await agreeing(document.save()), true);
    assert.equal(served(record).labelName, 'Typed on');
  });

  it('asks nothing where the document has not taken what was read', async () => {
    const record = label(4);
    const document = await open(record);
    await replaceText(document, record.labelName, 'Typed meanwhile');
    // Only what the service sets by itself is another.
    rename(record, record.labelName ?? '');
    assert.notEqual(served(record).updateTime, record.updateTime);
    // VS Code leaves what it reads of a document that somebody types in; so does another extension.
    await vscode.workspace.fs.readFile(document.uri);
    assert.equal(await agreeing(document.save()), true);
    assert.equal(served(record).labelName, 'Typed meanwhile');
  });

  it('asks nothing where what was read came into the document by an edit', async () => {
    const record = label(5);
    const document = await open(record);
    // Only what the service sets by itself is another.
    rename(record, record.labelName ?? '');
    // As VS Code asks for what it then leaves, since somebody types.
    await vscode.workspace.fs.stat(document.uri);
    const read = new TextDecoder().decode(await vscode.workspace.fs.readFile(document.uri));
    await replaceText(document, record.labelName, 'Typed meanwhile');
    await replaceAll(document, read);
    assert.equal(await agreeing(document.save()), true);
    await replaceText(document, record.labelName, 'Typed on');
    assert.equal(await agreeing(document.save()), true);
  });

  it('asks nothing where what was typed during a save was taken back', async () => {
    const record = label(6);
    const document = await open(record);
    await replaceText(document, record.labelName, 'Saved');
    const release = service().proxy.holdAnswers(updatePath);
    const saving = agreeing(document.save());
    await eventually(() => assert.equal(served(record).labelName, 'Saved'));
    await replaceText(document, 'Saved', 'Typed');
    await vscode.commands.executeCommand('undo');
    await eventually(() => assert.equal(nameIn(document), 'Saved'));
    release();
    // VS Code counts what was taken back as dirty.
    assert.equal(await saving, false);
    assert.equal(await agreeing(document.save()), true);
    await eventually(() => assert.ok(document.getText().includes(served(record).updateTime)));
    assert.equal(served(record).labelName, 'Saved');
  });
});

/** Lets more than a second pass between any two things that the extension host does next. */
async function holdExtensionHost(turns = 12): Promise<void> {
  const never = new Int32Array(new SharedArrayBuffer(4));
  for (let turn = 0; turn < turns; turn++) {
    // Nothing else runs in this thread; the processor is free for other processes.
    Atomics.wait(never, 0, 0, 1100);
    await nextTurn();
  }
}
