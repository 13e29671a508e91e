import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { accountOf } from '../../../../../../src/core/account/account.ts';
import { systemClock, type Clock } from '../../../../../../src/core/async/clock.ts';
import { parseBaseUrl } from '../../../../../../src/core/connections/parseBaseUrl.ts';
import { ChangeJournal } from '../../../../../../src/core/labels/changes/journal/journal.ts';
import type { JournaledRun } from '../../../../../../src/core/labels/changes/journal/journaledRun.ts';
import type { ChangeSet } from '../../../../../../src/core/labels/changes/plan/changeSet.ts';
import type { Log } from '../../../../../../src/core/log/log.ts';
import { CollectingLog } from '../../../../../support/collectingLog.ts';
import { FakeClock } from '../../../../../support/fakeClock.ts';
import { planAmong, wantedOf } from '../../../../../support/planning.ts';
import { inTemporaryFolder } from '../../../../../support/temporaryFolder.ts';
import { withoutPrivileges } from '../../../../../support/withoutPrivileges.ts';
import { labelOf } from '../../arbitraryLabels.ts';

export const account = accountOf(parseBaseUrl('https://example.com'), 'acme', 'jane');
export const label = labelOf({ id: '1', labelCode: 'A', labelStatus: 1 });
/** The changes of a run with this one label. */
const { changes } = planAmong(wantedOf(new Map([[label.id, { labelStatus: 2 }]])), [label]);

const oneDay = 86_400_000;

/** A journal in `folder`; `alive`: whether the windows of other journals are there. */
export function open(
  folder: string,
  alive = true,
  megabytes = 50,
  clock: Clock = systemClock,
): ChangeJournal {
  return new ChangeJournal({
    folder,
    clock,
    limits: () => ({ days: 30, megabytes }),
    isAlive: async () => await Promise.resolve(alive),
  });
}

/** Does `work` with a folder of one who owns it and has no other rights. Skips `test` on Windows, which has others. */
export async function asOrdinaryUser(
  test: Mocha.Context,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  if (process.platform === 'win32') {
    test.skip();
  }
  await inTemporaryFolder(async (parent) => {
    await chmod(parent, 0o777);
    await withoutPrivileges(async () => await work(join(parent, 'changes')));
  });
}

/** Begins a run with the one label. */
export async function begin(journal: ChangeJournal): Promise<JournaledRun> {
  return await journal.begin({ account, title: 'Test', origin: 'setStatus', changes });
}

/** Begins a run with the one label, and ends it when that is changed. */
export async function carryOut(
  journal: ChangeJournal,
  set: Partial<ChangeSet> = {},
): Promise<JournaledRun> {
  const run = await journal.begin({ account, title: 'Test', origin: 'setStatus', changes, ...set });
  await run.write(
    { kind: 'intent', id: label.id, sent: [{ field: 'labelStatus', before: 1, after: 2 }], at: 1 },
    { kind: 'outcome', id: label.id, outcome: { kind: 'done' }, at: 1 },
  );
  await run.end(2);
  return run;
}

/** Deletes old runs at two starts of the extension, a day apart, with the clock at `now` at the first one. */
export async function trimAtTwoStarts(
  folder: string,
  log: Log = new CollectingLog(),
  now = Date.now(),
): Promise<void> {
  for (const at of [now, now + oneDay]) {
    await open(folder, true, 50, new FakeClock(at)).trim(log);
  }
}

/** Names of the files of runs in `folder`. */
export async function runNames(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name.endsWith('.jsonl'));
}

/** The path of the one run in `folder`. */
export async function fileIn(folder: string): Promise<string> {
  const [name = ''] = await runNames(folder);
  return join(folder, name);
}
