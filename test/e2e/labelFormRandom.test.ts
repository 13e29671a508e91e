import { randomFrom } from '../support/randomFrom.ts';
import { RandomTyping } from '../workbench/randomTyping.ts';
import { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';

/**
 * How many sequences, and from which seed on; in the titles, so that a failure can be repeated. None
 * unless `npm run test:soak` asks for some: what they find is looked into one at a time.
 */
const sequences = Number(process.env['TYPING_SEQUENCES'] ?? 0);
const firstSeed = Number(process.env['TYPING_SEED'] ?? Date.now() % 1_000_000);
const steps = 16;

describe('Typing at random', () => {
  let fixture: SandboxWorkbench;
  let typing: RandomTyping;

  before(async () => {
    fixture = await SandboxWorkbench.start({ sandbox: { labels: 30 } });
    await fixture.signInFirst({ tenant: 'Acme Europe' });
    for (const [name, label] of [
      ['Fixed-term contract', 'FIXED-TERM-00003'],
      ['Works council member', 'COUNCIL-00002'],
    ] as const) {
      await fixture.view.row(`${name}, code ${label}`).dblclick();
      await fixture.form.title.getByText(name).waitFor();
    }
  });

  afterEach(async function () {
    await screenshotOnFailure(this, fixture.workbench);
    await typing.restore();
  });

  // VS Code logs conflicts, and what it was reading when its window was loaded anew.
  after(
    async () =>
      await fixture.stop(
        /failed to save|save error|changed in the meantime|unable to read .*canceled/i,
      ),
  );

  for (let seed = firstSeed; seed < firstSeed + sequences; seed++) {
    it(`loses nothing and doubles nothing (TYPING_SEED=${seed})`, async () => {
      const tabs = fixture.workbench.page.locator('.tabs-container .tab');
      const options = { fixture, index: 1, tab: tabs.nth(1), otherTab: tabs.first() };
      typing = new RandomTyping(options, randomFrom(seed));
      try {
        await typing.run(steps);
      } catch (error) {
        throw new Error(`${String(error)}\n${typing.log.join('\n')}`, { cause: error });
      }
    });
  }
});
