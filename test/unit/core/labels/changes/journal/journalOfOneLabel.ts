import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { accountOf } from '../../../../../../src/core/account/account.ts';
import { systemClock } from '../../../../../../src/core/async/clock.ts';
import { parseBaseUrl } from '../../../../../../src/core/connections/parseBaseUrl.ts';
import { ChangeJournal } from '../../../../../../src/core/labels/changes/journal/journal.ts';
import type { JournaledRun } from '../../../../../../src/core/labels/changes/journal/journaledRun.ts';
import { planAmong, wantedOf } from '../../../../../support/planning.ts';
import { labelOf } from '../../arbitraryLabels.ts';

export const account = accountOf(parseBaseUrl('https://example.com'), 'acme', 'jane');
export const label = labelOf({ id: '1', labelCode: 'A', labelStatus: 1 });
/** The changes of a run with this one label. */
export const { changes } = planAmong(wantedOf(new Map([[label.id, { labelStatus: 2 }]])), [label]);

/** A journal in `folder`; `alive`: whether the windows of other journals are there. */
export function open(folder: string, alive = true, megabytes = 50): ChangeJournal {
  return new ChangeJournal({
    folder,
    clock: systemClock,
    limits: () => ({ days: 30, megabytes }),
    isAlive: async () => await Promise.resolve(alive),
  });
}

/** Begins a run with the one label. */
export async function begin(journal: ChangeJournal): Promise<JournaledRun> {
  return await journal.begin({ account, title: 'Test', origin: 'setStatus', changes });
}

/** The path of the one file in `folder`. */
export async function fileIn(folder: string): Promise<string> {
  const [name = ''] = await readdir(folder);
  return join(folder, name);
}
