import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { commandIds, settingIds, viewIds } from '../../src/ids.ts';
import { randomFrom } from '../support/randomFrom.ts';
import { eventually } from './eventually.ts';
import { codesIn } from './labelRows.ts';
import { person } from './person.ts';
import { print } from './print.ts';
import { accountLabel, integrator, Service, signIn, signOutOf } from './service.ts';
import { setSetting } from './setSetting.ts';

const labelCount = 10;
const pageSize = 3;
/** How late the answer to a list request may be, in milliseconds: shorter and longer than VS Code and the view wait. */
const latest = 700;
/** None unless `npm run test:soak` asks for some: what they find is looked into one at a time. */
const sequences = Number(process.env['VIEW_SEQUENCES'] ?? 0);
const firstSeed = Number(process.env['VIEW_SEED'] ?? Date.now() % 1_000_000);

/** Runs a command and goes on: what it does overlaps with what comes next. */
type Begin = (command: string) => void;

/** What is done to the view, and with how many accounts if that matters. */
interface Action {
  readonly name: string;
  readonly accounts?: 'one' | 'several';
  readonly do: (begin: Begin, random: () => number) => Promise<void> | void;
}

const actions: readonly Action[] = [
  // Not beside a question: the new rows take the focus, and it closes.
  {
    name: 'load more',
    accounts: 'several',
    do: async () => await person.clickRowInSight('Load more'),
  },
  { name: 'fold or unfold', accounts: 'several', do: async () => await foldOrUnfold() },
  {
    name: 'load more by the command',
    accounts: 'one',
    do: (begin) => begin(commandIds.loadMoreLabels),
  },
  { name: 'refresh', do: (begin) => begin(commandIds.refreshLabels) },
  { name: 'hide', do: async () => await run('workbench.view.explorer') },
  { name: 'show', do: async () => await run(`${viewIds.labels}.focus`) },
  { name: 'clear', do: (begin) => begin(commandIds.clearLabelFilter) },
  { name: 'filter', accounts: 'one', do: async (begin, random) => await filter(begin, random) },
];

describe('labels view, whatever is done to it', () => {
  let service: Service;

  before(async () => {
    service = await Service.start({ labels: labelCount, accessTokenTtl: 1800 });
    await setSetting(settingIds.pageSize, pageSize);
    await service.signInFirst();
    await show();
  });

  after(async () => {
    await service.stop();
    await setSetting(settingIds.pageSize, undefined);
    await setSetting(settingIds.statusNames, undefined);
    await run('workbench.view.explorer');
  });

  for (let index = 0; index < sequences; index++) {
    const seed = firstSeed + index;
    it(`shows what is loaded in the end (VIEW_SEED=${seed})`, async () => {
      const random = randomFrom(seed);
      const done: string[] = [];
      const begun: Thenable<unknown>[] = [];
      const begin: Begin = (command) => void begun.push(vscode.commands.executeCommand(command));
      service.proxy.path = '/api/v2/label/list';
      service.proxy.fault = {
        kind: 'delayAnswer',
        get until() {
          return delay(random() * latest);
        },
      };
      try {
        let isAlone = true;
        for (let step = 0; step < 8; step++) {
          if (isAlone && random() < 0.06) {
            done.push('second account');
            await signIn(integrator);
            isAlone = false;
            continue;
          }
          const possible = actions.filter(
            ({ accounts }) => accounts === undefined || (accounts === 'one') === isAlone,
          );
          const action = possible[Math.floor(random() * possible.length)];
          assert.ok(action);
          done.push(action.name);
          await action.do(begin, random);
          await delay(random() * 300);
        }
        await show();
        await Promise.all(begun);
        await untilDrawnAnew(await untilQuiet(), `Name ${seed}`);
        if (!isAlone) {
          await signOutOf(integrator);
        }
        service.proxy.fault = { kind: 'pass' };
        await run(commandIds.clearLabelFilter);
      } catch (error) {
        print(`      ${done.join(', ')}`);
        throw error;
      }
    });
  }
});

async function run(command: string): Promise<void> {
  await vscode.commands.executeCommand(command);
}

async function show(): Promise<void> {
  await run(`${viewIds.labels}.focus`);
}

/** Clicks the row of the second account, which folds or unfolds it. */
async function foldOrUnfold(): Promise<void> {
  await person.clickRowInSight(`Account ${accountLabel(integrator)}`);
}

/** Filters the labels by a part of their names. */
async function filter(begin: Begin, random: () => number): Promise<void> {
  begin(commandIds.filterLabels);
  await person.pickItem('Name');
  await person.typeText('empty removes it', 'aeiou'.charAt(Math.floor(random() * 5)));
}

/** What the rows stand for, without the names of statuses. */
async function contents(): Promise<string[]> {
  const rows = await person.rows();
  return rows.map((row) => codesIn([row])[0] ?? row);
}

/** The rows once nothing has moved for a while: everything that was begun is done, and VS Code has drawn it. */
async function untilQuiet(): Promise<string[]> {
  let last: string[] = [];
  let since = performance.now();
  return await eventually(async () => {
    const rows = await contents();
    if (rows.join('\n') !== last.join('\n') || rows.some((row) => row.startsWith('Loading'))) {
      last = rows;
      since = performance.now();
    }
    assert.ok(performance.now() - since > 1000, 'The rows still change.');
    return rows;
  });
}

/** Waits until VS Code has asked for all rows again, which have another name for statuses then, and are the same. */
async function untilDrawnAnew(rows: readonly string[], name: string): Promise<void> {
  const hasLabels = codesIn(await person.rows()).length > 0;
  await setSetting(settingIds.statusNames, { 0: name, 1: name, 2: name, 3: name });
  await eventually(async () => {
    const drawn = await person.rows();
    assert.ok(!hasLabels || drawn.some((row) => row.includes(name)));
    assert.deepEqual(await contents(), rows);
  });
}
