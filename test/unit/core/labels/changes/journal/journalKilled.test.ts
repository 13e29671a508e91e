import assert from 'node:assert/strict';
import { once } from 'node:events';
import { systemClock } from '../../../../../../src/core/async/clock.ts';
import { ChangeJournal } from '../../../../../../src/core/labels/changes/journal/journal.ts';
import { startSandbox } from '../../../../../../src/sandbox/sandbox.ts';
import { recordsIn } from '../../../../../support/recordsIn.ts';
import { startProcess } from '../../../../../support/startProcess.ts';
import { inTemporaryFolder } from '../../../../../support/temporaryFolder.ts';
import { timeLimits } from '../../../../../support/timeLimits.ts';
import { until } from '../../../../../support/until.ts';
import { signIn } from '../../../../sandbox/sandboxClient.ts';
import { tenant } from '../run/changeWorld.ts';

/** How often a process is killed in the middle of a run, and of how many labels. */
const kills = Number(process.env['KILLS'] ?? 2);
const labels = 500;
const labelStatus = 77;

describe('A journal whose windows are killed', () => {
  it(`loses nothing and has nothing sent twice, ${kills} times`, async () => {
    await inTemporaryFolder(async (folder) => {
      const sandbox = await startSandbox({ labels, pageLimit: 1000, latency: 20 });
      try {
        const { access_token: accessToken } = await signIn(sandbox, tenant);
        const options = { baseUrl: sandbox.baseUrl, accessToken, folder, labelStatus };
        const open = () => startProcess('changeProcess', options);
        const sent = () => sandbox.control.requests()['POST /api/v2/label/update'] ?? 0;
        for (let kill = 0; kill < kills; kill++) {
          const before = sent();
          const child = open();
          const ended = once(child, 'exit');
          const step = (labels - before) / (kills - kill + 1);
          const enough = before + 1 + Math.floor(Math.random() * step);
          await until(() => sent() >= enough, { within: timeLimits.test });
          child.kill('SIGKILL');
          await ended;
          const [record] = await recordsIn(journalIn(folder));
          assert.ok(record);
          assert.equal(record.changes.size, labels);
          for (const id of record.changes.keys()) {
            const { kind } = record.outcomeOf(id);
            const count = sandbox.control.labelHistory(tenant, id).length;
            assert.ok(kind === 'uncertain' || count === (kind === 'done' ? 1 : 0), `${id} ${kind}`);
          }
          // Under way, or next in turn.
          assert.ok(record.labelsWith('uncertain').length <= 12);
        }
        const last = open();
        await once(last, 'exit');
        assert.equal(last.exitCode, 0);
        const [record] = await recordsIn(journalIn(folder));
        assert.equal(record?.counts.done, labels);
        assert.equal(record?.owner, undefined);
        const history = sandbox.control.labelHistory(tenant);
        assert.equal(history.length, labels);
        assert.equal(new Set(history.map(({ labelId }) => labelId)).size, labels);
      } finally {
        await sandbox.close();
      }
    });
  }).timeout(timeLimits.longTest);
});

const limits = () => ({ days: 30, megabytes: 50 });

function journalIn(folder: string): ChangeJournal {
  return new ChangeJournal({ folder, clock: systemClock, limits });
}
