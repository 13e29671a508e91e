import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LabelId } from '../../../../../../src/core/account/labelAddress.ts';
import type { Label } from '../../../../../../src/core/api/label.ts';
import type { LabelChanges } from '../../../../../../src/core/api/labelFields.ts';
import { systemClock, type Clock } from '../../../../../../src/core/async/clock.ts';
import { NetworkError } from '../../../../../../src/core/errors/networkError.ts';
import { StorageError } from '../../../../../../src/core/errors/storageError.ts';
import { ChangeJournal } from '../../../../../../src/core/labels/changes/journal/journal.ts';
import type { JournaledRun } from '../../../../../../src/core/labels/changes/journal/journaledRun.ts';
import { openActions } from '../../../../../../src/core/labels/changes/journal/labelOutcome.ts';
import type { RecordedChain } from '../../../../../../src/core/labels/changes/journal/recordedChain.ts';
import { lastToUndo } from '../../../../../../src/core/labels/changes/journal/runChainSummary.ts';
import type { RunRecord } from '../../../../../../src/core/labels/changes/journal/runRecord.ts';
import { LabelEdits } from '../../../../../../src/core/labels/changes/run/labelEdits.ts';
import { limitFiles } from '../../../../../support/limitFiles.ts';
import { randomFrom } from '../../../../../support/randomFrom.ts';
import { recordsIn } from '../../../../../support/recordsIn.ts';
import { until } from '../../../../../support/until.ts';
import { ChangeWorld, fastClock } from './changeWorld.ts';
import { recover } from './interruptedRun.ts';

/** A world with labels that are edited one by one. */
class EditedWorld {
  readonly world: ChangeWorld;
  readonly failures: StorageError[] = [];
  edits: LabelEdits;

  constructor(world: ChangeWorld) {
    this.world = world;
    this.edits = this.open();
  }

  /** The last run that was begun or reopened. */
  begun: JournaledRun | undefined;

  /** Edits as the window of `journal` records them. */
  open(journal = this.world.journal): LabelEdits {
    const { clock } = this.world;
    return new LabelEdits({
      journal: {
        begin: async (...set) => (this.begun = await journal.begin(...set)),
        reopen: async (...run) => (this.begun = await journal.reopen(...run)),
        nextSequence: async () => await journal.nextSequence(),
        get greatestSequence() {
          return journal.greatestSequence;
        },
      },
      clock,
      onDidFail: (error) => this.failures.push(error),
    });
  }

  async label(id: LabelId): Promise<Label> {
    const found = await this.world.repository.findAmongAll(id, []);
    assert.ok(found);
    return found;
  }

  /** Saves a label, by `send` instead of the repository if given. */
  async save(id: LabelId, changes: LabelChanges, send?: () => Promise<Label>): Promise<Label> {
    const { account, repository } = this.world;
    const label = await this.label(id);
    const usual = async (): Promise<Label> => await repository.update(label, changes);
    return await this.edits.record({ account, label, changes }, send ?? usual);
  }

  /** The runs, once all that were begun have ended. */
  async ended(): Promise<readonly RunRecord[]> {
    let runs: readonly RunRecord[] = [];
    await until(async () => {
      runs = await recordsIn(this.world.journal);
      return runs.every(({ owner }) => owner === undefined);
    });
    return runs;
  }
}

async function withEdits(
  work: (edited: EditedWorld, ids: readonly LabelId[]) => Promise<void>,
  clock?: Clock,
): Promise<void> {
  const inWorld = async (world: ChangeWorld): Promise<void> =>
    await work(new EditedWorld(world), world.ids(8));
  await ChangeWorld.with({}, inWorld, clock);
}

/** The first run of the journal, with its undos and redos. */
async function firstChain({ journal }: ChangeWorld): Promise<RecordedChain> {
  const [run] = await journal.runs();
  return (await journal.chain(run?.header.id ?? '')) ?? assert.fail();
}

