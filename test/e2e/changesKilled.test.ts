import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { killExtensionHosts } from '../host/extensionHostProcess.ts';
import { randomFrom } from '../support/randomFrom.ts';
import { timeLimits } from '../support/timeLimits.ts';
import { LabelChangesWorkbench } from '../workbench/labelChangesWorkbench.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';
import { waitUntil } from '../workbench/waitUntil.ts';

const tenant = 'acme-europe';

/**
 * How often the extension host is killed, in the middle of a run of so many labels: not at all unless
 * `npm run test:soak` asks for it, as VS Code takes 10 s to start it again.
 */
const kills = Number(process.env['KILLS'] ?? 0);
const labels = 500;

/** Decides about the moments; in the title, so that a failure can be repeated. */
const seed = Number(process.env['KILLS_SEED'] ?? Date.now() % 1_000_000);

describe('A run whose extension host is killed', () => {
  let labelChanges: LabelChangesWorkbench;

  before(async () => {
    labelChanges = await LabelChangesWorkbench.start({
      sandbox: { labels, oddLabels: false },
      settings: {},
    });
  });

  afterEach(async function () {
    await screenshotOnFailure(this, labelChanges.fixture.workbench);
  });

  after(async () => {
    await labelChanges.stop(/Extension host \(Remote\) terminated unexpectedly/);
  });

  if (kills > 0) {
    it(`loses nothing and sends nothing twice, ${kills} times (KILLS_SEED=${seed})`, async () => {
      const { sandbox, workbench } = labelChanges.fixture;
      const { control } = sandbox;
      const random = randomFrom(seed);
      const sent = () => control.requests()['POST /api/v2/label/update'] ?? 0;
      const requests = () => sent() + (control.requests()['GET /api/v2/label/list'] ?? 0);
      const file = path.join(labelChanges.folder, 'import.csv');
      const rows = control.labels(tenant).map(({ id }, index) => `${id},Name ${index}`);
      await writeFile(file, ['id,labelName', ...rows, ''].join('\n'));
      await labelChanges.importFrom(file);
      const { review } = labelChanges.fixture;
      await review.text(`${labels} labels will change.`).waitFor();
      control.setOption({ latency: 100 });
      const ended = /VS Code closed before “Import import\.csv” was finished\./;
      for (let kill = 0; kill < kills; kill++) {
        if (kill === 0) {
          await review.apply();
        } else {
          await workbench.notificationButton(ended, 'Resume').click();
          await workbench.agree('Send');
        }
        // What is read before is no part of the run yet.
        await workbench.notification('Changing labels of').waitFor();
        // Whatever is under way then: a list that is read, labels that are sent.
        const longest = (labels - sent()) / (kills - kill + 1);
        const moment = requests() + 1 + Math.floor(random() * longest);
        await waitUntil(() => requests() >= moment);
        killExtensionHosts();
        const restart = workbench.notificationButton(
          'Remote Extension host terminated unexpectedly',
          'Restart Remote Extension Host',
        );
        const summary = workbench.notification(ended);
        // VS Code starts it again by itself a few times, and then asks.
        await summary.or(restart).first().waitFor();
        if (await restart.isVisible()) {
          await restart.click();
          await summary.waitFor();
        }
        const facts = await summary.innerText();
        const applied = control.labelHistory(tenant).length;
        assert.equal(countIn(facts, /(\d+) labels? changed\./), applied, facts);
        assert.equal(countIn(facts, /Not sent: (\d+)\./), labels - applied, facts);
      }
      await workbench.notificationButton(ended, 'Resume').click();
      await workbench.agree('Send');
      await workbench.notification(`${labels} labels changed.`).waitFor();
      const history = control.labelHistory(tenant);
      assert.equal(sent(), labels);
      assert.equal(new Set(history.map(({ labelId }) => labelId)).size, labels);
      assert.deepEqual(
        control.labels(tenant).map(({ labelName }) => labelName),
        rows.map((_, index) => `Name ${index}`),
      );
    }).timeout(timeLimits.soakTest);
  }
});

function countIn(facts: string, sentence: RegExp): number {
  return Number(sentence.exec(facts)?.[1] ?? 0);
}
