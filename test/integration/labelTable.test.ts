import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { tableScheme } from '../../src/core/account/tableAddress.ts';
import { commandIds, labelTableLanguageId } from '../../src/ids.ts';
import type { LabelRecord } from '../../src/sandbox/labelRecord.ts';
import { testEnvironment } from './environment.ts';
import { eventually } from './eventually.ts';
import { closeWithoutSaving, replaceText, runInEditor } from './labelDocuments.ts';
import { person } from './person.ts';
import { replaceName } from './replaceName.ts';
import { administrator, signOutInAccountsMenu } from './service.ts';
import { setSetting } from './setSetting.ts';
import { startLabelDocuments } from './startLabelDocuments.ts';
import { untilNotified } from './untilNotified.ts';
import { untilReviewed } from './untilReviewed.ts';

const update = 'POST /api/v2/label/update';
const list = 'GET /api/v2/label/list';
const ownLanguage = `[${labelTableLanguageId}]`;

/** Opens all labels of the account as a table; returns its document. */
async function openTable(): Promise<vscode.TextDocument> {
  await vscode.commands.executeCommand(commandIds.openLabelTable);
  return await eventually(() => {
    const document = vscode.workspace.textDocuments.find(
      ({ isClosed, uri }) => uri.scheme === tableScheme && !isClosed,
    );
    assert.equal(document?.languageId, labelTableLanguageId);
    assert.ok(document);
    return document;
  });
}

/** Saves the document, applies the review that says `text`, and returns whether VS Code counts it as saved. */
async function saveAndApply(
  document: vscode.TextDocument,
  text: string,
  button: string,
): Promise<boolean> {
  const saving = Promise.resolve(document.save());
  await untilReviewed(text);
  await person.pressReviewButton(button);
  return await saving;
}

async function closeTables(): Promise<void> {
  await closeWithoutSaving();
  await eventually(() =>
    assert.ok(vscode.workspace.textDocuments.every(({ uri }) => uri.scheme !== tableScheme)),
  );
}

