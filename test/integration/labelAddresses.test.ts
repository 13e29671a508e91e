import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openDocument } from '../../src/commands/openDocuments.ts';
import { labelFileEnding } from '../../src/core/account/labelAddress.ts';
import { commandIds, labelFormViewType, labelLanguageId } from '../../src/ids.ts';
import type { LabelRecord } from '../../src/sandbox/labelRecord.ts';
import { eventually } from './eventually.ts';
import { agreeing, nameIn, openForm, replaceAll, replaceText } from './labelDocuments.ts';
import { person } from './person.ts';
import { administrator } from './service.ts';
import { setSetting } from './setSetting.ts';
import { startLabelDocuments } from './startLabelDocuments.ts';

/** A code that VS Code would make a link of, which writes into the terminal. */
const hostileCode =
  '[VIP](command:workbench.action.terminal.sendSequence?{"text":"{touch,pwn}\\n"})';

function tabsOf(uri: vscode.Uri): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input }) =>
        (input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText) &&
        input.uri.toString() === uri.toString(),
    );
}

describe('address of a label document', () => {
  const { change, label, open, rename, served, service } = startLabelDocuments({ labels: 60 });

  /** The addresses that earlier versions have given a label. */
  function earlierUris(record: LabelRecord): readonly vscode.Uri[] {
    const uri = service().labelUri(administrator, record);
    const account = service().accountId(administrator);
    const { id, labelCode } = record;
    return [
      uri.with({
        path: `/${administrator.tenant} · ${administrator.user}/${labelCode}.label.json`,
        query: new URLSearchParams({ account, label: id }).toString(),
      }),
      uri.with({ path: `/${account}/${id}/${labelCode}.label.json`, query: '' }),
    ];
  }

  for (const index of [0, 1]) {
    it(`of an earlier version (${index}) opens as form and JSON, and saves`, async () => {
      const record = label(index);
      const earlier = earlierUris(record)[index];
      assert.ok(earlier);
      const document = await openForm(earlier);
      await eventually(() => assert.equal(document.languageId, labelLanguageId));
      const [tab] = tabsOf(earlier);
      assert.ok(tab?.input instanceof vscode.TabInputCustom);
      assert.equal(tab.input.viewType, labelFormViewType);
      await vscode.commands.executeCommand(commandIds.editLabelAsJson);
      await eventually(() => assert.equal(vscode.window.activeTextEditor?.document, document));
      await replaceText(document, record.labelName, 'Opened before');
      assert.equal(await agreeing(document.save()), true);
      assert.equal(served(record).labelName, 'Opened before');
    });
  }

  it('of an earlier version stays the one of its label, also while VS Code has not read it', async () => {
    const record = label(2);
    const [earlier] = earlierUris(record);
    assert.ok(earlier);
    await open(label(3));
    await vscode.commands.executeCommand('vscode.openWith', earlier, labelFormViewType, {
      background: true,
      preview: false,
    });
    await eventually(() => assert.equal(tabsOf(earlier).length, 1));
    assert.equal(openDocument(earlier), undefined);
    await vscode.commands.executeCommand(commandIds.refreshLabels);
    await vscode.commands.executeCommand('workforce.labels.focus');
    await person.clickRow(record.labelName ?? '');
    await eventually(() => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      assert.ok(activeTab !== undefined && tabsOf(earlier).includes(activeTab));
    });
    assert.deepEqual(tabsOf(service().labelUri(administrator, record)), []);
  });

  it('holds nothing that VS Code makes a link of, where a save meets a conflict', async () => {
    const record = label(4);
    change(record, { labelCode: hostileCode });
    const hostile = { ...record, labelCode: hostileCode };
    const document = await open(hostile);
    await replaceText(document, record.labelName, 'Mine');
    rename(record, 'Theirs');
    assert.equal(await agreeing(document.save()), false);
    const text = await eventually(async () => {
      const found = (await person.notifications()).find((each) => each.includes('is newer'));
      assert.ok(found);
      return found;
    });
    await person.takeScreenshot('hostileCodeInConflict');
    assert.ok(text.includes('_VIP_command_workbench'), text);
    await person.clearNotifications();
  });

  it('tells apart what looks the same', async () => {
    const [one, other] = [label(5), label(6)];
    change(one, { labelCode: 'A/B' });
    change(other, { labelCode: 'A:B' });
    const first = await open({ ...one, labelCode: 'A/B' });
    const second = await open({ ...other, labelCode: 'A:B' });
    assert.equal(nameIn(first), one.labelName);
    assert.equal(nameIn(second), other.labelName);
    await eventually(() => {
      const [title] = tabsOf(second.uri).map((tab) => tab.label);
      assert.equal(title, `A_B · ${other.id}${labelFileEnding}`);
    });
    await person.takeScreenshot('codesThatLookTheSame');
  });
});

describe('a file of the workspace whose name ends in .label.json', () => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/');
  const uri = vscode.Uri.joinPath(folder, 'x.label.json');

  after(async () => {
    await setSetting('files.autoSave', undefined);
    await setSetting('files.autoSaveDelay', undefined);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.delete(uri);
  });

  it('is JSON with its problems, formatter and autosave', async () => {
    await vscode.workspace.fs.writeFile(uri, Buffer.from('{"a":1,}'));
    await setSetting('files.autoSave', 'afterDelay');
    await setSetting('files.autoSaveDelay', 1);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.commands.executeCommand('vscode.open', uri);
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    assert.ok(activeTab?.input instanceof vscode.TabInputText);
    assert.equal(document.languageId, 'json');
    await eventually(() => assert.equal(vscode.languages.getDiagnostics(uri).length, 1));
    await person.takeScreenshot('workspaceLabelJson');
    await replaceAll(document, '{"a":1}');
    await eventually(() => assert.deepEqual(vscode.languages.getDiagnostics(uri), []));
    await vscode.commands.executeCommand('editor.action.formatDocument');
    await eventually(() => assert.match(document.getText(), /^\{\s+"a": 1\s+\}$/));
    await eventually(async () => {
      assert.equal(String(await vscode.workspace.fs.readFile(uri)), document.getText());
    });
  });
});
