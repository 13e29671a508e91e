import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { RecordedChain } from '../../../../../../src/core/labels/changes/journal/recordedChain.ts';
import { fileIn } from '../journal/journalOfOneLabel.ts';
import { ChangeWorld, tenant } from './changeWorld.ts';
import { recover } from './interruptedRun.ts';

describe('settleAbandonedRun', () => {
  it('finds the labels that were sent where the disk has lost all but the plan', async () => {
    await ChangeWorld.with({}, async (world) => {
      const ids = world.ids(40);
      const sent = ids.slice(0, 30);
      const run = await world.beginWith('setStatus', ids, { labelStatus: 77 });
      const path = await fileIn(world.folder);
      const plan = await readFile(path, 'utf8');
      await world.carryOut(run, sent);
      world.kill();
      await writeFile(path, plan);
      const record = await recover(world, run.record, ({ counts }) =>
        assert.equal(counts.notSent, 40),
      );
      assert.deepEqual([record.counts.done, record.counts.notSent], [30, 10]);
      const undo = new RecordedChain(record).remaining('undo');
      assert.deepEqual(new Set(undo.map(({ id }) => id)), new Set(sent));
      const requests = world.sandbox.control.labelHistory(tenant).length;
      const rest = await world.reopen(record.header.id);
      await world.carryOut(rest, rest.record.labelsOf('resume'));
      assert.equal(world.sandbox.control.labelHistory(tenant).length, requests + 10);
      assert.equal(rest.record.counts.done, 40);
    });
  });

  for (const [part, blockIn] of Object.entries({
    plan: () => 4096,
    intents: (bytes: Buffer) => Math.ceil(bytes.indexOf('"intent"') / 4096) * 4096,
  })) {
    it(`can take back all that was sent where a block of the disk with a part of the ${part} is lost`, async () => {
      await ChangeWorld.with({}, async (world) => {
        const ids = world.ids(60);
        const run = await world.beginWith('setStatus', ids, { labelStatus: 77 });
        const path = await fileIn(world.folder);
        await world.carryOut(run, ids);
        world.kill();
        const bytes = await readFile(path);
        const from = blockIn(bytes);
        bytes.fill(0, from, from + 4096);
        // Its end is lost, too: it says how many labels there are.
        await writeFile(path, bytes.subarray(0, bytes.lastIndexOf('\n', -2) + 1));
        const record = await recover(world, run.record, () => undefined);
        assert.equal(record.counts.done, 60);
        const undo = new RecordedChain(record).remaining('undo');
        assert.deepEqual(new Set(undo.map(({ id }) => id)), new Set(ids));
      });
    });
  }

  it('counts no label as undone that has its old value as its change never arrived', async () => {
    await ChangeWorld.with({}, async (world) => {
      const [id] = world.ids(1);
      assert.ok(id);
      const run = await world.beginWith('setStatus', [id], { labelStatus: 77 });
      const [change] = run.record.changes.values();
      assert.ok(change);
      const sent = change.fields.map(({ before, field, wanted: after }) => ({
        field,
        before,
        after,
      }));
      await run.write({ kind: 'intent', id, sent, at: 1 });
      world.kill();
      const record = await recover(world, run.record, () => undefined);
      const chain = new RecordedChain(record);
      const changes = chain.remaining('undo');
      assert.equal(changes.length, 1);
      const undo = await world.begin({ ...chain.setOf('undo'), changes });
      world.kill();
      const undone = await recover(world, undo.record, () => undefined);
      assert.deepEqual([undone.counts.done, undone.counts.notSent], [0, 1]);
    });
  });

  it('leaves labels as not sent that have other values, or that cannot be read', async () => {
    await ChangeWorld.with({}, async (world) => {
      const ids = world.ids(3);
      const run = await world.beginWith('setStatus', ids, { labelStatus: 77 });
      world.kill();
      world.sandbox.control.setOption({ gateway: [{ endpoint: 'list', status: 502 }] });
      const unread = await recover(world, run.record, () => undefined);
      assert.equal(unread.counts.notSent, 3);
      world.sandbox.control.setOption({ gateway: [] });
      const record = await recover(world, run.record, () => undefined);
      assert.equal(record.counts.notSent, 3);
      assert.equal(record.sent.size, 0);
    });
  });
});