describe('Edits of single labels', () => {
  it('are in the journal before they are sent, and with their outcome after', async () => {
    await withEdits(async (edited, [id = assert.fail()]) => {
      const { repository } = edited.world;
      const label = await edited.label(id);
      await edited.save(id, { labelName: 'New' }, async () => {
        const [record] = await recordsIn(edited.world.journal);
        assert.deepEqual(
          record?.sent.get(id)?.fields.map(({ after, before, field }) => [field, before, after]),
          [['labelName', label.labelName, 'New']],
        );
        assert.equal(record?.outcomeOf(id).kind, 'uncertain');
        return await repository.update(label, { labelName: 'New' });
      });
      const [record] = await edited.ended();
      assert.equal(record?.outcomeOf(id).kind, 'done');
      assert.equal(record?.header.origin, 'edit');
      assert.equal(record?.title, `Edit: ${label.labelName}`);
    });
  });

  it('are one run where they are soon after one another, unless something else was sent', async () => {
    const fast = fastClock(100);
    let passed = 0;
    const clock: Clock = { ...fast, now: () => fast.now() + passed };
    await withEdits(async (edited, ids) => {
      const [first = assert.fail(), second = assert.fail(), third = assert.fail()] = ids;
      const fourth = ids[3] ?? assert.fail();
      const labels = async (): Promise<readonly (readonly LabelId[])[]> =>
        (await edited.ended()).map(({ changes }) => Array.from(changes.keys()));
      for (const id of [first, second]) {
        await edited.save(id, { labelStatus: 71 });
        await edited.ended();
      }
      assert.deepEqual(await labels(), [[first, second]]);
      assert.equal((await edited.ended())[0]?.title, 'Edit: 2 labels');
      passed = 300_000;
      await edited.save(third, { labelStatus: 72 });
      assert.deepEqual(await labels(), [[first, second], [third]]);
      const other = await edited.world.beginWith('setStatus', [third], { labelStatus: 73 });
      await other.end(clock.now());
      await edited.save(fourth, { labelStatus: 72 });
      assert.deepEqual(await labels(), [[first, second], [third], [third], [fourth]]);
    }, clock);
  });

  it('of one label are one change, from its first value to its last', async () => {
    await withEdits(async (edited, [id = assert.fail()]) => {
      const { world } = edited;
      const { labelName, labelStatus } = world.values(id);
      for (const changes of [
        { labelName: 'One' },
        { labelName: 'Two', labelStatus: 71 },
        { labelName: 'Three' },
      ]) {
        await edited.save(id, changes);
        await edited.ended();
      }
      const fields = async () => {
        const [only = assert.fail(), ...others] = await edited.ended();
        assert.deepEqual(others, []);
        assert.equal(only.outcomeOf(id).kind, 'done');
        const sent = only.sent.get(id)?.fields.map((each) => [each.field, each.before, each.after]);
        const planned = only.changes
          .get(id)
          ?.fields.map((each) => [each.field, each.before, each.wanted]);
        return [planned, new Map(sent?.map(([field, ...values]) => [field, values]))];
      };
      const expected = [
        [
          ['labelName', labelName, 'Three'],
          ['labelStatus', labelStatus, 71],
        ],
        new Map([
          ['labelName', [labelName, 'Three']],
          ['labelStatus', [labelStatus, 71]],
        ]),
      ];
      assert.deepEqual(await fields(), expected);
      // What is refused leaves what was saved before.
      world.sandbox.control.setOption({ failUpdateIds: [id] });
      await assert.rejects(edited.save(id, { labelName: 'Four' }), /locked/);
      assert.deepEqual(await fields(), expected);
      world.sandbox.control.setOption({ failUpdateIds: [] });
      const chain = await firstChain(world);
      const run = await world.begin({ ...chain.setOf('undo'), changes: chain.remaining('undo') });
      await world.carryOut(run, run.record.labelsOf(...openActions));
      assert.deepEqual(
        [world.values(id).labelName, world.values(id).labelStatus],
        [labelName, labelStatus],
      );
    });
  });

  it('of a label that somebody else has changed in between pass over no value of theirs', async () => {
    await withEdits(async (edited, [id = assert.fail()]) => {
      const { world } = edited;
      const { labelName } = world.values(id);
      await edited.save(id, { labelName: 'Mine', labelStatus: 71 });
      await edited.ended();
      const label = await edited.label(id);
      await world.repository.update(label, { labelName: 'Theirs' });
      await edited.save(id, { labelStatus: 72 });
      await edited.ended();
      await edited.save(id, { labelName: 'Mine again' });
      const names = (await edited.ended()).map(({ sent }) => {
        const fields = sent.get(id)?.fields ?? [];
        return fields.find(({ field }) => field === 'labelName')?.before;
      });
      assert.deepEqual(names, [labelName, 'Theirs']);
    });
  });

  it('of a label whose edit before was refused begin a run of their own', async () => {
    await withEdits(async (edited, [id = assert.fail()]) => {
      const { control } = edited.world.sandbox;
      control.setOption({ failUpdateIds: [id] });
      await assert.rejects(edited.save(id, { labelStatus: 71 }), /locked/);
      await edited.ended();
      control.setOption({ failUpdateIds: [] });
      await edited.save(id, { labelStatus: 72 });
      const kinds = (await edited.ended()).map((record) => record.outcomeOf(id).kind);
      assert.deepEqual(kinds, ['failed', 'done']);
    });
  });

  it('stand behind what was begun since they were announced, and begin a run of their own', async () => {
    await withEdits(async (edited, ids) => {
      const [first = assert.fail(), second = assert.fail(), third = assert.fail()] = ids;
      await edited.save(first, { labelStatus: 71 });
      await edited.ended();
      edited.edits.prepare();
      const other = await edited.world.beginWith('setStatus', [third], { labelStatus: 73 });
      await other.end(1);
      await edited.save(second, { labelStatus: 71 });
      const runs = await edited.ended();
      assert.deepEqual(
        runs.map(({ changes, sequence }) => [sequence, Array.from(changes.keys())]),
        [
          [1, [first]],
          [2, [third]],
          [3, [second]],
        ],
      );
    });
  });

  it('leave no run behind where the disk is full before they are sent', async function () {
    if (process.platform !== 'linux') {
      this.skip();
    }
    await withEdits(async (edited, [id = assert.fail()]) => {
      const { journal } = edited.world;
      const change = { labelName: 'N'.repeat(200) };
      // First nothing fits, then the header alone, then all but the last line, which is what is sent.
      for (let bytes = 0; bytes < 1000; bytes += 50) {
        const failuresBefore = edited.failures.length;
        limitFiles(bytes);
        try {
          await edited.save(id, change);
        } finally {
          limitFiles(undefined);
        }
        assert.deepEqual(await journal.runs(), [], `with ${bytes} bytes`);
        assert.equal(await journal.has(), false);
        assert.equal(edited.failures.length, failuresBefore + 1);
      }
    });
  });

  it('can be undone and redone, all of a run or one label, and are no bulk change', async () => {
    await withEdits(async (edited, ids) => {
      const { world } = edited;
      const three = ids.slice(0, 3);
      const before = three.map((id) => world.values(id).labelStatus);
      for (const id of three) {
        await edited.save(id, { labelStatus: 71 });
        await edited.ended();
      }
      const chain = async (): Promise<RecordedChain> => await firstChain(world);
      assert.equal(lastToUndo(await world.journal.chains()), undefined);
      const turn = async (direction: 'undo' | 'redo', labels?: readonly LabelId[]) => {
        const set = (await chain()).setOf(direction);
        const changes = (await chain()).remaining(direction, labels);
        const run = await world.begin({ ...set, changes });
        await world.carryOut(run, run.record.labelsOf(...openActions));
      };
      const [first = assert.fail()] = three;
      await turn('undo', [first]);
      assert.deepEqual(
        three.map((id) => world.values(id).labelStatus),
        [before[0], 71, 71],
      );
      assert.equal((await chain()).canUndoRedo('undo', first), false);
      assert.equal((await chain()).canUndoRedo('redo', first), true);
      await turn('undo');
      assert.deepEqual(
        three.map((id) => world.values(id).labelStatus),
        before,
      );
      await turn('redo');
      assert.deepEqual(
        three.map((id) => world.values(id).labelStatus),
        [71, 71, 71],
      );
    });
  });

  it('say what was refused, and what has become of an answer that was lost', async () => {
    await withEdits(async (edited, [refused = assert.fail(), lost = assert.fail()]) => {
      const { sandbox, repository } = edited.world;
      sandbox.control.setOption({ failUpdateIds: [refused] });
      await assert.rejects(edited.save(refused, { labelStatus: 71 }), /locked/);
      await edited.ended();
      const label = await edited.label(lost);
      const broken = new NetworkError('example.com', { kind: 'broken', systemCode: undefined });
      const send = async (): Promise<Label> => {
        await repository.update(label, { labelStatus: 71 });
        throw broken;
      };
      await assert.rejects(edited.save(lost, { labelStatus: 71 }, send), broken);
      const [record = assert.fail()] = await edited.ended();
      assert.deepEqual(
        [refused, lost].map((id) => record.outcomeOf(id).kind),
        ['failed', 'uncertain'],
      );
      assert.deepEqual(Array.from(record.sent.keys()), [lost]);
      const updates = edited.world.ours(lost).length;
      const again = await edited.world.reopen(record.header.id);
      await edited.world.carryOut(again, again.record.labelsOf('resume'));
      assert.equal(again.record.outcomeOf(lost).kind, 'done');
      assert.equal(edited.world.ours(lost).length, updates, 'sent once');
    });
  });

  it('are sent, and that is said, where the journal cannot be written', async () => {
    await withEdits(async (edited, [id = assert.fail()]) => {
      const folder = join(edited.world.folder, 'none');
      await writeFile(folder, '');
      const { clock } = edited.world;
      edited.edits = edited.open(
        new ChangeJournal({ folder, clock, limits: () => ({ days: 1, megabytes: 1 }) }),
      );
      const updated = await edited.save(id, { labelStatus: 71 });
      assert.equal(updated.labelStatus, 71);
      assert.equal(edited.world.values(id).labelStatus, 71);
      assert.ok(edited.failures.length > 0);
    });
  });

  it('are under way no longer where their outcome cannot be written, and can be settled', async () => {
    await withEdits(async (edited, [id = assert.fail()]) => {
      const { world } = edited;
      const label = await edited.label(id);
      await edited.save(id, { labelStatus: 71 }, async () => {
        const run = edited.begun ?? assert.fail();
        const write = run.write.bind(run);
        run.write = async () => {
          run.write = write;
          throw StorageError.ofFolder(new Error('The disk is full.'));
        };
        return await world.repository.update(label, { labelStatus: 71 });
      });
      await until(() => edited.failures.length > 0);
      const [left = assert.fail()] = await recordsIn(world.journal);
      assert.equal(await world.journal.placeOf(left), 'abandoned');
      const record = await recover(world, left, () => undefined);
      assert.equal(record.outcomeOf(id).kind, 'done');
    });
  });

  const kills = Number(process.env['KILLS'] ?? 6);
  const seed = Number(process.env['MODEL_SEED'] ?? 1);
  it(`are settled where their window was killed, ${kills} times from seed ${seed} on`, async () => {
    for (let next = seed; next < seed + kills; next++) {
      const random = randomFrom(next);
      await withEdits(async (edited, [id = assert.fail()]) => {
        const { world } = edited;
        const label = await edited.label(id);
        const { promise: killed, resolve } = Promise.withResolvers<void>();
        const hasLeft = random() < 0.5;
        const never = new Promise<never>(() => undefined);
        void edited.save(id, { labelStatus: 71 }, async () => {
          if (hasLeft) {
            await world.repository.update(label, { labelStatus: 71 });
          }
          world.kill();
          await edited.begun?.close();
          resolve();
          return await never;
        });
        await killed;
        const [left = assert.fail()] = await recordsIn(world.journal);
        assert.equal(await world.journal.placeOf(left), 'abandoned');
        const record = await recover(world, left, () => undefined);
        assert.equal(record.outcomeOf(id).kind, hasLeft ? 'done' : 'notSent', `seed ${next}`);
        assert.equal(world.ours(id).length, hasLeft ? 1 : 0);
      });
    }
  });

  it('before one that never left can be undone, where its window was killed', async () => {
    await withEdits(async (edited, [id = assert.fail()]) => {
      const { world } = edited;
      const { labelName, labelStatus } = await edited.label(id);
      await edited.save(id, { labelStatus: 71 });
      await edited.ended();
      await edited.save(id, { labelName: 'Second' });
      await edited.ended();
      const { promise: killed, resolve } = Promise.withResolvers<void>();
      void edited.save(id, { labelStatus: 72 }, async () => {
        world.kill();
        await edited.begun?.close();
        resolve();
        return await new Promise<never>(() => undefined);
      });
      await killed;
      const [left = assert.fail()] = await recordsIn(world.journal);
      const record = await recover(world, left, () => undefined);
      assert.equal(record.outcomeOf(id).kind, 'done');
      const [change] = (await firstChain(world)).remaining('undo');
      assert.deepEqual(
        change?.fields.map(({ before, field, wanted }) => [field, before, wanted]),
        [
          ['labelStatus', 71, labelStatus],
          ['labelName', 'Second', labelName],
        ],
      );
    });
  });

  it('wait for one file, and not for a look at all runs, where they were announced', async () => {
    await withEdits(async (edited, ids) => {
      const { account, clock, folder } = edited.world;
      let looks = 0;
      class CountingJournal extends ChangeJournal {
        override async nextSequence(): Promise<number> {
          looks++;
          return await super.nextSequence();
        }
      }
      const journal = new CountingJournal({
        folder,
        clock,
        limits: () => ({ days: 30, megabytes: 50 }),
      });
      for (let run = 0; run < 300; run++) {
        const begun = await journal.begin({ account, title: 'Run', origin: 'import', changes: [] });
        await begun.end(1);
      }
      edited.edits = edited.open(journal);
      looks = 0;
      const times: number[] = [];
      for (const id of ids) {
        edited.edits.prepare();
        const label = await edited.label(id);
        const started = performance.now();
        await edited.edits.record({ account, label, changes: { labelStatus: 71 } }, async () => {
          times.push(performance.now() - started);
          return await Promise.resolve(label);
        });
      }
      await edited.ended();
      assert.equal(looks, ids.length, 'one for each announcement, none for a save');
      const sorted = times.toSorted((one, other) => one - other).map((time) => time.toFixed(1));
      console.log(`      ms until an edit is sent, with 300 runs: ${sorted.join(', ')}`);
    }, systemClock);
  });
});
