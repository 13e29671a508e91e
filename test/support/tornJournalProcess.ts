import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { accountOf } from '../../src/core/account/account.ts';
import { isLabelId } from '../../src/core/account/labelAddress.ts';
import { systemClock } from '../../src/core/async/clock.ts';
import { parseBaseUrl } from '../../src/core/connections/parseBaseUrl.ts';
import { StorageError } from '../../src/core/errors/storageError.ts';
import { ChangeJournal } from '../../src/core/labels/changes/journal/journal.ts';
import { limitFiles } from './limitFiles.ts';

const limits = () => ({ days: 30, megabytes: 50 });

/**
 * A window that writes to a run in the folder that is its first argument. As its disk is full, only as
 * many bytes of a line are written as its second argument says; then there is space again, and it ends
 * the run: what a process may write can be limited, and the limit lifted.
 */
async function run(folder: string, bytes: number): Promise<void> {
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
  const [name = ''] = await readdir(folder);
  const { size } = await stat(join(folder, name));
  limitFiles(size + bytes);
  const refused = await begun.write({ kind: 'intent', id: first.id, sent: [], at: 1 }).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(refused instanceof StorageError)) {
    throw new Error('The line fits.');
  }
  limitFiles(undefined);
  await begun.write({ kind: 'outcome', id: second.id, outcome: { kind: 'done' }, at: 2 });
  await begun.end(3);
}

await run(process.argv[2] ?? '', Number(process.argv[3]));
