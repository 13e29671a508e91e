import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { startSandbox } from '../../../../../../src/sandbox/sandbox.ts';
import { MountedDisk } from '../../../../../support/mountedDisk.ts';
import { randomFrom } from '../../../../../support/randomFrom.ts';
import { recordsIn } from '../../../../../support/recordsIn.ts';
import { startProcess } from '../../../../../support/startProcess.ts';
import { inTemporaryFolder } from '../../../../../support/temporaryFolder.ts';
import { until } from '../../../../../support/until.ts';
import { signIn } from '../../../../sandbox/sandboxClient.ts';
import { tenant } from '../run/changeWorld.ts';
import { open } from './journalOfOneLabel.ts';

const cuts = Number(process.env['CUTS'] ?? 2);
const seed = Number(process.env['CUTS_SEED'] ?? Date.now() % 1_000_000);
const labels = 200;

describe('A journal on a disk whose power is cut', () => {
  before(function () {
    if (!MountedDisk.isPossible) {
      this.skip();
    }
  });

  const random = randomFrom(seed);
  for (let cut = 1; cut <= cuts; cut++) {
    it(`has all labels that were sent: cut ${cut} of ${cuts}, seed ${seed}`, async () => {
      const moment = 1 + Math.floor(random() * (labels - 20));
      await inTemporaryFolder(async (folder) => {
        const sandbox = await startSandbox({ labels, pageLimit: 1000, latency: 10 });
        const { access_token: accessToken } = await signIn(sandbox, tenant);
        const disk = await MountedDisk.make(folder);
        const options = {
          baseUrl: sandbox.baseUrl,
          accessToken,
          folder: join(disk.path, 'changes'),
          labelStatus: 77,
        };
        const owner = startProcess('changeProcess', options);
        const ended = once(owner, 'exit');
        const { control } = sandbox;
        try {
          await until(() => control.labelHistory(tenant).length >= moment, { pause: 0 });
          owner.kill('SIGSTOP');
          const sent = control.labelHistory(tenant).map(({ labelId }) => labelId);
          const cutDisk = await disk.cutPower(folder);
          try {
            const [record] = await recordsIn(open(join(cutDisk.path, 'changes'), false));
            assert.equal(record?.changes.size, labels);
            const known = new Set<string>(record.sent.keys());
            assert.deepEqual(
              sent.filter((id) => !known.has(id)),
              [],
            );
          } finally {
            cutDisk.unmount();
          }
        } finally {
          owner.kill('SIGKILL');
          await ended;
          disk.unmount();
          await sandbox.close();
        }
      });
    });
  }
});
