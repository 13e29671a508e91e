import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds } from '../../src/ids.ts';
import { eventually } from './eventually.ts';
import { person } from './person.ts';
import { administrator, startSignedIn, type Service } from './service.ts';
import { untilNotified } from './untilNotified.ts';
import { untilReviewed } from './untilReviewed.ts';

describe('Replace in Labels', () => {
  const service = startSignedIn();

  it('replaces in a thread of its own, and sends what was reviewed', async () => {
    const before = namesNow(service());
    const done = vscode.commands.executeCommand(commandIds.replaceInLabels);
    await person.pickItem('Name');
    await person.typeText('Text to find', 'Company');
    await person.typeText('Replacement', '$& Team');
    await untilReviewed('1 label will change.');
    assert.deepEqual(namesNow(service()), before);
    await person.pressReviewButton('Apply One Change');
    await untilNotified((text) => text.includes('1 label changed.'));
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
