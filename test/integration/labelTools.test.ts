import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds } from '../../src/ids.ts';
import { eventually } from './eventually.ts';
import { person } from './person.ts';
import { administrator, startSignedIn, type Service } from './service.ts';
import { untilNotified } from './untilNotified.ts';

describe('Replace in Labels', () => {
  const service = startSignedIn();

  it('replaces in a thread of its own, and sends what was reviewed', async () => {
    const before = namesNow(service());
    const done = vscode.commands.executeCommand(commandIds.replaceInLabels);
    await person.pickItem('Name');
    await person.typeText('What to find', 'Company');
    await person.typeText('What to put in its place', '$& Team');
    await untilNotified((text) => text.includes('Labels to change: 1.'));
    assert.deepEqual(namesNow(service()), before);
    await vscode.commands.executeCommand(commandIds.applyLabelChanges);
    await untilNotified((text) => text.includes('Labels changed: 1.'));
    await eventually(() => {
      assert.deepEqual(
        namesNow(service()),
        before.map((name) => name?.replace('Company', '$$& Team') ?? name),
      );
    });
    await done;
  });
});

function namesNow({ sandbox }: Service): readonly (string | null | undefined)[] {
  return sandbox.control.labels(administrator.tenant).map(({ labelName }) => labelName);
}
