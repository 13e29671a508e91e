import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds } from '../../src/ids.ts';
import { eventually } from './eventually.ts';
import { person } from './person.ts';
import { administrator, integrator, signOutInAccountsMenu, startSignedIn } from './service.ts';
import { untilNotified } from './untilNotified.ts';

describe('Runs of changes', () => {
  const service = startSignedIn();
  const busy = { endpoint: 'update', when: 'before', status: 429, retryAfter: 300 } as const;

  it('send nothing as somebody else who has signed in to the place of the account', async () => {
    const { control } = service().sandbox;
    // The session is ended while the run waits, however long it takes to see that.
    control.setOption({ gateway: [{ ...busy, retryAfter: 4 }] });
    const run = await replaceName('Company');
    await untilShown('Waiting for the service');
    control.revokeRefreshTokens();
    control.expireAccessTokens();
    control.setOption({ gateway: [] });
    const summary = 'Labels changed: 0. Failed: 1.';
    await untilShown(summary);
    const signIn = vscode.commands.executeCommand(
      commandIds.signIn,
      service().accountId(administrator),
    );
    await person.decide({ decision: 'approve', ...integrator });
    await untilShown('The browser signed in');
    const reads = service().requests('GET /api/v2/label/list');
    await person.clickNotification(summary, 'Retry Failed');
    await untilShown(summary);
    await person.clickNotification('The browser signed in', 'Try Again');
    await person.decide({ decision: 'approve', ...administrator });
    await signIn;
    assert.equal(service().requests('GET /api/v2/label/list'), reads);
    assert.deepEqual(control.labelHistory(administrator.tenant), []);
    await person.clickNotification(summary, 'Retry Failed');
    await untilNotified('Labels changed: 1.');
    await run.ended;
    const senders = control.labelHistory(administrator.tenant).map(({ userId }) => userId);
    assert.deepEqual(senders, [administrator.user]);
    await signOutInAccountsMenu(service().authenticationLabel(integrator));
  });

  it('say so where they are not kept any more', async () => {
    const done = vscode.commands.executeCommand(commandIds.goOnWithChanges, 'none');
    await untilNotified('These changes are not kept any more.');
    await done;
  });

  it('say that the service makes them wait, also one that begins meanwhile, and end at sign-out', async () => {
    const { control } = service().sandbox;
    const sent = control.labelHistory(administrator.tenant).length;
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
    const undo = vscode.commands.executeCommand(commandIds.undoLabelChanges);
    await untilNotified('These changes are being sent already');
    await undo;
    await signOutInAccountsMenu(service().authenticationLabel(administrator));
    await eventually(async () => {
      const texts = await person.notifications();
      const ended = texts.filter((text) => text.includes('Labels changed: 0. Not sent: '));
      assert.equal(ended.length, 2, texts.join('\n'));
    });
    await untilNotified('is signed out');
    await Promise.all(runs.map(async ({ ended }) => await ended));
    assert.equal(control.labelHistory(administrator.tenant).length, sent);
  });
});

/** Waits for a notification that contains `text`, and leaves it there. */
async function untilShown(text: string): Promise<void> {
  await eventually(async () => {
    const texts = await person.notifications();
    assert.ok(
      texts.some((each) => each.includes(text)),
      texts.join('\n'),
    );
  });
}

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
  // The question of a run before this one may be on its way out still.
  await eventually(() => {
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.ok(input instanceof vscode.TabInputTextDiff);
  });
  await vscode.commands.executeCommand(commandIds.applyLabelChanges);
  return { ended };
}
