import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageError } from '../../../../../../src/core/errors/storageError.ts';
import type { JournaledRun } from '../../../../../../src/core/labels/changes/journal/journaledRun.ts';
import { openActions } from '../../../../../../src/core/labels/changes/journal/labelOutcome.ts';
import { RecordedChain } from '../../../../../../src/core/labels/changes/journal/recordedChain.ts';
import { settleAbandonedRun } from '../../../../../../src/core/labels/changes/run/settleAbandonedRun.ts';
import { CollectingLog } from '../../../../../support/collectingLog.ts';
import { FaultyDisk } from '../../../../../support/faultyDisk.ts';
import { randomFrom } from '../../../../../support/randomFrom.ts';
import { timeLimits } from '../../../../../support/timeLimits.ts';
import { ChangeWorld } from './changeWorld.ts';

/** How many runs, and from which seed on; printed, so that a failure can be repeated. */
const runs = Number(process.env['JOURNAL_FAULTS'] ?? 40);
const firstSeed = Number(process.env['JOURNAL_SEED'] ?? Date.now() % 1_000_000);

const codes = ['EIO', 'ENOSPC', 'EMFILE', 'EROFS', 'EACCES'] as const;
const operations = ['appendFile', 'datasync', 'open', 'lstat', 'stat', 'read', 'readdir', 'sync'];

/** A run of some labels on a disk that fails at random for a while, and whose files may be deleted meanwhile. */
class FaultyRun {
  readonly log: string[] = [];
  readonly #world: ChangeWorld;
  readonly #disk: FaultyDisk;
  readonly #random: () => number;

  constructor(world: ChangeWorld, disk: FaultyDisk, random: () => number) {
    this.#world = world;
    this.#disk = disk;
    this.#random = random;
  }

  async check(): Promise<void> {
    const world = this.#world;
    const ids = world.ids(30);
    const run = await world.beginWith('setStatus', ids, { labelStatus: 77 });
    const { id } = run.record.header;
    const isCleaned = this.#random() < 0.5;
    if (isCleaned) {
      this.#cleanAt(this.#below(25));
    }
    await this.#whileFaulty(200, async () => await world.carryOut(run, ids));
    run.dispose();
    // A window that is killed takes along what only it still had.
    if (!isCleaned && this.#random() < 0.3) {
      this.log.push('killed');
      world.kill();
    }
    for (let times = 0; times < 3; times++) {
      await this.#whileFaulty(60, async () => await this.#settle(id));
    }
    await this.#whileFaulty(200, async () => await world.journal.trim(new CollectingLog()));
    await this.#settle(id);
    const record = await world.journal.run(id);
    assert.ok(record, 'the run is lost');
    for (const each of ids) {
      const { kind } = record.outcomeOf(each);
      assert.equal(world.ours(each).length, kind === 'done' ? 1 : 0, `${each} ${kind}`);
    }
    const undo = new RecordedChain(record).remaining('undo');
    assert.ok(
      ids.every((each) => world.ours(each).length === 0 || undo.some((other) => other.id === each)),
    );
    const rest = await world.reopen(id);
    await world.carryOut(rest, rest.record.labelsOf(...openActions));
    assert.ok(ids.every((each) => world.ours(each).length === 1));
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  /** Deletes the files of all runs when so many requests have been sent. */
  #cleanAt(sends: number): void {
    const { folder, moments } = this.#world;
    let sent = 0;
    moments.onSend = () => {
      sent++;
      if (sent === sends) {
        this.log.push('deleted');
        void readdir(folder).then(async (names) => {
          const files = names.filter((name) => name.endsWith('.jsonl'));
          await Promise.all(
            files.map(async (name) => await rm(join(folder, name)).catch(() => {})),
          );
        });
      }
    };
  }

  /** Does `work` while some of its first `most` operations fail; it fails with a `StorageError` at most. */
  async #whileFaulty(most: number, work: () => Promise<unknown>): Promise<void> {
    const first = this.#below(most);
    const last = first + this.#below(6);
    const code = codes[this.#below(codes.length)];
    const only = this.#random() < 0.5 ? undefined : operations[this.#below(operations.length)];
    let count = 0;
    this.#disk.fault = (operation, path) => {
      const isMeant = path.startsWith(this.#world.folder) && (only ?? operation) === operation;
      count += isMeant ? 1 : 0;
      if (!isMeant || count <= first || count > last + 1) {
        return undefined;
      }
      this.log.push(`${code} ${operation}`);
      return code;
    };
    try {
      await work();
    } catch (error) {
      assert.ok(error instanceof StorageError, String(error));
      this.log.push(`stopped: ${error.operation}`);
    } finally {
      this.#disk.fault = undefined;
    }
  }

  /** Finds out what came of a run that is left, as a window does. Throws `StorageError`. */
  async #settle(id: string): Promise<void> {
    const { account, clock, journal, target } = this.#world;
    const run: JournaledRun | undefined = await journal.takeOver(account.id, id);
    if (run !== undefined) {
      const { signal } = new AbortController();
      try {
        await settleAbandonedRun({ run, source: target, target, clock, signal });
        await run.end(clock.now());
      } finally {
        run.dispose();
      }
    }
  }
}

describe(`Runs on a disk that fails, ${runs} random ones from seed ${firstSeed} on`, () => {
  it('lose nothing, send nothing twice, and can be undone and resumed', async () => {
    for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
      using disk = new FaultyDisk();
      await ChangeWorld.with({ labels: 40 }, async (world) => {
        const run = new FaultyRun(world, disk, randomFrom(seed));
        try {
          await run.check();
        } catch (error) {
          throw new Error(`Seed ${seed}: ${String(error)}\n${run.log.join('\n')}`, {
            cause: error,
          });
        }
      });
    }
  }).timeout(timeLimits.longTest);
});
