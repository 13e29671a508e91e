import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock, type Clock } from '../../../../src/core/async/clock.ts';
import type { SecretStore } from '../../../../src/core/secrets/secretStore.ts';
import { SessionFolder } from '../../../../src/core/session/sessionFolder.ts';
import { SignOutMarks } from '../../../../src/core/session/signOutMarks.ts';
import { lineageOf, type SessionLineage } from '../../../../src/core/session/storedSession.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { FaultySecretStore } from '../../../support/faultySecretStore.ts';
import { InMemorySecretStore } from '../../../support/inMemorySecretStore.ts';
import { storedSession } from '../../../support/storedSession.ts';
import { inTemporaryFolder } from '../../../support/temporaryFolder.ts';

const signIn = lineageOf(storedSession());
const later = lineageOf(storedSession({ lineage: 'f'.repeat(16) }));
const { id } = signIn;

/** Opens the marks of a window, over the places that it shares with others. */
function open(
  path: string,
  secrets: SecretStore,
  log = new CollectingLog(),
  clock: Clock = systemClock,
): SignOutMarks {
  return new SignOutMarks({ folder: new SessionFolder(path), secrets, clock, log });
}

describe('SignOutMarks', () => {
  it('mark one sign-in of an account for the windows that share the folder, or the keyring', async () => {
    await inTemporaryFolder(async (folder) => {
      const secrets = new InMemorySecretStore();
      await open(folder, secrets).add(id, [signIn.lineage]);
      for (const window of [
        open(folder, new InMemorySecretStore()),
        open(join(folder, 'another'), secrets),
      ]) {
        assert.equal(await window.stateOf(signIn), 'signedOut');
        assert.equal(await window.stateOf(later), 'unmarked');
      }
      const apart = open(join(folder, 'another'), new InMemorySecretStore());
      assert.equal(await apart.stateOf(signIn), 'unmarked');
    });
  });

  for (const place of ['folder', 'keyring', 'both'] as const) {
    it(`do not fail a sign-out, nor its own window, where they cannot be stored: ${place}`, async () => {
      await inTemporaryFolder(async (folder) => {
        const path = join(folder, 'sessions');
        const secrets = new InMemorySecretStore();
        if (place !== 'keyring') {
          await writeFile(path, 'a file');
        }
        if (place !== 'folder') {
          secrets.faults.add('store').add('get');
        }
        const log = new CollectingLog();
        const marks = open(path, secrets, log);
        await marks.add(id, [signIn.lineage]);
        assert.equal(await marks.stateOf(signIn), 'signedOut');
        assert.equal(await marks.stateOf(later), 'unknown');
        assert.ok(log.lines.some((line) => line.includes('could not be marked')));
        const elsewhere = await open(path, secrets).stateOf(signIn);
        assert.equal(elsewhere, place === 'both' ? 'unknown' : 'signedOut');
      });
    });
  }

  it('keep the last hundred of all accounts, and all that a living session may need', async () => {
    await inTemporaryFolder(async (folder) => {
      const secrets = new InMemorySecretStore();
      const clock = new FakeClock();
      const accounts = [id, lineageOf(storedSession({ tenantId: 'other' })).id];
      // By name, the newest come first.
      const lineages = Array.from({ length: 103 }, (_, n) => ({
        id: accounts[n % 2] ?? id,
        lineage: (103 - n).toString(16).padStart(16, '0'),
      }));
      const log = new CollectingLog();
      const marks = open(folder, secrets, log, clock);
      const add = async (from: number, to: number): Promise<void> => {
        for (const each of lineages.slice(from, to)) {
          await marks.add(each.id, [each.lineage]);
          clock.advance(1000);
        }
      };
      const marked = async (): Promise<readonly SessionLineage[]> => {
        const window = open(folder, secrets);
        const states = await Promise.all(lineages.map(async (each) => await window.stateOf(each)));
        return lineages.filter((_, index) => states[index] === 'signedOut');
      };
      await add(0, 3);
      clock.advance(90 * 24 * 3_600_000);
      await add(3, 100);
      assert.deepEqual(await marked(), lineages.slice(0, 100));
      await add(100, 102);
      assert.deepEqual(await marked(), lineages.slice(2, 102));
      await add(102, 103);
      assert.deepEqual(await marked(), lineages.slice(3));
      // Beyond the hundred, and young.
      await marks.add(id, [later.lineage]);
      assert.deepEqual(await marked(), lineages.slice(3));
      assert.equal(secrets.values.size, 101);
      assert.deepEqual(log.lines, []);
    });
  });

  it('tell a sign-in that was replaced, until the user signs out of the last one', async () => {
    await inTemporaryFolder(async (folder) => {
      const secrets = new InMemorySecretStore();
      const last = lineageOf(storedSession({ lineage: 'e'.repeat(16) }));
      const states = async (path: string): Promise<readonly string[]> => {
        const marks = open(path, secrets);
        return await Promise.all(
          [signIn, later, last].map(async (each) => await marks.stateOf(each)),
        );
      };
      await open(folder, secrets).addReplaced(signIn, later.lineage);
      await open(folder, secrets).addReplaced(later, last.lineage);
      for (const path of [folder, join(folder, 'another')]) {
        assert.deepEqual(await states(path), ['replaced', 'replaced', 'unmarked']);
      }
      await open(join(folder, 'another'), secrets).add(id, [last.lineage]);
      assert.deepEqual(await states(folder), ['signedOut', 'signedOut', 'signedOut']);
    });
  });

  it('end a sign-in that was replaced in two places with the last of both', async () => {
    await inTemporaryFolder(async (folder) => {
      const last = lineageOf(storedSession({ lineage: 'e'.repeat(16) }));
      const secrets = new InMemorySecretStore();
      await open(folder, new InMemorySecretStore()).addReplaced(signIn, later.lineage);
      await open(join(folder, 'another'), secrets).addReplaced(signIn, last.lineage);
      const marks = open(folder, secrets);
      await open(folder, secrets).add(id, [later.lineage]);
      assert.equal(await marks.stateOf(signIn), 'replaced');
      await open(folder, secrets).add(id, [last.lineage]);
      assert.equal(await marks.stateOf(signIn), 'signedOut');
    });
  });

  it('leave a sign-out as it is, which a sign-in under way does not know of', async () => {
    await inTemporaryFolder(async (folder) => {
      const secrets = new InMemorySecretStore();
      await open(folder, secrets).add(id, [signIn.lineage]);
      await open(folder, secrets).addReplaced(signIn, later.lineage);
      assert.equal(await open(folder, secrets).stateOf(signIn), 'signedOut');
    });
  });

  it('say whether they are in both places, and are written only where they are not', async () => {
    await inTemporaryFolder(async (folder) => {
      const secrets = new InMemorySecretStore();
      secrets.faults.add('store');
      assert.equal(await open(folder, secrets).add(id, [signIn.lineage]), false);
      secrets.faults.clear();
      assert.equal(await open(folder, secrets).add(id, [signIn.lineage]), true);
      const [text] = secrets.values.values();
      assert.match(text ?? '', / signedOut$/);
      secrets.faults.add('store');
      assert.equal(await open(folder, secrets).add(id, [signIn.lineage]), true);
    });
  });

  it('of many sign-ins, each replaced by the next, are read once each', async () => {
    await inTemporaryFolder(async (folder) => {
      const secrets = new InMemorySecretStore();
      const chain = Array.from({ length: 40 }, (_, n) => ({
        id,
        lineage: n.toString(16).padStart(16, 'a'),
      }));
      const marks = open(folder, secrets);
      for (const [index, each] of chain.slice(0, -1).entries()) {
        await marks.addReplaced(each, chain[index + 1]?.lineage ?? '');
      }
      let readings = 0;
      const get = secrets.get.bind(secrets);
      secrets.get = async (key) => {
        readings++;
        return await get(key);
      };
      assert.equal(await marks.stateOf(signIn), 'unmarked');
      readings = 0;
      const states = await marks.statesOf(chain);
      assert.deepEqual([states[0], states.at(-1), readings], ['replaced', 'unmarked', 40]);
      await open(folder, secrets).add(
        id,
        chain.slice(-1).map(({ lineage }) => lineage),
      );
      const ended = await marks.statesOf(chain);
      assert.ok(ended.every((state) => state === 'signedOut'));
    });
  });

  it('end nothing in a circle, which no window makes', async () => {
    await inTemporaryFolder(async (folder) => {
      const marks = open(folder, new InMemorySecretStore());
      await marks.addReplaced(signIn, later.lineage);
      await marks.addReplaced(later, signIn.lineage);
      assert.equal(await marks.stateOf(signIn), 'replaced');
    });
  });

  it('are read as earlier releases have written them', async () => {
    await inTemporaryFolder(async (folder) => {
      const secrets = new InMemorySecretStore();
      const key = `workforce.signedOut.${id}.${signIn.lineage}`;
      for (const [text, state] of [
        ['1780000000000', 'signedOut'],
        ['1780000000000 replaced', 'replaced'],
      ] as const) {
        secrets.values.set(key, text);
        assert.equal(await open(folder, secrets).stateOf(signIn), state);
      }
    });
  });

  it('say nothing of a sign-in where a power cut has shortened them', async () => {
    await inTemporaryFolder(async (folder) => {
      const secrets = new InMemorySecretStore();
      const marks = open(folder, secrets);
      for (const add of [
        async () => await marks.addReplaced(signIn, later.lineage),
        async () => await marks.addReplaced(signIn, '0'.repeat(16)),
      ]) {
        await add();
        const [[key, text] = ['', '']] = secrets.values;
        for (let length = 0; length < text.length; length++) {
          secrets.values.set(key, text.slice(0, length));
          const apart = open(join(folder, 'another'), secrets);
          assert.equal(await apart.stateOf(signIn), 'unknown', text.slice(0, length));
        }
      }
    });
  });

  for (const fault of ['throws', 'does nothing'] as const) {
    it(`are stored where one call of the keyring ${fault}`, async () => {
      for (let call = 1; call <= 4; call++) {
        await inTemporaryFolder(async (folder) => {
          const secrets = new InMemorySecretStore();
          const keyring = new FaultySecretStore(secrets);
          keyring.failAt(call, fault);
          await open(join(folder, 'here'), keyring).add(id, [signIn.lineage]);
          assert.equal(await open(join(folder, 'there'), secrets).stateOf(signIn), 'signedOut');
        });
      }
    });
  }
});
