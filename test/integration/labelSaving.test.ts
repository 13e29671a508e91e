import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { labelLanguageId } from '../../src/ids.ts';
import type { LabelRecord } from '../../src/sandbox/labelRecord.ts';
import { eventually } from './eventually.ts';
import {
  agreeing,
  nameIn,
  notTypedHere,
  openAsJson,
  replaceAll,
  replaceText,
  undo,
} from './labelDocuments.ts';
import { person } from './person.ts';
import { setSetting } from './setSetting.ts';
import { startLabelDocuments } from './startLabelDocuments.ts';

const update = 'POST /api/v2/label/update';
const updatePath = '/api/v2/label/update';
const listPath = '/api/v2/label/list';
const ownLanguage = `[${labelLanguageId}]`;

/**
 * Takes the last edit back, and waits until that counts as unsaved, which VS Code first denies: then
 * `whenDenied` is called.
 */
async function takeBack(
  document: vscode.TextDocument,
  whenDenied: () => void = () => undefined,
): Promise<void> {
  const states: boolean[] = [];
  const subscription = vscode.workspace.onDidChangeTextDocument((event) => {
    if (event.document === document) {
      states.push(document.isDirty);
    }
  });
  try {
    await vscode.commands.executeCommand('undo');
    await eventually(() => assert.ok(states.includes(false)));
    whenDenied();
    // As another version with the same text.
    await eventually(() => assert.deepEqual(states.slice(-3), [false, false, true]));
  } finally {
    subscription.dispose();
  }
}

