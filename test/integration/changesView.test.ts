import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds, viewIds } from '../../src/ids.ts';
import { eventually } from './eventually.ts';
import { person } from './person.ts';
import { replaceName } from './replaceName.ts';
import { startSignedIn } from './service.ts';
import { untilNotified } from './untilNotified.ts';

describe('The view Changes', () => {
  startSignedIn();

  after(async () => {
    await vscode.commands.executeCommand(`${viewIds.labels}.focus`);
    await person.foldView('Changes');
  });

  it('keeps the keyboard focus that it is given when it is opened first', async () => {
    const run = await replaceName('Company');
    await untilNotified('1 label changed.');
    await run.ended;
    await vscode.commands.executeCommand(`${viewIds.changes}.focus`);
    await untilShown('1 label changed.');
    assert.deepEqual(await person.focus(), ['Changes']);
    await person.pressKey('Home');
    await person.pressKey('ArrowRight');
    await untilShown('Company, changed');
  });

  it('calls an account what it is called by now', async () => {
    const renamed = vscode.commands.executeCommand(commandIds.renameAccount);
    await person.typeText('Name', 'My account');
    await renamed;
    await untilShown('1 label changed., My account');
  });
});

/** Waits for a row whose accessible name contains `text`. */
async function untilShown(text: string): Promise<void> {
  await eventually(async () => {
    const rows = await person.rows();
    assert.ok(
      rows.some((row) => row.includes(text)),
      rows.join('\n'),
    );
  });
}
