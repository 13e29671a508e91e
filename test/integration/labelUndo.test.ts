import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { LabelRecord } from '../../src/sandbox/labelRecord.ts';
import { eventually } from './eventually.ts';
import { nameIn, openAsJson, runInEditor, saveIsAskedAbout, type, undo } from './labelDocuments.ts';
import { startLabelDocuments } from './startLabelDocuments.ts';

/** Waits until VS Code has read what somebody else has made of the label. */
async function read(document: vscode.TextDocument, name: string): Promise<void> {
  await eventually(async () => {
    // The answer to a save counts as fresh for a moment.
    await vscode.commands.executeCommand('workbench.action.files.revert');
    assert.equal(nameIn(document), name);
  });
  assert.equal(document.isDirty, false);
}

describe('undo in a label', () => {
  const { label, open, rename, served, uriOf } = startLabelDocuments({ labels: 90 });
  const openLabelAsJson = async (record: LabelRecord): Promise<vscode.TextDocument> =>
    (await openAsJson(uriOf(record), record.labelName)).document;

  it('sends nothing that it has brought back over what somebody else has changed before the person agrees', async () => {
    const record = label(0);
    const { labelName } = record;
    const document = await open(record);
    rename(record, 'Theirs');
    await read(document, 'Theirs');
    await undo(document, labelName);
    await saveIsAskedAbout(document, `“${labelName ?? ''}”`);
    assert.equal(served(record).labelName, 'Theirs');
  });

  it('sends nothing of what was typed before somebody else has changed the label before the person agrees', async () => {
    const record = label(1);
    const { labelName } = record;
    const document = await openLabelAsJson(record);
    await type(document, 's', `${labelName ?? ''}s`);
    assert.equal(await document.save(), true);
    rename(record, labelName ?? '');
    await read(document, labelName ?? '');
    await undo(document, `${labelName ?? ''}s`);
    await saveIsAskedAbout(document, `“${labelName ?? ''}s”`);
    assert.equal(served(record).labelName, labelName);
  });

  it('asks nothing about what a person has typed, also where they have saved it since', async () => {
    const record = label(2);
    const before = record.labelName ?? '';
    const document = await openLabelAsJson(record);
    await type(document, 's', `${before}s`);
    await undo(document, before);
    await runInEditor(document, 'redo');
    assert.equal(nameIn(document), `${before}s`);
    assert.equal(await document.save(), true);
    assert.equal(served(record).labelName, `${before}s`);
    // Only what the service sets by itself is another.
    await eventually(() => assert.ok(document.getText().includes(served(record).updateTime)));
    await undo(document, `${before}s`);
    await undo(document, before);
    assert.equal(await document.save(), true);
    assert.equal(served(record).labelName, before);
  });

  it('sends nothing of what a person has reverted before they agree', async () => {
    const record = label(3);
    const before = record.labelName ?? '';
    const document = await openLabelAsJson(record);
    await type(document, 's', `${before}s`);
    await read(document, before);
    await undo(document, `${before}s`);
    await saveIsAskedAbout(document, `“${before}s”`);
    assert.equal(served(record).labelName, before);
  });
});
