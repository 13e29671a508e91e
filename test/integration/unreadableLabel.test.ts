import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { labelFormViewType } from '../../src/ids.ts';
import type { LabelRecord } from '../../src/sandbox/labelRecord.ts';
import { eventually } from './eventually.ts';
import { agreeing, closeWithoutSaving, nameIn, replaceText } from './labelDocuments.ts';
import { person } from './person.ts';
import { administrator, signIn, startSignedIn } from './service.ts';

const update = 'POST /api/v2/label/update';
const list = '/api/v2/label/list';

describe('a label that cannot be read', () => {
  const { fs } = vscode.workspace;
  const service = startSignedIn({ tokenErrors: 'envelope', tokenErrorCode: 40_001 });
  let label: LabelRecord;
  let uri: vscode.Uri;

  before(() => {
    const plain = service()
      .sandbox.control.labels(administrator.tenant)
      .find(({ labelName, labelCode }) => labelName && labelCode);
    assert.ok(plain);
    label = plain;
    uri = service().labelUri(administrator, label);
  });

  afterEach(async () => {
    service().proxy.path = undefined;
    service().proxy.fault = { kind: 'pass' };
    await closeWithoutSaving();
  });

  function breakService(): void {
    service().proxy.path = list;
    const body = '{"code":-1,"message":"system busy","data":null}';
    service().proxy.fault = { kind: 'answer', status: 200, body };
  }

  /** Opens it in a tab; returns its document, which has a placeholder. */
  async function open(as = labelFormViewType): Promise<vscode.TextDocument> {
    await vscode.commands.executeCommand('vscode.openWith', uri, as);
    return await eventually(() => {
      const document = vscode.workspace.textDocuments.find(
        (each) => each.uri.toString() === uri.toString(),
      );
      assert.match(document?.getText() ?? '', /^\/\/ This label cannot be read at the moment\.\n/);
      assert.ok(document);
      return document;
    });
  }

  async function untilRead(document: vscode.TextDocument): Promise<void> {
    await eventually(() => assert.equal(nameIn(document), label.labelName));
    assert.equal(document.isDirty, false);
  }

  it('says why in its tab, and cannot be changed or sent', async () => {
    breakService();
    const document = await open();
    await person.takeScreenshot('unreadableLabel');
    assert.match(document.getText(), /system busy/);
    assert.equal(document.isDirty, false);
    assert.deepEqual(vscode.languages.getDiagnostics(uri), []);
    const updates = service().requests(update);
    service().proxy.fault = { kind: 'pass' };
    const placeholder = new TextEncoder().encode(document.getText());
    await assert.rejects(Promise.resolve(fs.writeFile(uri, placeholder)));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, document.positionAt(0), '// typed\n');
    await vscode.workspace.applyEdit(edit);
    assert.equal(
      await document.save().then(
        (saved) => saved && document.isDirty,
        () => false,
      ),
      false,
    );
    assert.equal(service().requests(update), updates);
  });

  it('is an error for a program that asks for it while no tab shows it', async () => {
    breakService();
    await assert.rejects(Promise.resolve(fs.readFile(uri)), /system busy/);
    await assert.rejects(Promise.resolve(fs.stat(uri)), /system busy/);
  });

  for (const as of [labelFormViewType, 'default']) {
    it(`comes up by itself, can be changed and never undone into nothing: ${as}`, async () => {
      breakService();
      const document = await open(as);
      service().proxy.fault = { kind: 'pass' };
      await untilRead(document);
      await vscode.commands.executeCommand('undo');
      await untilRead(document);
      const name = `${label.labelName ?? ''} (HR)`;
      await replaceText(document, label.labelName, name);
      assert.equal(await agreeing(document.save()), true);
      label = service().record(administrator, label.id);
      assert.equal(label.labelName, name);
      const expected = { id: label.id, labelName: name };
      const updates = await service().updatesSent(label);
      assert.equal(updates.filter((each) => isDeepStrictEqual(each, expected)).length, 1);
    });
  }

  it('keeps showing what an editor has read before', async () => {
    await vscode.commands.executeCommand('vscode.openWith', uri, labelFormViewType);
    const document = await eventually(() => {
      const found = vscode.workspace.textDocuments.find(
        (each) => each.uri.toString() === uri.toString(),
      );
      assert.ok(found);
      return found;
    });
    breakService();
    await assert.rejects(Promise.resolve(fs.readFile(uri)), /system busy/);
    assert.equal(nameIn(document), label.labelName);
  });

  it('asks to sign in where that may help, and comes up when somebody has', async () => {
    service().sandbox.control.revokeRefreshTokens();
    service().sandbox.control.expireAccessTokens();
    const document = await open();
    assert.match(document.getText(), /did not renew your sign-in: “refresh token” \(40001\)/);
    await person.takeScreenshot('unreadableLabelSignIn');
    await signIn(administrator);
    await untilRead(document);
    await person.clearNotifications();
  });
});