describe('labels as a table', () => {
  const { change, label, rename, served, service } = startLabelDocuments({ labels: 30 });
  let sent = 0;

  beforeEach(() => {
    sent = service().requests(update);
  });

  afterEach(async () => {
    await setSetting(ownLanguage, undefined);
    await person.clearNotifications();
  });

  function nameOf(record: LabelRecord): string {
    const { labelName } = served(record);
    assert.ok(labelName);
    return labelName;
  }

  it('are a text of one row for each label, which VS Code reads without asking the service', async () => {
    const document = await openTable();
    const records = service().sandbox.control.labels(administrator.tenant);
    const [head, ...rows] = document.getText().trimEnd().split('\n');
    assert.equal(head, 'id,labelCode,labelName,labelStatus');
    assert.ok(rows.length >= records.length);
    const { id, labelCode, labelStatus } = label(0);
    const row = `"${id}","${labelCode}","${nameOf(label(0))}","${labelStatus}"`;
    assert.ok(rows.includes(row));
    const listed = service().requests(list);
    const { size } = await vscode.workspace.fs.stat(document.uri);
    assert.ok(size > 0);
    const content = await vscode.workspace.fs.readFile(document.uri);
    assert.equal(new TextDecoder().decode(content), document.getText());
    assert.equal(service().requests(list), listed);
    await assert.rejects(async () => await vscode.workspace.fs.delete(document.uri));
  });

  it('send what is ticked in the review, and nothing before', async () => {
    const document = await openTable();
    const [one, other] = [label(0), label(1)];
    await replaceText(document, nameOf(one), 'By the table');
    await replaceText(document, nameOf(other), 'Also by the table');
    const saving = Promise.resolve(document.save());
    const review = await untilReviewed('2 labels will change.');
    assert.ok(review.includes('By the table'), review);
    assert.equal(service().requests(update), sent);
    await person.takeScreenshot('tableReview');
    await person.pressReviewButton('Apply 2 Changes');
    assert.equal(await saving, true);
    assert.equal(document.isDirty, false);
    assert.equal(served(one).labelName, 'By the table');
    assert.equal(served(other).labelName, 'Also by the table');
    assert.equal(service().requests(update), sent + 2);
    const [sentChange] = await service().updatesSent(one);
    assert.deepEqual(sentChange, { id: one.id, labelName: 'By the table' });
    await untilNotified('2 labels changed.');
  });

  it('send nothing when the review is closed, and stay unsaved', async () => {
    const document = await openTable();
    const record = label(2);
    const before = nameOf(record);
    await replaceText(document, before, 'Not sent');
    const saves: readonly (() => Thenable<unknown>)[] = [
      () => document.save(),
      () => vscode.workspace.saveAll(),
      () => vscode.workspace.fs.writeFile(document.uri, Buffer.from(document.getText())),
    ];
    for (const save of saves) {
      const saving = Promise.resolve(save()).catch(() => undefined);
      await untilReviewed('1 label will change.');
      await person.pressReviewButton('Cancel');
      await saving;
      assert.equal(document.isDirty, true);
    }
    assert.ok(document.getText().includes('"Not sent"'));
    assert.equal(service().requests(update), sent);
    assert.equal(nameOf(record), before);
  });

  it('send nothing that VS Code saves by itself', async () => {
    await setSetting(ownLanguage, { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 1 });
    const document = await openTable();
    await replaceText(document, nameOf(label(3)), 'Saved by itself');
    await untilNotified('only when you save it yourself');
    assert.equal(document.isDirty, true);
    assert.equal(service().requests(update), sent);
  });

  it('mark what prevents saving, and send nothing', async () => {
    const document = await openTable();
    const { id } = label(4);
    const line = document.getText().slice(0, document.getText().indexOf(id)).split('\n').length - 1;
    await replaceText(document, id, 'of no label');
    const [problem] = await eventually(() => {
      const problems = vscode.languages.getDiagnostics(document.uri);
      assert.equal(problems.length, 1);
      return problems;
    });
    assert.equal(problem?.range.start.line, line);
    assert.equal(problem.message, 'The table has no label with this ID. Labels cannot be added.');
    assert.equal(await document.save(), false);
    await untilNotified('correct the rows with problems first');
    assert.equal(service().requests(update), sent);
    await replaceText(document, 'of no label', id);
    await eventually(() => assert.deepEqual(vscode.languages.getDiagnostics(document.uri), []));
  });

  it('keep what somebody else has changed, show it, and say which rows were deleted', async () => {
    const document = await openTable();
    const [mine, deleted] = [label(5), label(6)];
    const code = `${mine.labelCode}-T`;
    await replaceText(document, mine.labelCode, code);
    const line = document
      .getText()
      .split('\n')
      .findIndex((each) => each.includes(deleted.id));
    const edit = new vscode.WorkspaceEdit();
    edit.delete(document.uri, new vscode.Range(line, 0, line + 1, 0));
    assert.equal(await vscode.workspace.applyEdit(edit), true);
    rename(mine, 'By somebody else');
    assert.equal(
      await saveAndApply(
        document,
        '1 row was deleted: its label stays as it is.',
        'Apply One Change',
      ),
      true,
    );
    assert.equal(served(mine).labelCode, code);
    assert.equal(served(mine).labelName, 'By somebody else');
    assert.equal(served(deleted).labelName, deleted.labelName);
    await eventually(() => {
      assert.ok(document.getText().includes(`"${code}","By somebody else"`));
      assert.equal(document.isDirty, false);
    });
    assert.equal(service().requests(update), sent + 1);
  });

  it('are unsaved with just what was not sent, and send that again', async () => {
    const document = await openTable();
    const [one, other] = [label(7), label(8)];
    await replaceText(document, nameOf(one), 'Sent at once');
    await replaceText(document, nameOf(other), 'Sent the second time');
    service().sandbox.control.setOption({ failUpdateIds: [other.id] });
    assert.equal(await saveAndApply(document, '2 labels will change.', 'Apply 2 Changes'), false);
    await untilNotified('1 label is not saved yet.');
    assert.equal(served(one).labelName, 'Sent at once');
    assert.equal(document.isDirty, true);
    service().sandbox.control.setOption({ failUpdateIds: [] });
    assert.equal(await saveAndApply(document, '1 label will change.', 'Apply One Change'), true);
    assert.equal(served(other).labelName, 'Sent the second time');
    assert.equal((await service().updatesSent(one)).length, 1);
  });

  it('stay unsaved with what was undone while it was sent', async () => {
    const document = await openTable();
    const record = label(9);
    const before = nameOf(record);
    await replaceText(document, before, 'Undone meanwhile');
    const { promise, resolve } = Promise.withResolvers<void>();
    service().proxy.path = '/api/v2/label/update';
    service().proxy.fault = { kind: 'delayAnswer', until: promise };
    const saving = Promise.resolve(document.save());
    await untilReviewed('1 label will change.');
    await person.pressReviewButton('Apply One Change');
    await eventually(() => assert.equal(service().requests(update), sent + 1));
    await runInEditor(document, 'undo');
    resolve();
    assert.equal(await saving, false);
    assert.equal(nameOf(record), 'Undone meanwhile');
    assert.ok(document.getText().includes(`"${before}"`));
    await eventually(() => assert.equal(document.isDirty, true));
    assert.equal(await saveAndApply(document, '1 label will change.', 'Apply One Change'), true);
    assert.equal(nameOf(record), before);
  });

  it('show what is changed elsewhere in this window, and count as saved', async () => {
    const document = await openTable();
    const record = label(10);
    const before = nameOf(record);
    await replaceText(document, before, 'To be taken back');
    assert.equal(await saveAndApply(document, '1 label will change.', 'Apply One Change'), true);
    await untilNotified('1 label changed.');
    const undoing = vscode.commands.executeCommand(commandIds.undoLabelChanges);
    await person.pressDialogButton('Undo “Table: All labels”', 'Undo');
    await untilNotified(
      (text) => text.includes('Undo “Table: All labels”') && text.includes('1 label changed.'),
    );
    await undoing;
    assert.equal(nameOf(record), before);
    await eventually(() => {
      assert.ok(document.getText().includes(`"${before}"`));
      assert.equal(document.isDirty, false);
    });
    assert.equal(service().requests(update), sent + 2);
  });

  it('show each of many labels that change one after another elsewhere in this window', async () => {
    const document = await openTable();
    const { control } = service().sandbox;
    // VS Code takes its time until it saves what the first of them have made of the text.
    const slowSaves = vscode.workspace.onWillSaveTextDocument((event) => {
      const before = service().requests(update);
      event.waitUntil(eventually(() => assert.ok(service().requests(update) >= before + 8)));
    });
    control.setOption({ latency: 400 });
    try {
      const run = await replaceName('e');
      await untilNotified((text) => /labels changed\./.test(text));
      await run.ended;
    } finally {
      slowSaves.dispose();
      control.setOption({ latency: 0 });
    }
    const names = control
      .labels(administrator.tenant)
      .flatMap(({ labelName }) => labelName ?? [])
      .filter((each) => /^[^"=]*e, changed/.test(each));
    assert.ok(names.length > 15);
    await eventually(() => {
      const text = document.getText();
      assert.deepEqual(
        names.filter((each) => !text.includes(`"${each}"`)),
        [],
      );
      assert.equal(document.isDirty, false);
    });
  });

  it('leave it to the person whose value stays where both have changed it', async () => {
    const document = await openTable();
    const [one, other] = [label(11), label(12)];
    await replaceText(document, nameOf(one), 'Mine');
    await replaceText(document, nameOf(other), 'Mine alone');
    rename(one, 'Theirs');
    const note = '1 label was also changed by somebody else: it is sent only if you tick it.';
    assert.equal(await saveAndApply(document, note, 'Apply One Change'), false);
    await untilNotified('1 label is not saved yet.');
    assert.equal(nameOf(one), 'Theirs');
    assert.equal(nameOf(other), 'Mine alone');
    assert.equal(document.isDirty, true);
    const saving = Promise.resolve(document.save());
    await untilReviewed(note);
    await person.takeScreenshot('tableConflict');
    await person.tickReviewRow('Mine');
    await person.pressReviewButton('Apply One Change');
    assert.equal(await saving, true);
    assert.equal(nameOf(one), 'Mine');
    assert.equal(service().requests(update), sent + 2);
  });

  it('have all columns when they are opened again, and what is known of others', async () => {
    const { uri } = await openTable();
    const record = label(13);
    const document = await vscode.workspace.openTextDocument(uri);
    await replaceText(document, nameOf(record), 'Mine and closed');
    const code = `${record.labelCode}-T`;
    change(record, { labelName: 'Theirs meanwhile', labelCode: code });
    const saving = Promise.resolve(document.save());
    await untilReviewed('1 label was also changed by somebody else');
    await person.pressReviewButton('Cancel');
    assert.equal(await saving, false);
    // The text then follows the others; closed before that, VS Code opens it again with what it followed.
    await eventually(() => assert.ok(document.getText().includes(code)));
    await closeWithoutSaving();
    await eventually(() => assert.equal(document.isClosed, true));
    const listed = service().requests(list);
    await vscode.commands.executeCommand('vscode.open', uri);
    await eventually(async () => {
      const table = await person.review();
      assert.ok(table.includes('updateTime'), table);
      assert.ok(table.includes('Changed by Others (1)'), table);
      assert.ok(!table.includes('Mine and closed'), table);
    });
    assert.equal(service().requests(list), listed);
  });

  it('leave nothing of theirs stored when their account is signed out, but what is still open', async () => {
    const account = service().accountId(administrator);
    const stored = async (): Promise<readonly string[]> => {
      const names = await readdir(path.join(testEnvironment().storageFolder, 'tables'));
      return names.filter((name) => name.startsWith(account)).toSorted();
    };
    await openTable();
    await closeTables();
    const closed = await stored();
    const { uri } = await openTable();
    const [base = '', ...others] = (await stored()).filter((name) => !closed.includes(name));
    assert.deepEqual(
      others.map((name) => name.startsWith(`${base}.`)),
      [true],
    );
    await signOutInAccountsMenu(service().authenticationLabel(administrator));
    await eventually(async () => assert.deepEqual(await stored(), [base, ...others]));
    await vscode.workspace.fs.readFile(uri);
    await closeTables();
    await eventually(async () => assert.deepEqual(await stored(), [base]));
  });
});
