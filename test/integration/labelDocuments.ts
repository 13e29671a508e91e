import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod';
import { eventually } from './eventually.ts';
import { person } from './person.ts';

/** Part of the question before something is sent that nobody has typed. */
export const notTypedHere = 'that you did not type here';

/** Part of the question before what somebody else has changed is overwritten. */
export const overwriteTheirs = 'Overwrite somebody else’s changes';

/** Opens the form of a label; returns its document. */
export async function openForm(uri: vscode.Uri): Promise<vscode.TextDocument> {
  await vscode.commands.executeCommand('vscode.open', uri);
  return await eventually(() => {
    const document = vscode.workspace.textDocuments.find(
      (each) => each.uri.toString() === uri.toString(),
    );
    assert.ok(document);
    return document;
  });
}

/** Replaces a text that stands in the document in quotation marks. */
export async function replaceText(
  document: vscode.TextDocument,
  before: string | null | undefined,
  after: string,
): Promise<void> {
  const quoted = JSON.stringify(before);
  await replace(document, JSON.stringify(after), () => {
    const start = document.getText().indexOf(quoted);
    assert.notEqual(start, -1);
    return [start, start + quoted.length];
  });
}

/** Makes `text` the text of the document. */
export async function replaceAll(document: vscode.TextDocument, text: string): Promise<void> {
  await replace(document, text, () => [0, document.getText().length]);
}

/** VS Code refuses an edit of a document that it reads anew meanwhile, as after a save: then it is made again. */
async function replace(
  document: vscode.TextDocument,
  text: string,
  offsets: () => readonly [number, number],
): Promise<void> {
  await eventually(async () => {
    const [start, end] = offsets();
    const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, range, text);
    assert.equal(await vscode.workspace.applyEdit(edit), true);
  });
}

/** The name of the label by the document's text. */
export function nameIn(document: vscode.TextDocument): unknown {
  return z.looseObject({ labelName: z.string() }).parse(JSON.parse(document.getText())).labelName;
}

/** Opens a label as JSON, with the keyboard behind `value`. No form before: it takes the keyboard late. */
export async function openAsJson(uri: vscode.Uri, value: unknown): Promise<vscode.TextEditor> {
  await vscode.commands.executeCommand('vscode.openWith', uri, 'default');
  const editor = await eventually(() => {
    const shown = vscode.window.activeTextEditor;
    assert.equal(shown?.document.uri.toString(), uri.toString());
    assert.ok(shown);
    return shown;
  });
  const { document } = editor;
  const text = JSON.stringify(value);
  const end = document.getText().indexOf(text) + text.length - (text.endsWith('"') ? 1 : 0);
  const cursor = document.positionAt(end);
  editor.selection = new vscode.Selection(cursor, cursor);
  // Later than the editor is the active one: until then a key goes nowhere.
  const name = path.posix.basename(uri.path);
  await eventually(async () => assert.deepEqual(await person.focus(), [name]));
  return editor;
}

/**
 * Runs a command of the active editor until it has changed the text: VS Code drops it where the form takes the
 * focus late.
 */
export async function runInEditor(
  document: vscode.TextDocument,
  command: string,
  argument?: object,
): Promise<void> {
  const before = document.getText();
  await eventually(async () => {
    if (document.getText() === before) {
      await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
      await vscode.commands.executeCommand(command, argument);
    }
    assert.notEqual(document.getText(), before);
  });
}

/** Takes back what was done last, to where the name is `name`. */
export async function undo(document: vscode.TextDocument, name: unknown): Promise<void> {
  await runInEditor(document, 'undo');
  await eventually(() => assert.equal(nameIn(document), name));
}

/** Types `text` where the cursor is, which makes the name `name`. */
export async function type(
  document: vscode.TextDocument,
  text: string,
  name: string,
): Promise<void> {
  await runInEditor(document, 'type', { text });
  await eventually(() => assert.equal(nameIn(document), name));
}

/**
 * A save is refused, as the label was changed since the person was told of it; or, where VS Code has asked for its
 * version meanwhile, the person is asked about its present value, as `change` says, and cancels. Waits until VS Code
 * has reported the end of the save: the next one would join it.
 */
export async function refusedOrTold(change: string): Promise<void> {
  let reported = 'was just changed in the service';
  await eventually(async () => {
    const [question] = await person.dialogs();
    if (question !== undefined) {
      assert.ok(question.includes(overwriteTheirs), question);
      assert.ok(question.includes(change), question);
      await person.pressDialogButton(overwriteTheirs, 'Cancel');
      reported = 'Nothing was sent.';
    }
    const texts = await person.notifications();
    assert.ok(
      texts.some((text) => text.includes(reported)),
      texts.join('\n'),
    );
  });
  await person.clearNotifications();
}

/** A save is asked about, with `value` in the question, and is not agreed to. */
export async function saveIsAskedAbout(
  document: vscode.TextDocument,
  value: string,
): Promise<void> {
  const saving = Promise.resolve(document.save());
  await eventually(async () => {
    const [dialog] = await person.dialogs();
    assert.ok(dialog?.includes(value), dialog);
  });
  await person.takeScreenshot('saveQuestion');
  await person.pressDialogButton(notTypedHere, 'Cancel');
  assert.equal(await saving, false);
}

/** Throws away what is not saved, and closes all editors. */
export async function closeWithoutSaving(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.files.revert');
  // VS Code opens an editor of a changed document that has none a moment later, which then takes the keyboard.
  for (const document of vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty)) {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

/**
 * Waits for a save as a person who agrees to it: nobody has typed what a test has put into a document, so the
 * extension asks before it sends that.
 */
export async function agreeing<T>(save: Thenable<T>): Promise<T> {
  let isEnded = false;
  const end = (): void => {
    isEnded = true;
  };
  save.then(end, end);
  await eventually(async () => {
    const [dialog] = isEnded ? [] : await person.dialogs();
    if (dialog?.includes(notTypedHere) === true) {
      await person.pressDialogButton(notTypedHere, 'Send Changes');
    }
    assert.ok(isEnded);
  });
  return await save;
}
