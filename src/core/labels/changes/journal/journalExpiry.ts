import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { readRegularFile, writeRegularFile } from '../../../files/regularFile.ts';
import { parseJson } from '../../../text/exactJson.ts';
import type { KeptGroup } from './journalLimits.ts';

/**
 * Minimum time between two starts of the extension that find a run too old before it is deleted, in
 * milliseconds.
 */
const shortestPause = 86_400_000;

/** Maximum size of the file of marks, in bytes. */
const maximumSize = 10_000_000;

/** Time when each file was first found too old, in milliseconds since the epoch. */
const marksSchema = z.record(z.string(), z.object({ at: z.number() }));

/**
 * Confirms that runs are too old. Deletion cannot be undone and a clock may be wrong for a while, so two
 * starts of the extension, a day or more apart, must find a run too old.
 */
export class JournalExpiry {
  readonly #path: string;
  readonly #startedAt: number;

  /**
   * `folder`: existing folder of the journal. `startedAt`: start of the extension, in milliseconds since the
   * epoch.
   */
  constructor(folder: string, startedAt: number) {
    this.#path = join(folder, 'too-old.json');
    this.#startedAt = startedAt;
  }

  /**
   * Returns the groups of `tooOld` that were already found too old a day or more before this start; marks the
   * others for later starts. Throws a system error.
   */
  async confirm(tooOld: readonly KeptGroup[], now: number): Promise<readonly KeptGroup[]> {
    const text = (await readRegularFile(this.#path, maximumSize)) ?? '{}';
    const before = marksIn(text);
    const marks = new Map<string, { readonly at: number }>();
    const confirmed: KeptGroup[] = [];
    for (const group of tooOld) {
      const name = basename(group[0].file.path);
      const mark = before.get(name);
      if (mark === undefined || mark.at > now) {
        marks.set(name, { at: now });
      } else if (this.#startedAt - mark.at < shortestPause) {
        marks.set(name, mark);
      } else {
        confirmed.push(group);
      }
    }
    const marked = JSON.stringify(Object.fromEntries(marks));
    if (marked !== text) {
      await writeRegularFile(this.#path, marked);
    }
    return confirmed;
  }
}

/** Parses the marks. Unreadable ones count as absent, which keeps runs longer. */
function marksIn(text: string): ReadonlyMap<string, { readonly at: number }> {
  return new Map(Object.entries(marksSchema.safeParse(parseJson(text)).data ?? {}));
}
