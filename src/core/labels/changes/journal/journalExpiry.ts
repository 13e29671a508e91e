import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { readPlainFile, writePlainFile } from '../../../files/plainFile.ts';
import { parseJson } from '../../../text/exactJson.ts';
import type { KeptGroup } from './journalLimits.ts';

/** Shortest time between two starts that call a run too old before it is deleted, in milliseconds. */
const shortestPause = 86_400_000;

/** Maximum size of the file of marks, in bytes. */
const maximumSize = 10_000_000;

/** The start that first called a run too old, and when, in milliseconds since the epoch. */
const markSchema = z.object({ start: z.string(), at: z.number() });

type Mark = z.output<typeof markSchema>;

const marksSchema = z.record(z.string(), markSchema);

/**
 * Confirms that runs are too old. Their deletion cannot be undone, and a clock may be wrong for a while: it takes two
 * starts of the extension, a day or more apart.
 */
export class JournalExpiry {
  readonly #path: string;
  readonly #start = randomUUID();

  /** `folder`: that of the journal, which exists. */
  constructor(folder: string) {
    this.#path = join(folder, 'too-old.json');
  }

  /** Returns those of `tooOld` that an earlier start called too old as well. Throws a system error. */
  async confirm(tooOld: readonly KeptGroup[], now: number): Promise<readonly KeptGroup[]> {
    const text = (await readPlainFile(this.#path, maximumSize)) ?? '{}';
    const before = marksIn(text);
    const marks = new Map<string, Mark>();
    const confirmed: KeptGroup[] = [];
    for (const group of tooOld) {
      const name = basename(group[0].file.path);
      const mark = before.get(name);
      if (mark === undefined || mark.at > now) {
        marks.set(name, { start: this.#start, at: now });
      } else if (mark.start === this.#start || now - mark.at < shortestPause) {
        marks.set(name, mark);
      } else {
        confirmed.push(group);
      }
    }
    const marked = JSON.stringify(Object.fromEntries(marks));
    if (marked !== text) {
      await writePlainFile(this.#path, marked);
    }
    return confirmed;
  }
}

/** Marks that cannot be read are made anew: that keeps runs longer. */
function marksIn(text: string): ReadonlyMap<string, Mark> {
  return new Map(Object.entries(marksSchema.safeParse(parseJson(text)).data ?? {}));
}
