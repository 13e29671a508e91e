import { readdirSync, readlinkSync } from 'node:fs';
import { accountOf } from '../../src/core/account/account.ts';
import { isLabelId } from '../../src/core/account/labelAddress.ts';
import { systemClock } from '../../src/core/async/clock.ts';
import { parseBaseUrl } from '../../src/core/connections/parseBaseUrl.ts';
import { reasonOf } from '../../src/core/errors/reasonOf.ts';
import { ChangeJournal } from '../../src/core/labels/changes/journal/journal.ts';

const limits = () => ({ days: 30, megabytes: 50 });

/**
 * A window that begins a run of 1000 labels in the folder that is its argument, in a process of its own:
 * what a process may write can be limited. It prints what came of that, and what it has left open.
 */
async function run(folder: string): Promise<void> {
  const journal = new ChangeJournal({ folder, clock: systemClock, limits });
  const account = accountOf(parseBaseUrl('https://example.com'), 'acme', 'jane');
  const changes = Array.from({ length: 1000 }, (_, index) => String(index))
    .filter(isLabelId)
    .map((id) => ({ id, code: id, name: undefined, fields: [] }));
  const begun = await journal
    .begin({ account, title: 'Test', origin: 'setStatus', changes })
    .then(() => 'begun', reasonOf);
  const open = readdirSync('/proc/self/fd').flatMap((name) => targetOf(`/proc/self/fd/${name}`));
  const left = open.filter((path) => path.startsWith(folder));
  console.log(JSON.stringify({ begun, left, runs: (await journal.runs()).length }));
}

/** Target of an open handle; none if it has since been closed. */
function targetOf(handle: string): readonly string[] {
  try {
    return [readlinkSync(handle)];
  } catch {
    return [];
  }
}

await run(process.argv[2] ?? '');
