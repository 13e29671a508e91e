import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rmdir, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { TableAddress } from '../../../../../src/core/account/tableAddress.ts';
import { changedLabel } from '../../../../../src/core/api/label.ts';
import { LabelTable } from '../../../../../src/core/labels/table/labelTable.ts';
import { TableBase } from '../../../../../src/core/labels/table/tableBase.ts';
import {
  maximumTotalBytes,
  maximumUnusedAge,
  TableBaseStore,
} from '../../../../../src/core/labels/table/tableBaseStore.ts';
import { parseExactJson } from '../../../../../src/core/text/exactJson.ts';
import { FakeClock } from '../../../../support/fakeClock.ts';
import { inTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { labelOf } from '../arbitraryLabels.ts';
import { addressOf, labelsNamed } from './tables.ts';

const sources = new URL('../../../../../src/core/labels/table/', import.meta.url).href;

/** Opens table 1 in another process, which is killed. */
function useAndDie(folder: string): void {
  const script = `
    const { TableBaseStore } = await import('${sources}tableBaseStore.ts');
    const { TableBase } = await import('${sources}tableBase.ts');
    const store = new TableBaseStore(${JSON.stringify(folder)}, { now: Date.now });
    await store.use(${JSON.stringify(addressOf(1))}, await TableBase.of([]));
    process.kill(process.pid, 'SIGKILL');`;
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script]);
  assert.equal(signal, 'SIGKILL');
}

/** File name of the base of a table. */
function nameOf({ accountId, tableId }: TableAddress): string {
  return `${accountId}.${tableId}.table`;
}

