import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds, labelLanguageId } from '../../src/ids.ts';
import type { LabelRecord } from '../../src/sandbox/labelRecord.ts';
import { eventually } from './eventually.ts';
import { agreeing, nameIn, overwriteTheirs, replaceText } from './labelDocuments.ts';
import { person } from './person.ts';
import { startLabelDocuments } from './startLabelDocuments.ts';
import { untilNotified } from './untilNotified.ts';

const update = 'POST /api/v2/label/update';
const ownLanguage = `[${labelLanguageId}]`;

/** Sets what a repository brings with it for the language of labels; undefined removes it. */
async function setForLabels(value: Readonly<Record<string, unknown>> | undefined): Promise<void> {
  const { Workspace } = vscode.ConfigurationTarget;
  await vscode.workspace.getConfiguration().update(ownLanguage, value, Workspace);
}

describe('a label in a workspace whose settings are about labels', () => {
  const { label, open, rename, served, service } = startLabelDocuments({ labels: 90 });

  afterEach(async () => await setForLabels(undefined));

  /** Renames the label in its document, saves it, and checks that nothing else was sent. */
  async function saveRenamed(record: LabelRecord, document: vscode.TextDocument): Promise<void> {
    await replaceText(document, record.labelName, 'Prüfung 考勤');
    assert.equal(await agreeing(document.save()), true);
    assert.equal(served(record).labelName, 'Prüfung 考勤');
    const { updateTime: _before, ...others } = record;
    const { updateTime: _after, ...now } = served(record);
    assert.deepEqual(now, { ...others, labelName: 'Prüfung 考勤' });
    assert.deepEqual(await service().updatesSent(record), [
      { id: record.id, labelName: 'Prüfung 考勤' },
    ]);
  }

  for (const [index, encoding] of ['utf16le', 'utf16be', 'gb18030', 'iso88591'].entries()) {
    it(`is read and saved as UTF-8 with the encoding ${encoding}`, async () => {
      await setForLabels({ 'files.encoding': encoding, 'files.autoGuessEncoding': true });
      const record = label(index);
      const document = await open(record);
      assert.equal(nameIn(document), record.labelName);
      assert.match(document.encoding, /^utf8/);
      await saveRenamed(record, document);
      if (encoding === 'utf16le') {
        await vscode.commands.executeCommand(commandIds.editLabelAsJson);
        await person.takeScreenshot('labelWithUtf16Setting');
      }
    });
  }

  it('sends what was typed, however the settings have a save tidy up', async () => {
    await setForLabels({
      'editor.formatOnSave': true,
      'editor.formatOnSaveMode': 'file',
      'editor.codeActionsOnSave': { 'source.fixAll': 'always' },
      'files.eol': '\r\n',
      'files.insertFinalNewline': true,
      'files.trimFinalNewlines': true,
      'files.trimTrailingWhitespace': true,
    });
    const record = label(4);
    await saveRenamed(record, await open(record));
  });

  it('is not saved by itself', async () => {
    await setForLabels({ 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 1 });
    const record = label(5);
    const document = await open(record);
    const sent = service().requests(update);
    await replaceText(document, record.labelName, 'By itself');
    await untilNotified('only when you save it yourself');
    assert.equal(document.isDirty, true);
    assert.equal(service().requests(update), sent);
  });

  it('overwrites nothing where VS Code is kept from asking, and says by what', async () => {
    await setForLabels({ 'files.saveConflictResolution': 'overwriteFileOnDisk' });
    const record = label(6);
    const document = await open(record);
    await replaceText(document, record.labelName, 'Mine');
    rename(record, 'Theirs');
    for (let attempt = 0; attempt < 3; attempt++) {
      assert.equal(await agreeing(document.save()), false);
      await untilNotified('“files.saveConflictResolution” (workspace settings)');
    }
    assert.equal(served(record).labelName, 'Theirs');
    await setForLabels(undefined);
    assert.equal(await agreeing(document.save()), false);
    await person.clickNotification('content of the file is newer', 'Overwrite');
    await person.pressDialogButton(overwriteTheirs, 'Overwrite');
    await eventually(() => assert.equal(served(record).labelName, 'Mine'));
  });
});
