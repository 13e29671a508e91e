import assert from 'node:assert/strict';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { LiveSecrets } from '../../../../src/core/log/liveSecrets.ts';
import { SessionFolder } from '../../../../src/core/session/sessionFolder.ts';
import {
  createHandoverKey,
  SessionHandover,
} from '../../../../src/core/session/sessionHandover.ts';
import {
  createLineage,
  lineageOf,
  type StoredSession,
} from '../../../../src/core/session/storedSession.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { storedSession } from '../../../support/storedSession.ts';
import { inTemporaryFolder } from '../../../support/temporaryFolder.ts';

const known = storedSession();
const renewed = storedSession({ generation: 5 });
const { id, lineage } = lineageOf(known);
const fileName = `${id}.${lineage}.handover`;

/** What a window reads that knows `session`, and what it logs. */
async function read(
  folder: string,
  session: StoredSession,
  newest = 5,
): Promise<readonly [StoredSession | undefined, CollectingLog]> {
  const log = new CollectingLog();
  return [
    await new SessionHandover(new SessionFolder(folder), new LiveSecrets(), log).read(
      session,
      newest,
    ),
    log,
  ];
}

/** Does `work` in a folder where `renewed` was handed over. */
async function withHandover(work: (folder: string, path: string) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const handover = new SessionHandover(
      new SessionFolder(folder),
      new LiveSecrets(),
      new CollectingLog(),
    );
    await handover.write(renewed, known, 5);
    await work(folder, join(folder, fileName));
  });
}

async function assertRefused(folder: string, session = known, newest = 5): Promise<void> {
  const [found, log] = await read(folder, session, newest);
  assert.equal(found, undefined);
  assert.equal(log.lines.length, 1);
  assert.match(log.lines.join(), /The handover of session [0-9a-f]+ was refused: i/);
  assert.ok(!/access-1|refresh-1|"nonce"/.test(log.lines.join()));
}

describe('SessionHandover', () => {
  it('registers the secrets of a session that it has read', async () => {
    await withHandover(async (folder) => {
      const secrets = new LiveSecrets();
      const handover = new SessionHandover(new SessionFolder(folder), secrets, new CollectingLog());
      const session = await handover.read(known, 5);
      assert.ok(session);
      assert.equal(secrets.mask(`${session.accessToken} ${session.refreshToken}`), '••• •••');
    });
  });

  it('is opened by a window that has the key, and holds nothing that can be read without it', async () => {
    await withHandover(async (folder, path) => {
      const [found, log] = await read(folder, known);
      assert.deepEqual(found, renewed);
      assert.deepEqual(log.lines, []);
      assert.deepEqual(await readdir(folder), [fileName]);
      assert.equal((await stat(path)).mode & 0o777, 0o600);
      const text = await readFile(path, 'utf8');
      for (const secret of ['access-1', 'refresh-1', 'tenant', 'hr.example.com', 'refreshToken']) {
        assert.ok(!text.includes(secret));
        assert.ok(!text.includes(Buffer.from(secret).toString('base64').slice(0, 6)));
      }
    });
  });

  it('hands a new sign-in over to windows that know the one before', async () => {
    await inTemporaryFolder(async (folder) => {
      const next = storedSession({ lineage: createLineage(), handoverKey: createHandoverKey() });
      const log = new CollectingLog();
      await new SessionHandover(new SessionFolder(folder), new LiveSecrets(), log).write(
        next,
        known,
        6,
      );
      assert.deepEqual((await read(folder, known, 6))[0], next);
      assert.deepEqual(await read(folder, next, 1).then(([found]) => found), undefined);
    });
  });

  it('is not written without a key, and not found if there is none', async () => {
    await inTemporaryFolder(async (folder) => {
      const log = new CollectingLog();
      const { handoverKey: _, ...keyless } = known;
      await new SessionHandover(new SessionFolder(folder), new LiveSecrets(), log).write(
        renewed,
        keyless,
        5,
      );
      assert.deepEqual(await readdir(folder), []);
      assert.equal((await read(folder, known))[0], undefined);
    });
  });

  it('is refused where it is older than what was noted since', async () => {
    await withHandover(async (folder) => await assertRefused(folder, known, 6));
  });

  it('is refused where the key is another', async () => {
    await withHandover(async (folder) => {
      await assertRefused(folder, { ...known, handoverKey: createHandoverKey() });
    });
  });

  it('is refused where it is that of another account or another sign-in', async () => {
    for (const other of [{ userId: 'other' }, { lineage: createLineage() }]) {
      await withHandover(async (folder, path) => {
        const foreign = storedSession(other);
        const there = lineageOf(foreign);
        const text = await readFile(path, 'utf8');
        await writeFile(join(folder, `${there.id}.${there.lineage}.handover`), text);
        await assertRefused(folder, foreign);
      });
    }
  });

  it('is refused where somebody else has sealed a session of another account with the key', async () => {
    await inTemporaryFolder(async (folder) => {
      const log = new CollectingLog();
      const foreign = storedSession({ userId: 'other', generation: 5 });
      await new SessionHandover(new SessionFolder(folder), new LiveSecrets(), log).write(
        foreign,
        known,
        5,
      );
      await assertRefused(folder);
    });
  });

  it('is refused where its number was raised', async () => {
    await withHandover(async (folder, path) => {
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.replace('"generation":5', '"generation":9'));
      await assertRefused(folder, known, 9);
    });
  });

  it('is refused wherever it was cut or changed', async () => {
    await withHandover(async (folder, path) => {
      const text = await readFile(path, 'utf8');
      const change = fc.record({
        at: fc.nat(text.length - 1),
        by: fc.option(
          fc.constantFrom('A', 'z', '0', '9', '+', '/', '=', '{', '}', '"', ':', ',', '\n'),
        ),
      });
      await fc.assert(
        fc.asyncProperty(change, async ({ at, by }) => {
          const changed =
            by === null ? text.slice(0, at) : text.slice(0, at) + by + text.slice(at + 1);
          fc.pre(changed !== text);
          await writeFile(path, changed);
          const [found, log] = await read(folder, known);
          // Some changes, such as of the unused bits of base64, change nothing that is read.
          assert.ok(found === undefined ? log.lines.length === 1 : sameSession(found));
        }),
        { numRuns: 500 },
      );
      await rm(path);
    });
  });
});

function sameSession(found: StoredSession): boolean {
  assert.deepEqual(found, renewed);
  return true;
}
