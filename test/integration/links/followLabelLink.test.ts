import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { parseLabelUri } from '../../../src/core/account/labelAddress.ts';
import { commandIds, extensionId } from '../../../src/ids.ts';
import type { LabelRecord } from '../../../src/sandbox/labelRecord.ts';
import { eventually } from '../eventually.ts';
import { closeWithoutSaving, openForm } from '../labelDocuments.ts';
import { person } from '../person.ts';
import { administrator, connectionName, startSignedIn } from '../service.ts';
import { untilNotified } from '../untilNotified.ts';

const update = 'POST /api/v2/label/update';

/** Opens a link as VS Code does when a browser hands it over; under test, VS Code does not ask first. */
async function open(link: string): Promise<void> {
  const done = vscode.commands.executeCommand('workbench.action.url.openUrl');
  await person.typeText('URL to open', link);
  await done;
}

function linkTo(pathAndQuery: string): string {
  return `${vscode.env.uriScheme}://${extensionId}/${pathAndQuery}`;
}

describe('links to labels', () => {
  const service = startSignedIn({ labels: 60 });
  const connection = encodeURIComponent(connectionName);

  afterEach(closeWithoutSaving);

  function record(index: number): LabelRecord {
    const found = service().sandbox.control.labels(administrator.tenant)[index];
    assert.ok(found);
    return found;
  }

  it('are copied in the form, and lead back to the label', async () => {
    const { id } = record(5);
    await openForm(service().labelUri(administrator, record(5)));
    await vscode.env.clipboard.writeText('');
    await vscode.commands.executeCommand(commandIds.copyLabelLink);
    const link = await vscode.env.clipboard.readText();
    assert.equal(
      link,
      linkTo(`label?connection=${connection}&tenant=${administrator.tenant}&id=${id}`),
    );
    await closeWithoutSaving();
    await open(link);
    await eventually(() => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputCustom);
      assert.equal(parseLabelUri(input.uri)?.labelId, id);
    });
  });

  it('lead to what a text finds', async () => {
    const plain = service()
      .sandbox.control.labels(administrator.tenant)
      .find(({ labelName }) => /^[\w ]+$/.test(labelName ?? ''));
    assert.ok(plain?.labelName);
    const q = encodeURIComponent(plain.labelCode);
    await open(linkTo(`labels?connection=${connection}&q=${q}`));
    await person.pickItem(plain.labelName);
    await eventually(() => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputCustom);
      assert.equal(parseLabelUri(input.uri)?.labelId, plain.id);
    });
  });

  const notSignedIn = 'not signed in';
  const unusable: readonly (readonly [string, string, string])[] = [
    [
      'a connection that nobody has',
      'label?connection=Other&id=1',
      'which is not in your settings',
    ],
    ['a tenant that is not signed in', `label?connection=${connection}&tenant=x&id=1`, notSignedIn],
    [
      'a label that is not there',
      `label?connection=${connection}&id=none`,
      'has no label with the ID none',
    ],
    ['no connection', 'label?id=1', 'cannot open this link'],
    [
      'more than it may name',
      `label?connection=${connection}&id=1&save=1`,
      'cannot open this link',
    ],
    ['a fragment', `label?connection=${connection}&id=1#x`, 'cannot open this link'],
    ['two labels', `label?connection=${connection}&id=1&id=2`, 'cannot open this link'],
    ['a command', 'command/workforce.signOutAll', 'cannot open this link'],
    [
      'text that turns around what stands behind it',
      `label?connection=%E2%80%AEx&id=1`,
      'cannot open this link',
    ],
  ];
  for (const [what, link, said] of unusable) {
    it(`say so where they lead to ${what}, and do nothing`, async () => {
      const sent = service().requests(update);
      await open(linkTo(link));
      await (said === notSignedIn ? person.clickNotification(said, 'Cancel') : untilNotified(said));
      assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab, undefined);
      assert.equal(service().requests(update), sent);
    });
  }
});
