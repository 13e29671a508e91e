import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { accountOf } from '../../src/core/account/account.ts';
import { isLabelId, type LabelId } from '../../src/core/account/labelAddress.ts';
import { systemClock } from '../../src/core/async/clock.ts';
import { parseBaseUrl } from '../../src/core/connections/parseBaseUrl.ts';
import { ChangeJournal } from '../../src/core/labels/changes/journal/journal.ts';
import { commandIds } from '../../src/ids.ts';
import { testEnvironment } from './environment.ts';
import { eventually } from './eventually.ts';
import { person } from './person.ts';
import { replaceName, type BegunRun } from './replaceName.ts';
import {
  administrator,
  integrator,
  signIn,
  signOutInAccountsMenu,
  startSignedIn,
} from './service.ts';
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
    const summary = '0 labels changed. Not sent: 1.';
    await untilShown(summary);
    const signedIn = vscode.commands.executeCommand(
      commandIds.signIn,
      service().accountId(administrator),
    );
    await person.decide({ decision: 'approve', ...integrator });
    await untilShown('The browser signed in');
    const reads = service().requests('GET /api/v2/label/list');
    await person.clickNotification(summary, 'Resume');
    await person.pressDialogButton('Send the remaining change to one label', 'Send One Change');
    await untilShown(summary);
    await person.clickNotification('The browser signed in', 'Retry');
    await person.decide({ decision: 'approve', ...administrator });
    await signedIn;
    assert.equal(service().requests('GET /api/v2/label/list'), reads);
    assert.deepEqual(control.labelHistory(administrator.tenant), []);
    await person.clickNotification(summary, 'Resume');
    await person.pressDialogButton('Send the remaining change to one label', 'Send One Change');
    await untilNotified('1 label changed.');
    await run.ended;
    const senders = control.labelHistory(administrator.tenant).map(({ userId }) => userId);
    assert.deepEqual(senders, [administrator.user]);
    await signOutInAccountsMenu(service().authenticationLabel(integrator));
  });

  it('say so where they are not kept any more', async () => {
    const done = vscode.commands.executeCommand(commandIds.resumeChanges, 'none');
    await untilNotified('These changes are no longer stored.');
    await done;
  });

  it('are settled before they are taken back, where their window is gone', async () => {
    const before = names();
    const { id, ids } = await leaveRun('Left in the middle', 3, 2);
    assert.notDeepEqual(names(), before);
    await takeBack(id);
    assert.deepEqual(names(), before);
    const record = await journal().run(id);
    const outcomes = ids.map((label) => record?.outcomeOf(label)?.kind);
    assert.deepEqual(outcomes, ['done', 'done', 'notSent']);
    assert.equal(record?.owner, undefined);
  });

  it('are taken back once it was found out what came of them, where that has begun', async () => {
    const { control } = service().sandbox;
    const before = names();
    const { id } = await leaveRun('Left, and found', 3, 2);
    // What came of them is looked for from a second after the sign-in on, and found once the service lists labels.
    control.setOption({ gateway: [{ ...busy, endpoint: 'list', retryAfter: 1 }] });
    await signIn(integrator);
    await eventually(async () => {
      const record = (await journal().runs()).find(({ header }) => header.id === id);
      assert.equal(record?.owner?.process.processId, process.pid);
    });
    const undone = takeBack(id);
    control.setOption({ gateway: [] });
    await undone;
    assert.deepEqual(names(), before);
    await signOutInAccountsMenu(service().authenticationLabel(integrator));
  });

  it('say what has come of their labels where they cannot be stored any more', async () => {
    const { control } = service().sandbox;
    const sent = control.labelHistory(administrator.tenant).length;
    control.setOption({ gateway: [{ ...busy, retryAfter: 2 }] });
    const run = await replaceName('Company');
    await untilShown('Waiting for the service');
    const record = (await journal().runs()).findLast(({ owner }) => owner !== undefined);
    assert.ok(record);
    const file = await fileOf(record.header.id);
    await rename(file, `${file}.moved`);
    await mkdir(file);
    control.setOption({ gateway: [] });
    await untilNotified('was stopped. The extension’s storage folder cannot be used');
    await run.ended;
    const changed = control.labelHistory(administrator.tenant).length - sent;
    await rmdir(file);
    await rename(`${file}.moved`, file);
    await eventually(async () => {
      const stored = await journal().run(record.header.id);
      assert.equal(stored?.owner, undefined);
      assert.equal(stored?.counts.done, changed);
      assert.equal(stored?.counts.uncertain, 0);
    });
    assert.ok((await person.notifications()).every((text) => !text.includes('VS Code closed')));
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
      const ended = texts.filter((text) => text.includes('0 labels changed. Not sent: '));
      assert.equal(ended.length, 2, texts.join('\n'));
    });
    await untilNotified('is signed out');
    await Promise.all(runs.map(async ({ ended }) => await ended));
    assert.equal(control.labelHistory(administrator.tenant).length, sent);
  });

  function names(): readonly unknown[] {
    return service()
      .sandbox.control.labels(administrator.tenant)
      .map(({ labelName }) => labelName);
  }

  /**
   * A run about `count` labels whose window is gone: it has sent `sent` of them, and knows of the answer to
   * the first one only.
   */
  async function leaveRun(title: string, count: number, sent: number): Promise<AbandonedRun> {
    const { control } = service().sandbox;
    const { tenant, user } = administrator;
    const changes = control
      .labels(tenant)
      .flatMap(({ id, labelCode, labelName }) => {
        if (!isLabelId(id) || labelName === null || labelCode === null) {
          return [];
        }
        const wanted = `${labelName}, changed`;
        const fields = [{ field: 'labelName', before: labelName, wanted }] as const;
        return [{ id, code: labelCode, name: labelName, fields }];
      })
      .slice(0, count);
    assert.equal(changes.length, count);
    const account = accountOf(parseBaseUrl(service().baseUrl), tenant, user);
    // Not in the window's folder: it would take up a run of its own process that it knows nothing of.
    const folder = await mkdtemp(path.join(testEnvironment().storageFolder, 'left'));
    const run = await journal(folder).begin({ account, title, origin: 'import', changes });
    for (const [index, { id, fields }] of changes.slice(0, sent).entries()) {
      const [{ field, before, wanted: after }] = fields;
      const at = systemClock.now();
      await run.write({ kind: 'intent', id, sent: [{ field, before, after }], at });
      control.updateLabel(tenant, id, { labelName: after }, user);
      if (index === 0) {
        await run.write({ kind: 'outcome', id, outcome: { kind: 'done' }, isUnread: true, at });
      }
    }
    await run.close();
    await haveWindowGone(folder);
    return { id: run.record.header.id, ids: changes.map(({ id }) => id) };
  }
});