describe('saving a label', () => {
  const { label, open, rename, served, service, uriOf } = startLabelDocuments({ labels: 90 });
  const settings = new Set<string>();

  afterEach(async () => {
    for (const id of settings) {
      await setSetting(id, undefined);
    }
    settings.clear();
  });

  /** What was taken back after a save is in the document, and another save sends it. */
  async function saveTakenBack(document: vscode.TextDocument, record: LabelRecord): Promise<void> {
    assert.equal(nameIn(document), record.labelName);
    assert.equal(await agreeing(document.save()), true);
    assert.equal(served(record).labelName, record.labelName);
  }

  async function set(id: string, value: unknown): Promise<void> {
    settings.add(id);
    await setSetting(id, value);
  }

  for (const [index, encoding, before, after] of [
    [0, 'windows1252', 'Prüfung', 'Prüfung für alle'],
    [11, 'gbk', '试用期', '试用期 (新)'],
  ] as const) {
    for (const association of [undefined, 'json']) {
      const as = association === undefined ? '' : ' and label files as JSON';
      it(`sends UTF-8 with ${encoding} as the encoding of files${as}`, async () => {
        await set('files.encoding', encoding);
        if (association !== undefined) {
          await set('files.associations', { '*.workforce-label': association });
        }
        const record = label(association === undefined ? index : index + 1);
        rename(record, before);
        const document = await open(record);
        await eventually(() => assert.equal(nameIn(document), before));
        await replaceText(document, before, after);
        assert.equal(await agreeing(document.save()), true);
        assert.equal(served(record).labelName, after);
      });
    }
  }

  it('does not guess encodings', async () => {
    await set('files.autoGuessEncoding', true);
    const record = label(13);
    rename(record, 'Prüfung für Größe, Maß und Gewöhnung');
    const document = await open(record);
    await eventually(() => assert.ok(document.getText().includes('Größe')));
    await replaceText(document, 'Prüfung für Größe, Maß und Gewöhnung', 'Größe');
    assert.equal(await agreeing(document.save()), true);
    assert.equal(served(record).labelName, 'Größe');
  });

  it('refuses what is not UTF-8, or not what the document shows', async () => {
    const record = label(2);
    const document = await open(record);
    const sent = service().requests(update);
    const write = async (text: string, encoding: BufferEncoding): Promise<void> =>
      await vscode.workspace.fs.writeFile(document.uri, Buffer.from(text, encoding));
    const another = JSON.stringify({ ...served(record), labelName: 'Prüfung' });
    await assert.rejects(write(another, 'latin1'), /Labels are UTF-8/);
    await assert.rejects(write(another, 'utf8'), /the text to save differs from the one you see/);
    assert.equal(service().requests(update), sent);
  });

  it('has its own language whatever the settings make of its name', async () => {
    await set('files.associations', { '*.workforce-label': 'json' });
    await set('files.autoSave', 'afterDelay');
    await set('files.autoSaveDelay', 1);
    const document = await open(label(3));
    await eventually(() => assert.equal(document.languageId, labelLanguageId));
    const configuration = vscode.workspace.getConfiguration('files', document);
    assert.equal(configuration.get('autoSave'), 'off');
  });

  it('sends nothing that nobody asked to save', async () => {
    const record = label(4);
    await set(ownLanguage, { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 1 });
    const document = await open(record);
    const sent = service().requests(update);
    await replaceText(document, record.labelName, 'Saved by itself');
    await notified('only when you save it yourself');
    assert.equal(document.isDirty, true);
    assert.equal(service().requests(update), sent);
    assert.equal(await agreeing(document.save()), true);
    assert.equal(served(record).labelName, 'Saved by itself');
  });

  it('sends nothing that a program has put into a label before the person agrees', async () => {
    const record = label(17);
    const { fs } = vscode.workspace;
    const document = await open(record);
    const sent = service().requests(update);
    await replaceText(document, record.labelName, 'Made by a program');
    const content = Buffer.from(document.getText());
    const saves: readonly (() => Thenable<unknown>)[] = [
      () => document.save(),
      () => vscode.workspace.save(document.uri),
      () => vscode.workspace.saveAll(),
      () => vscode.commands.executeCommand('workbench.action.files.save'),
      () => vscode.commands.executeCommand('workbench.action.files.saveAll'),
      () => fs.writeFile(document.uri, content),
    ];
    for (const save of saves) {
      const saving = Promise.resolve(save()).catch(() => undefined);
      await eventually(async () => {
        const [dialog] = await person.dialogs();
        assert.ok(dialog?.includes('“Made by a program”'), dialog);
      });
      await person.takeScreenshot('saveQuestion');
      await person.pressDialogButton(notTypedHere, 'Cancel');
      await saving;
      assert.equal(document.isDirty, true);
    }
    assert.equal(service().requests(update), sent);
    assert.equal(await agreeing(document.save()), true);
    assert.equal(served(record).labelName, 'Made by a program');
  });

  it('asks nothing about what is typed as JSON, also over what a program has made, once that is gone', async () => {
    const record = label(18);
    const { labelName } = record;
    const editor = await openAsJson(uriOf(record), labelName);
    const { document } = editor;
    const cursor = editor.selection.active;
    await replaceText(document, labelName, 'Made by a program');
    await undo(document, labelName);
    editor.selection = new vscode.Selection(cursor, cursor);
    await vscode.commands.executeCommand('type', { text: '!' });
    // The first time that a key runs a command, VS Code asks the extensions first: a later key may overtake it.
    for (const [key, added, moved] of [
      ['Digit2', '!2', 2],
      ['Backspace', '!', 1],
      ['ArrowLeft', '!', 0],
      ['Delete', '', 0],
      ['Shift+Digit1', '!', 1],
    ] as const) {
      await person.pressKey(key);
      await eventually(() => {
        assert.equal(nameIn(document), `${labelName}${added}`);
        assert.equal(editor.selection.active.character, cursor.character + moved);
      });
    }
    await person.pressKey('Control+KeyS');
    await eventually(() => assert.equal(served(record).labelName, `${labelName}!`));
  });

  it('saves what a person saves with all the rest, or without formatting', async () => {
    const record = label(5);
    const document = await open(record);
    await replaceText(document, record.labelName, 'With the rest');
    await agreeing(vscode.commands.executeCommand('workbench.action.files.saveAll'));
    assert.equal(served(record).labelName, 'With the rest');
    await eventually(() => assert.ok(document.getText().includes(served(record).updateTime)));
    await vscode.commands.executeCommand('workforce.labels.editAsJson');
    await eventually(() => assert.equal(vscode.window.activeTextEditor?.document, document));
    await replaceText(document, 'With the rest', 'Unformatted');
    const saving = vscode.commands.executeCommand('workbench.action.files.saveWithoutFormatting');
    await person.pressDialogButton('that you did not type here', 'Send Changes');
    await saving;
    await eventually(() => assert.equal(served(record).labelName, 'Unformatted'));
  });

  it('says what the service kept, and stays unsaved', async () => {
    const record = label(6);
    const before = record.labelName;
    service().sandbox.control.setOption({ ignoreUpdateIds: [record.id] });
    const document = await open(record);
    await replaceText(document, before, 'Ignored');
    assert.equal(await agreeing(document.save()), false);
    await notified(`The service kept Name “${before}”`);
    assert.equal(document.isDirty, true);
    assert.match(document.getText(), /Ignored/);
    await person.takeScreenshot('serviceKept');
    service().sandbox.control.setOption({ ignoreUpdateIds: [] });
    assert.equal(await agreeing(document.save()), true);
    assert.equal(served(record).labelName, 'Ignored');
  });

  it('looks again where the service shows a change late', async () => {
    const record = label(7);
    const document = await open(record);
    await replaceText(document, record.labelName, 'Shown late');
    service().sandbox.control.setOption({ listLagReads: 1 });
    try {
      assert.equal(await agreeing(document.save()), true);
    } finally {
      service().sandbox.control.setOption({ listLagReads: 0 });
    }
    await eventually(() => assert.ok(document.getText().includes(served(record).updateTime)));
    assert.match(document.getText(), /Shown late/);
  });

  it('sends what a person has saved, and has taken back before that was sent', async () => {
    const record = label(9);
    const document = await open(record);
    await replaceText(document, record.labelName, 'Asked for');
    const { proxy } = service();
    const release = proxy.holdAnswers(listPath);
    const saving = agreeing(document.save());
    await eventually(() => assert.ok(proxy.faultCount > 0));
    await takeBack(document);
    release();
    await saving;
    assert.equal(served(record).labelName, 'Asked for');
    await saveTakenBack(document, record);
  });

  it('counts as unsaved at once what a person takes back while it is sent', async () => {
    const record = label(14);
    const document = await open(record);
    await replaceText(document, record.labelName, 'Sent already');
    const release = service().proxy.holdAnswers(updatePath);
    const saving = agreeing(document.save());
    await eventually(() => assert.equal(served(record).labelName, 'Sent already'));
    await takeBack(document);
    release();
    await saving;
    await saveTakenBack(document, record);
  });

  it('counts as unsaved what a person takes back right before it is sent', async () => {
    const record = label(15);
    const document = await open(record);
    await replaceText(document, record.labelName, 'Sent all the same');
    const content = new TextEncoder().encode(document.getText());
    const announced = Promise.withResolvers<void>();
    const takenBack = Promise.withResolvers<void>();
    const subscription = vscode.workspace.onWillSaveTextDocument((event) => {
      announced.resolve();
      event.waitUntil(takenBack.promise);
    });
    const saving = agreeing(document.save());
    await announced.promise;
    subscription.dispose();
    const release = service().proxy.holdAnswers(updatePath);
    let writing: Thenable<void> | undefined;
    // VS Code does so once it has the version, whatever the document holds by then.
    await takeBack(document, () => {
      writing = vscode.workspace.fs.writeFile(document.uri, content);
    });
    release();
    await writing;
    assert.equal(served(record).labelName, 'Sent all the same');
    takenBack.resolve();
    await saving;
    await saveTakenBack(document, record);
  });

  it('takes what was typed back at once where its record was read during a save', async () => {
    const record = label(16);
    const document = await open(record);
    await replaceText(document, record.labelName, 'Typed first');
    await replaceText(document, 'Typed first', 'Typed and saved');
    const release = service().proxy.holdAnswers(updatePath);
    const saving = agreeing(document.save());
    await eventually(() => assert.equal(served(record).labelName, 'Typed and saved'));
    // As VS Code does with what it has begun to read before: only what the service sets by itself is another.
    await vscode.workspace.fs.stat(document.uri);
    const read = new TextDecoder().decode(await vscode.workspace.fs.readFile(document.uri));
    assert.ok(read.includes(served(record).updateTime));
    await replaceAll(document, read);
    release();
    await saving;
    await vscode.commands.executeCommand('undo');
    await eventually(() => assert.equal(nameIn(document), 'Typed first'));
  });

  it('takes a text that is older than a field of the service for out of date', async () => {
    const record = label(8);
    service().sandbox.control.setOption({ lateModifiedBy: true });
    const document = await open(record);
    await replaceText(document, record.labelName, 'Modified by me');
    assert.equal(await agreeing(document.save()), true);
    await eventually(() => assert.match(document.getText(), /modifiedBy/));
    await vscode.commands.executeCommand('undo');
    await eventually(() => assert.equal(nameIn(document), record.labelName));
    assert.doesNotMatch(document.getText(), /modifiedBy/);
    await replaceText(document, record.labelName, 'Modified again');
    assert.equal(await agreeing(document.save()), true);
    assert.equal(served(record).labelName, 'Modified again');
  });

  it('knows its own save where both answers about it were lost', async () => {
    const record = label(10);
    const document = await open(record);
    await replaceText(document, record.labelName, 'Lost twice');
    const { proxy, sandbox } = service();
    const sent = service().requests(update);
    sandbox.control.setOption({
      gateway: [{ endpoint: 'update', when: 'after', status: 502, times: 1 }],
    });
    const release = proxy.holdAnswers(updatePath);
    const saving = agreeing(document.save());
    await eventually(() => assert.equal(served(record).labelName, 'Lost twice'));
    proxy.path = undefined;
    proxy.fault = { kind: 'resetOnConnect' };
    release();
    assert.equal(await saving, false);
    assert.equal(document.isDirty, true);
    proxy.fault = { kind: 'pass' };
    sandbox.control.setOption({ gateway: [] });
    assert.equal(await agreeing(document.save()), true);
    assert.equal(document.isDirty, false);
    assert.equal(service().requests(update), sent + 1);
  });
});

async function notified(text: string): Promise<void> {
  await eventually(async () => {
    assert.ok((await person.notifications()).some((each) => each.includes(text)));
  });
}
