import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds } from '../../src/ids.ts';
import { eventually } from './eventually.ts';
import { person } from './person.ts';
import { administrator, signOutInAccountsMenu, startSignedIn } from './service.ts';
import { untilNotified } from './untilNotified.ts';

describe('Runs of changes', () => {
  const service = startSignedIn();
  const busy = { endpoint: 'update', when: 'before', status: 429, retryAfter: 300 } as const;

  it('say so where they are not kept any more', async () => {
    const done = vscode.commands.executeCommand(commandIds.goOnWithChanges, 'none');
    await untilNotified('These changes are not kept any more.');
    await done;
  });

  it('say that the service makes them wait, also one that begins meanwhile, and end at sign-out', async () => {
    const { control } = service().sandbox;
    control.setOption({ gateway: [busy] });
    const runs: BegunRun[] = [];
    for (const [waiting, name] of ['Company', 'Probation'].entries()) {
      runs.push(await replaceName(name));
      await eventually(async () => {
        const texts = await person.notifications();
        const saying = texts.filter((text) => /Waiting for the service \(\d+ s\)/.test(text));
        assert.equal(saying.length, waiting + 1, texts.join('\n'));
      });
    }
    await signOutInAccountsMenu(service().authenticationLabel(administrator));
    await eventually(async () => {
      const texts = await person.notifications();
      const ended = texts.filter((text) => text.includes('Labels changed: 0. Not sent: '));
      assert.equal(ended.length, 2, texts.join('\n'));
    });
    await untilNotified('is signed out');
    await Promise.all(runs.map(async ({ ended }) => await ended));
    assert.equal(control.labelHistory(administrator.tenant).length, 0);
  });
});

interface BegunRun {
  /** Resolves when its command does. */
  readonly ended: Thenable<unknown>;
}

/** Replaces a word in the name of one label, until the run of that has begun. */
async function replaceName(name: string): Promise<BegunRun> {
  const ended = vscode.commands.executeCommand(commandIds.replaceInLabels);
  await person.pickItem('Name');
  await person.typeText('What to find', name);
  await person.typeText('What to put in its place', `${name}, changed`);
  await untilNotified('Labels to change: ');
  await vscode.commands.executeCommand(commandIds.applyLabelChanges);
  return { ended };
}