describe('stored bases of tables', () => {
  let clock: FakeClock;

  beforeEach(() => {
    clock = new FakeClock(Date.now());
  });

  /** Runs `work` with a store in a folder that does not exist yet. */
  async function inStore(
    work: (store: TableBaseStore, folder: string) => Promise<void>,
  ): Promise<void> {
    await inTemporaryFolder(async (parent) => {
      const folder = join(parent, 'tables');
      await work(new TableBaseStore(folder, clock), folder);
    });
  }

  it('are read as they were stored last, by this user alone', async () => {
    await inStore(async (store, folder) => {
      const address = addressOf(1);
      assert.equal(await store.size(address), undefined);
      assert.equal(await store.read(address), undefined);
      const base = await TableBase.of(labelsNamed('One', 'Two'));
      const first = store.write(address, base);
      assert.ok(base.has('A'));
      base.set('A', 'labelName', { shown: 'Sent', served: 'One', sent: ['Sent'] });
      await Promise.all([first, store.write(address, base)]);
      const read = await store.read(address);
      assert.deepEqual(read?.cell('A', 'labelName'), {
        shown: 'Sent',
        served: 'One',
        sent: ['Sent'],
      });
      const [name, ...others] = await readdir(folder);
      assert.deepEqual(others, []);
      const { mode, size } = await stat(join(folder, name ?? ''));
      assert.equal(mode & 0o77, 0);
      assert.equal(await store.size(address), size);
    });
  });

  it('have the labels as last read, with the fields that only the service knows', async () => {
    await inStore(async (store) => {
      const address = addressOf(1);
      const size = parseExactJson('12345678901234567890');
      const team = { lead: 'Zoë \uD83D', size, tags: ['a\nb', null] };
      const [one, two, three] = ['One', 'Two', 'Three'].map((labelName, index) =>
        labelOf({ id: String(index), labelName, labelStatus: 1, updateTime: '2026-01-02', team }),
      );
      assert.ok(one !== undefined && two !== undefined && three !== undefined);
      const base = await TableBase.of([one, two, three]);
      const theirs = changedLabel(two, { labelName: 'Theirs' });
      base.noteRead(theirs);
      await store.write(address, base);
      const read = await store.read(address);
      assert.ok(read !== undefined);
      assert.deepEqual(
        Array.from(read.labels.values(), ({ record }) => record),
        [one.record, theirs.record, three.record],
      );
      const table = await LabelTable.of(read, await read.text());
      assert.equal(table.changedRows, 0);
      assert.equal(table.foreignRows, 1);
      assert.ok(read.isUntouched('0'));
    });
  });

  it('have no labels where these are too long to store', async () => {
    await inStore(async (store) => {
      const address = addressOf(1);
      const notes = 'x'.repeat(190_000);
      const labels = Array.from({ length: 220 }, (_, index) => labelOf({ id: `${index}`, notes }));
      await store.write(address, await TableBase.of(labels));
      const read = await store.read(address);
      assert.equal(read?.size, 220);
      assert.equal(read.labels.size, 0);
    });
  });

  it('are read from files without labels, which earlier versions have written', async () => {
    await inStore(async (store, folder) => {
      const address = addressOf(1);
      const base = await TableBase.of(labelsNamed('One'));
      await store.write(address, base);
      const [name = ''] = await readdir(folder);
      await writeFile(join(folder, name), `{"version":1,"cells":[]}\n${await base.text()}`);
      const read = await store.read(address);
      assert.equal(await read?.text(), await base.text());
      assert.equal(read?.labels.size, 0);
    });
  });

  it('are none where a file holds anything else', async () => {
    await inStore(async (store, folder) => {
      const address = addressOf(1);
      await store.write(address, await TableBase.of(labelsNamed('One')));
      const [name = ''] = await readdir(folder);
      for (const content of ['', '{', '{"version":2}', '{"version":2}\n', 'null\n']) {
        await writeFile(join(folder, name), content);
        assert.equal(await store.read(address), undefined);
      }
    });
  });

  it('are deleted once no window has used them for long', async () => {
    await inStore(async (store) => {
      const [used, unused] = [addressOf(1), addressOf(2)];
      const base = await TableBase.of(labelsNamed('One'));
      await store.write(used, base);
      await store.write(unused, base);
      await store.trim();
      clock.advance(maximumUnusedAge / 2);
      await store.read(used);
      // The file system has its own clock, which has gone on since the tests were loaded.
      clock.advance(maximumUnusedAge / 2 + 86_400_000);
      await store.trim();
      assert.notEqual(await store.size(used), undefined);
      assert.equal(await store.size(unused), undefined);
    });
  });

  it('are deleted with their account', async () => {
    await inStore(async (store) => {
      const [gone, kept] = [addressOf(1), addressOf(2, 'other')];
      const base = await TableBase.of(labelsNamed('One'));
      await store.write(gone, base);
      await store.write(kept, base);
      await store.forget(gone.accountId);
      assert.equal(await store.size(gone), undefined);
      assert.notEqual(await store.size(kept), undefined);
    });
  });

  it('stay while any window has their table open', async () => {
    await inStore(async (store, folder) => {
      const other = new TableBaseStore(folder, clock);
      const address = addressOf(1);
      const base = await TableBase.of(labelsNamed('One'));
      await store.write(address, base);
      const ends = [await store.use(address, base), await other.use(address, base)];
      clock.advance(2 * maximumUnusedAge);
      await fill(folder);
      for (const end of ends) {
        await other.forget(address.accountId);
        await other.trim();
        assert.notEqual(await store.size(address), undefined);
        await end();
      }
      await other.forget(address.accountId);
      assert.equal(await store.size(address), undefined);
    });
  });

  it('stay for a table whose window was killed, until that is long ago', async () => {
    await inStore(async (store, folder) => {
      const address = addressOf(1);
      await store.write(address, await TableBase.of(labelsNamed('One')));
      // Used now, by the clock of this store.
      await store.read(address);
      useAndDie(folder);
      await fill(folder);
      await store.forget(address.accountId);
      await store.trim();
      assert.notEqual(await store.size(address), undefined);
      clock.advance(maximumUnusedAge + 86_400_000);
      await store.trim();
      assert.deepEqual(await readdir(folder), []);
    });
  });

  it('are no longer in use once a table is closed that a killed window had open', async () => {
    await inStore(async (store, folder) => {
      const address = addressOf(1);
      const base = await TableBase.of(labelsNamed('One'));
      await store.write(address, base);
      useAndDie(folder);
      const end = await store.use(address, base);
      await end();
      await store.forget(address.accountId);
      assert.deepEqual(await readdir(folder), []);
    });
  });

  it('are there once a window uses them, whatever another one deletes meanwhile', async () => {
    await inStore(async (store, folder) => {
      const other = new TableBaseStore(folder, clock);
      const address = addressOf(1);
      const base = await TableBase.of(labelsNamed('One'));
      for (let attempt = 0; attempt < 100; attempt++) {
        await store.write(address, base);
        const deleting = other.forget(address.accountId);
        for (let turns = attempt % 10; turns > 0; turns--) {
          await setImmediate();
        }
        const end = await store.use(address, base);
        await deleting;
        assert.notEqual(await store.size(address), undefined, `attempt ${attempt}`);
        await end();
      }
    });
  });

  it('can be stored while another window deletes, which leaves no partial file for long', async () => {
    await inStore(async (store, folder) => {
      const other = new TableBaseStore(folder, clock);
      const address = addressOf(1);
      const base = await TableBase.of(labelsNamed('One'));
      await store.write(address, base);
      const end = await store.use(address, base);
      // What another window is writing just now.
      const partial = join(folder, `${nameOf(address)}.${randomUUID()}`);
      await writeFile(partial, '');
      await other.forget(address.accountId);
      await other.trim();
      await rename(partial, join(folder, nameOf(address)));
      await end();
      await writeFile(partial, '');
      clock.advance(86_400_000);
      await other.forget(address.accountId);
      assert.deepEqual(await readdir(folder), []);
    });
  });

  it('are deleted although a mark beside them says nothing, but not its own', async () => {
    await inStore(async (store, folder) => {
      const [marked, other] = [addressOf(1), addressOf(2)];
      const base = await TableBase.of(labelsNamed('One'));
      await store.write(other, base);
      await store.write(marked, base);
      const mark = join(folder, `${nameOf(marked)}.${randomUUID()}.use`);
      // Nobody can read it as a file.
      await mkdir(mark);
      await store.forget(marked.accountId);
      assert.notEqual(await store.size(marked), undefined);
      assert.equal(await store.size(other), undefined);
      const end = await store.use(marked, base);
      await end();
      await rmdir(mark);
    });
  });

  it('are deleted after long, whatever process of another computer used them', async () => {
    await inStore(async (store, folder) => {
      const address = addressOf(1);
      await store.write(address, await TableBase.of(labelsNamed('One')));
      await store.read(address);
      const mark = join(folder, `${nameOf(address)}.${randomUUID()}.use`);
      await writeFile(mark, JSON.stringify({ processId: 1, host: 'elsewhere' }));
      await store.forget(address.accountId);
      assert.notEqual(await store.size(address), undefined);
      clock.advance(maximumUnusedAge + 86_400_000);
      await store.trim();
      assert.deepEqual(await readdir(folder), []);
    });
  });

  /** Makes a file that takes all the room that bases may take, and was used last. */
  async function fill(folder: string): Promise<void> {
    clock.advance(1000);
    const file = join(folder, 'big.table');
    await writeFile(file, '');
    await truncate(file, maximumTotalBytes);
    const now = new Date(clock.now());
    await utimes(file, now, now);
  }
});
