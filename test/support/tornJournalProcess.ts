import { execFileSync } from 'node:child_process';
import { accountOf } from '../../src/core/account/account.ts';
import { isLabelId } from '../../src/core/account/labelAddress.ts';
import { systemClock } from '../../src/core/async/clock.ts';
import { parseBaseUrl } from '../../src/core/connections/parseBaseUrl.ts';
import { StorageError } from '../../src/core/errors/storageError.ts';
import { ChangeJournal } from '../../src/core/labels/changes/journal.ts';

const limits = () => ({ days: 30, megabytes: 50 });

/**
 * A window that writes to a run in the folder that is its argument until its disk is full, goes on once
 * there is space again, and ends the run: what a process may write can be limited, and the limit lifted.
 */
async function run(folder: string): Promise<void> {
  const journal = new ChangeJournal({ folder, clock: systemClock, limits });
  const account = accountOf(parseBaseUrl('https://example.com'), 'acme', 'jane');
  const changes = ['1', '2']
    .filter(isLabelId)
    .map((id) => ({ id, code: id, name: undefined, fields: [] }));
  const begun = await journal.begin({ account, title: 'Test', origin: 'setStatus', changes });
  const [first, second] = changes;
  if (first === undefined || second === undefined) {
    throw new Error('There are two labels.');
  }
  let isFull = false;
  while (!isFull) {
    try {
      await begun.write({ kind: 'intent', id: first.id, sent: [], at: 1 });
    } catch (error) {
      isFull = error instanceof StorageError;
    }
  }
  execFileSync('sh', ['-c', 'prlimit --fsize=unlimited --pid "$0"', String(process.pid)]);
  await begun.write({ kind: 'outcome', id: second.id, outcome: { kind: 'done' }, at: 2 });
  await begun.end(3);
}

await run(process.argv[2] ?? '');