function journalFolder(): string {
  return path.join(testEnvironment().storageFolder, 'changes');
}

/** The file of the run `id`. */
async function fileOf(id: string): Promise<string> {
  const name = (await readdir(journalFolder())).find((each) => each.includes(id));
  return path.join(journalFolder(), name ?? assert.fail(id));
}

function journal(folder = journalFolder()): ChangeJournal {
  return new ChangeJournal({
    folder,
    clock: systemClock,
    limits: () => ({ days: 30, megabytes: 100 }),
  });
}

interface AbandonedRun {
  readonly id: string;
  readonly ids: readonly LabelId[];
}

/** Has the only run in `folder` belong to a process that has ended, and moves it to the window's folder. */
async function haveWindowGone(folder: string): Promise<void> {
  const gone = spawnSync(process.execPath, ['--version']).pid;
  const [name = assert.fail()] = await readdir(folder);
  const file = path.join(folder, name);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/"processId":\d+/, `"processId":${gone}`));
  await rename(file, path.join(journalFolder(), name));
  await rmdir(folder);
}

/** Takes back what was sent of two labels. */
async function takeBack(run: string): Promise<void> {
  const undone = vscode.commands.executeCommand(commandIds.undoLabelChanges, run);
  await person.pressDialogButton('2 labels go back to their old values.', 'Undo');
  // That it was left may be said, too: it is found out whenever somebody has signed in or out.
  await untilNotified(
    (text) => text.includes('2 labels changed.') && !text.includes('VS Code closed'),
  );
  await undone;
}

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
