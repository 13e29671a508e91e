import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { LabelRecord } from '../../src/sandbox/labelRecord.ts';
import { eventually } from './eventually.ts';
import {
  nameIn,
  notTypedHere,
  openAsJson,
  overwriteTheirs,
  refusedOrTold,
  replaceAll,
  replaceText,
  runInEditor,
  saveIsAskedAbout,
  type,
  undo,
} from './labelDocuments.ts';
import { person } from './person.ts';
import { startLabelDocuments } from './startLabelDocuments.ts';
import { untilNotified } from './untilNotified.ts';

const update = 'POST /api/v2/label/update';

/** Part of the question before a save in a tab that names another account. */
const toThisAccount = 'to this account?';

describe('programs beside a person who edits a label as JSON', () => {
  const { label, open, rename, served, service, uriOf } = startLabelDocuments({ labels: 90 });
  let sent = 0;

  beforeEach(() => {
    sent = service().requests(update);
  });

  /** Opens a label with the cursor behind its status. */
  async function openAtStatus(record: LabelRecord): Promise<vscode.TextDocument> {
    const status = JSON.stringify({ labelStatus: record.labelStatus }).slice(1, -1);
    const { document } = await openAsJson(uriOf(record), record.labelStatus);
    const [name = ''] = status.split(':');
    const line = document
      .getText()
      .split('\n')
      .findIndex((each) => each.includes(name));
    const { end } = document.lineAt(line).range;
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    const cursor = document.lineAt(line).text.endsWith(',') ? end.translate(0, -1) : end;
    editor.selection = new vscode.Selection(cursor, cursor);
    return document;
  }

  it('send nothing that they change while the text is no JSON before the person agrees', async () => {
    const record = label(0);
    const document = await openAtStatus(record);
    await runInEditor(document, 'deleteLeft');
    await replaceText(document, record.labelCode, 'BY-A-PROGRAM');
    await runInEditor(document, 'type', { text: '3' });
    assert.doesNotThrow(() => nameIn(document));
    await saveIsAskedAbout(document, '“BY-A-PROGRAM”');
    assert.equal(service().requests(update), sent);
  });

  it('send nothing that they change on the line next to the cursor before the person agrees', async () => {
    const record = label(1);
    const document = await openAtStatus(record);
    await replaceText(document, record.labelName, 'By a program');
    await saveIsAskedAbout(document, '“By a program”');
    assert.equal(service().requests(update), sent);
  });

  it('leave what a person types on whole lines typed', async () => {
    const record = label(2);
    const name = record.labelName ?? '';
    const { document } = await openAsJson(uriOf(record), name);
    await runInEditor(document, 'editor.action.copyLinesDownAction');
    await runInEditor(document, 'editor.action.deleteLines');
    await runInEditor(document, 'editor.action.insertLineBefore');
    await runInEditor(document, 'editor.action.deleteLines');
    const line = document
      .getText()
      .split('\n')
      .findIndex((each) => each.includes('"labelName"'));
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    const cursor = document.lineAt(line).range.end.translate(0, -2);
    editor.selection = new vscode.Selection(cursor, cursor);
    await type(document, 's', `${name}s`);
    assert.equal(await document.save(), true);
    assert.equal(served(record).labelName, `${name}s`);
  });

  it('send nothing that the service has changed while the person was asked about it', async () => {
    const record = label(4);
    const document = await open(record);
    await replaceText(document, record.labelName, 'By a program');
    const saving = Promise.resolve(document.save());
    await eventually(async () => assert.equal((await person.dialogs()).length, 1));
    rename(record, 'Theirs');
    await person.pressDialogButton(notTypedHere, 'Send Changes');
    await refusedOrTold('“Theirs” becomes “By a program”');
    assert.equal(await saving, false);
    assert.equal(served(record).labelName, 'Theirs');
    assert.equal(service().requests(update), sent);
  });

  it('overwrite nothing of somebody else by answering the conflict of a save', async () => {
    const record = label(5);
    const { document } = await openAsJson(uriOf(record), record.labelName);
    await type(document, 's', `${record.labelName}s`);
    rename(record, 'Theirs');
    assert.equal(await document.save(), false);
    await untilNotified('content of the file is newer');
    const accept = 'workbench.files.action.acceptLocalChanges';
    const overwriting = vscode.commands.executeCommand(accept, document.uri);
    await person.pressDialogButton(overwriteTheirs, 'Cancel');
    await overwriting;
    assert.equal(served(record).labelName, 'Theirs');
    assert.equal(service().requests(update), sent);
  });

  it('send nothing in the tab of a label under another name before the person agrees, once', async () => {
    const record = label(8);
    const name = record.labelName ?? '';
    const uri = uriOf(record);
    const misnamed = uri.with({ path: `/acme-asia${uri.path.slice(uri.path.lastIndexOf('/'))}` });
    const { document } = await openAsJson(misnamed, name);
    await type(document, 's', `${name}s`);
    const declined = Promise.resolve(document.save());
    await eventually(async () => assert.equal((await person.dialogs()).length, 1));
    await person.takeScreenshot('saveUnderOtherName');
    await person.pressDialogButton(toThisAccount, 'Cancel');
    assert.equal(await declined, false);
    assert.equal(service().requests(update), sent);
    const agreed = Promise.resolve(document.save());
    await person.pressDialogButton(toThisAccount, 'Send Changes');
    assert.equal(await agreed, true);
    await type(document, 's', `${name}ss`);
    assert.equal(await document.save(), true);
    assert.equal(served(record).labelName, `${name}ss`);
  });

  it('send nothing under a forged title or file name before the person agrees, once for each', async () => {
    const record = label(9);
    let name = record.labelName ?? '';
    const uri = uriOf(record);
    const forged = uri.with({ path: uri.path.replace(/[^/]+$/, 'Other.workforce-label') });
    const other = uriOf(label(10));
    const named = vscode.Uri.from({ scheme: 'untitled', path: '/Tenant by its program' });
    const run = vscode.commands.executeCommand;
    for (const [show, isAsked] of [
      [async () => await run('vscode.openWith', uri, 'default'), false],
      [async () => await run('vscode.diff', other, uri), true],
      [async () => await run('vscode.diff', named, uri, 'Tenant by its program'), true],
      [async () => await run('vscode.diff', other, uri, 'Other Tenant – VIP'), true],
      [async () => await run('vscode.diff', other, uri, 'Another Tenant'), true],
      [async () => await run('vscode.changes', 'Third Tenant', [[uri, other, uri]]), true],
      [async () => await run('vscode.changes', 'Fourth Tenant', [[uri, undefined, uri]]), true],
      [async () => await run('vscode.openWith', forged, 'default'), true],
    ] as const) {
      await show();
      const document = await atName(uri, name);
      for (const isAskedNow of [isAsked, false]) {
        name += 's';
        await type(document, 's', name);
        const saving = Promise.resolve(document.save());
        if (isAskedNow) {
          await person.pressDialogButton(toThisAccount, 'Send Changes');
        }
        assert.equal(await saving, true);
        assert.equal(served(record).labelName, name);
      }
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  });

  it('send nothing typed under a forged title before the person agrees, also once that is gone', async () => {
    const record = label(12);
    const { labelName = '' } = record;
    assert.ok(labelName !== null);
    const uri = uriOf(record);
    const run = vscode.commands.executeCommand;
    await run('vscode.diff', uriOf(label(10)), uri, 'Other Tenant – VIP');
    const document = await atName(uri, labelName);
    await type(document, 's', `${labelName}s`);
    const forged = vscode.window.tabGroups.activeTabGroup.activeTab;
    assert.ok(forged);
    await run('vscode.openWith', uri, 'default', { preview: false });
    await vscode.window.tabGroups.close(forged);
    const saving = Promise.resolve(document.save());
    await person.pressDialogButton(toThisAccount, 'Cancel');
    await saving.catch(() => undefined);
    assert.equal(service().requests(update), sent);
    await run('workbench.action.revertAndCloseActiveEditor');
  });

  it('send nothing typed in a peek, whose tab names something else, before the person agrees', async () => {
    const record = label(13);
    const { labelName = '' } = record;
    assert.ok(labelName !== null);
    const uri = uriOf(record);
    const run = vscode.commands.executeCommand;
    const tab = await vscode.workspace.openTextDocument({ content: 'Label of another tenant' });
    await vscode.window.showTextDocument(tab);
    const start = new vscode.Position(0, 0);
    const peeked = [new vscode.Location(uri, start)];
    await run('editor.action.peekLocations', tab.uri, start, peeked, 'peek');
    await eventually(async () => {
      await run('togglePeekWidgetFocus');
      assert.equal(vscode.window.activeTextEditor?.document.uri.query, uri.query);
    });
    const document = await atName(uri, labelName);
    await run('type', { text: 's' });
    await eventually(() => assert.equal(nameIn(document), `${labelName}s`));
    const saving = Promise.resolve(document.save());
    await person.pressDialogButton(toThisAccount, 'Cancel');
    await saving.catch(() => undefined);
    assert.equal(service().requests(update), sent);
    await run('closeReferenceSearch');
  });

  it('reveal a forged name also where they have changed the text, and forge no line of a question', async () => {
    const record = label(11);
    const uri = uriOf(record);
    const misnamed = uri.with({ path: `/acme-asia${uri.path.slice(uri.path.lastIndexOf('/'))}` });
    const { document } = await openAsJson(misnamed, record.labelStatus);
    await replaceText(document, record.labelName, 'A” becomes “B');
    const saving = Promise.resolve(document.save());
    await eventually(async () => {
      const [dialog] = await person.dialogs();
      assert.ok(dialog?.includes(String.raw`A\u{201d} becomes \u{201c}B`), dialog);
    });
    await person.pressDialogButton(notTypedHere, 'Send Changes');
    await person.pressDialogButton(toThisAccount, 'Send Changes');
    assert.equal(await saving, true);
    assert.equal(served(record).labelName, 'A” becomes “B');
  });

  // Enter announces input that never comes: a field has one line.
  for (const [after, keys, place] of [
    ['', '', 6],
    [', after Enter there', ' Enter', 40],
  ] as const) {
    it(`count as no person by a command that cuts in the form${after}`, async () => {
      const record = label(place);
      const name = record.labelName ?? '';
      const document = await open(record);
      await person.clickField('Name');
      await person.pressKey(`End Shift+ArrowLeft${keys}`);
      await vscode.commands.executeCommand('editor.action.clipboardCutAction');
      const cut = name.slice(0, -1);
      await eventually(() => assert.equal(nameIn(document), cut));
      await saveIsAskedAbout(document, cut.slice(-20));
      assert.equal(service().requests(update), sent);
    });
  }

  it('leave what a person cuts and pastes in the form typed', async () => {
    const record = label(7);
    const name = record.labelName ?? '';
    const document = await open(record);
    await person.clickField('Name');
    await person.pressKey('End Shift+ArrowLeft Control+KeyX');
    await eventually(() => assert.equal(nameIn(document), name.slice(0, -1)));
    assert.equal(await document.save(), true);
    await person.pressKey('Control+KeyV Control+KeyV');
    const pasted = name + name.slice(-1);
    await eventually(() => assert.equal(nameIn(document), pasted));
    assert.equal(await document.save(), true);
    assert.equal(served(record).labelName, pasted);
  });

  it('answer no conflict by showing what the service has and taking it back', async () => {
    const record = label(3);
    const { fs } = vscode.workspace;
    const name = record.labelName ?? '';
    const { document } = await openAsJson(uriOf(record), name);
    await type(document, 's', `${name}s`);
    rename(record, 'Theirs');
    const read = await eventually(async () => {
      await fs.stat(document.uri);
      const content = Buffer.from(await fs.readFile(document.uri)).toString();
      const text = content.replace('\uFEFF', '');
      assert.ok(text.includes('Theirs'));
      return text;
    });
    await replaceAll(document, read);
    assert.equal(nameIn(document), 'Theirs');
    await undo(document, `${name}s`);
    assert.equal(await document.save(), false);
    await untilNotified('content of the file is newer');
    assert.equal(served(record).labelName, 'Theirs');
    assert.equal(service().requests(update), sent);
  });
});

/** The document in the active text editor, once it is that of `uri`, with the cursor behind `name`. */
async function atName(uri: vscode.Uri, name: string): Promise<vscode.TextDocument> {
  return await eventually(() => {
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.query, uri.query);
    assert.ok(editor);
    const text = JSON.stringify(name);
    const start = editor.document.getText().indexOf(text);
    assert.notEqual(start, -1);
    const cursor = editor.document.positionAt(start + text.length - 1);
    editor.selection = new vscode.Selection(cursor, cursor);
    return editor.document;
  });
}
