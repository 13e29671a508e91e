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

  it('keep the last hundred sign-outs of all accounts, and all that are made at once', async () => {
    await inTemporaryFolder(async (folder) => {
      const secrets = new InMemorySecretStore();
      const clock = new FakeClock();
      const accounts = [id, lineageOf(storedSession({ tenantId: 'other' })).id];
      // By name, the newest come first.
      const lineages = Array.from({ length: 102 }, (_, n) => ({
        id: accounts[n % 2] ?? id,
        lineage: (102 - n).toString(16).padStart(16, '0'),
      }));
      const log = new CollectingLog();
      const marked = async (): Promise<readonly SessionLineage[]> => {
        const marks = open(folder, secrets);
        const states = await Promise.all(lineages.map(async (each) => await marks.stateOf(each)));
        return lineages.filter((_, index) => states[index] === 'signedOut');
      };
      for (const each of lineages) {
        await open(folder, secrets, log, clock).add(each.id, [each.lineage]);
        clock.advance(1000);
      }
      assert.deepEqual(await marked(), lineages.slice(2));
      assert.equal(secrets.values.size, 100);
      const names = lineages.map(({ lineage }) => lineage);
      await open(folder, secrets, log, clock).add(id, names);
      const present = [...secrets.values.keys()].filter((key) => key.includes(id));
      assert.equal(present.length, 102);
      assert.deepEqual(log.lines, []);
    });
  });

  it('tell a sign-in that was replaced, until the user signs out of it', async () => {
    await inTemporaryFolder(async (folder) => {
      const secrets = new InMemorySecretStore();
      await open(folder, secrets).addReplaced(signIn);
      for (const path of [folder, join(folder, 'another')]) {
        assert.equal(await open(path, secrets).stateOf(signIn), 'replaced');
      }
      await open(join(folder, 'another'), secrets).add(id, [signIn.lineage]);
      await open(folder, secrets).addReplaced(later);
      assert.equal(await open(folder, secrets).stateOf(signIn), 'signedOut');
      assert.equal(await open(folder, secrets).stateOf(later), 'replaced');
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
