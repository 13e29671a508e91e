import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { getL10nPseudoLocalized } from '@vscode/l10n-dev';
import * as z from 'zod';
import { localTime } from '../../src/core/text/localTime.ts';
import { openIn } from '../workbench/displayLanguage.ts';
import { formFrame } from '../workbench/formAudit.ts';
import { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { screenshotOnFailure } from '../workbench/screenshotOnFailure.ts';
import { Walkthrough } from '../workbench/walkthrough.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Texts by their keys; one with a comment for translators is an object. */
const textsSchema = z.record(
  z.string(),
  z.union([z.string(), z.object({ message: z.string() }).transform(({ message }) => message)]),
);
/** The one with the widest letters. What is in the files of all, test/unit/guards/translations.test.ts compares. */
const translated = 'ja';
/** VS Code's language for tests: English words in letters that are not English. */
const pseudo = 'qps-ploc';
/** What VS Code adds by itself, whose language pack is not installed, and names. */
const ownWords = ['Workforce', 'Views', 'More', 'Actions', 'Section', 'Acme', 'Europe', 'test'];

/** Everything that is said to the eye or the ear, in one text. */
const readAll = `[
  document.body.innerText,
  ...Array.from(document.querySelectorAll('*'), (element) =>
    ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? '').join(' '),
  ),
].join('\\n')`;

/** The texts of the elements that do not show all of what they say. */
const readClipped = `Array.from(document.querySelectorAll('button, label, h1, h2, th, td, p, span, legend'))
  .filter((element) => getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1)
  .map((element) => element.innerText)`;

/** The text of `key`, which there has to be: an empty one would be found everywhere. */
function textOf(texts: Readonly<Record<string, string>>, key: string): string {
  const text = texts[key];
  assert.ok(text, `There is no text “${key}”.`);
  return text;
}

describe('The display language', () => {
  let fixture: SandboxWorkbench;

  before(async () => {
    fixture = await SandboxWorkbench.start({ sandbox: { labels: 30, oddLabels: false } });
    const { extensionFolder } = fixture.workbench;
    for (const [from, to] of [
      ['package.nls.json', `package.nls.${pseudo}.json`],
      ['l10n/bundle.l10n.json', `l10n/bundle.l10n.${pseudo}.json`],
    ] as const) {
      // The package has no English texts: they are in the code.
      const texts = getL10nPseudoLocalized(textsIn(from, root));
      writeFileSync(path.join(extensionFolder, to), JSON.stringify(texts));
    }
    await fixture.signInFirst({ tenant: 'Acme Europe' });
  });

  afterEach(async function () {
    await screenshotOnFailure(this, fixture.workbench);
  });

  after(async () => await fixture.stop());

  const textsIn = (
    file: string,
    folder = fixture.workbench.extensionFolder,
  ): Record<string, string> =>
    textsSchema.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8')));

  /** The words of `text` that are in plain English. */
  const englishIn = (text: string): string[] => {
    const labels = fixture.sandbox.control.labels('acme-europe');
    // Node.js has no times in the language for tests.
    const times = labels.flatMap(({ createTime, updateTime }) =>
      [createTime, updateTime].map((time) => localTime(time, pseudo)),
    );
    const data = JSON.stringify([labels, times]);
    const known = new Set([...ownWords, ...(data.match(/[A-Za-z]+/g) ?? [])]);
    const words = text.match(/(?<![\p{L}\d./_-])[A-Za-z]{3,}(?![\p{L}\d/_-])/gu) ?? [];
    return Array.from(new Set(words)).filter((word) => !known.has(word));
  };

  it('can be one of the translations', async () => {
    const { form, view, workbench } = fixture;
    const manifest = textsIn(`package.nls.${translated}.json`);
    const texts = textsIn(`l10n/bundle.l10n.${translated}.json`);
    await openIn(translated, workbench);
    await view.open();
    await workbench.sidebar
      .getByRole('heading', { name: textOf(manifest, 'view.labels') })
      .waitFor();
    await view.rows.nth(1).click();
    await workbench.webview
      .getByRole('textbox', { name: textOf(texts, 'Name'), exact: true })
      .waitFor();
    assert.equal(await workbench.webview.locator('html').getAttribute('lang'), translated);
    assert.ok(await form.title.isVisible());
    assert.deepEqual(await (await formFrame(workbench)).evaluate<string[]>(readClipped), []);
    await workbench.screenshot(`languages-${translated}-form`);
    await view.rows.nth(2).click({ modifiers: ['Control'] });
    await workbench.quickInput.runCommand(`Workforce: ${textOf(manifest, 'command.setStatus')}`);
    await workbench.quickInput.input.waitFor();
    await workbench.screenshot(`languages-${translated}-status`);
    await workbench.quickInput.fill('7');
    const typed = workbench.quickInput.rows.and(workbench.page.locator('.focused'));
    await typed.filter({ hasText: '7' }).waitFor();
    await workbench.quickInput.accept();
    await workbench.dialogButton(textOf(texts, 'Show Changes')).click();
    const apply = textOf(texts, 'Apply {0} Changes').replace('{0}', '2');
    await workbench.webview.getByText(apply, { exact: true }).waitFor();
    await workbench.screenshot(`languages-${translated}-review`);
    await workbench.quickInput.runCommand(
      `Workforce: ${textOf(manifest, 'command.gettingStarted')}`,
    );
    const title = workbench.page.locator('.gettingStartedContainer h2.category-title');
    await title.getByText(textOf(manifest, 'walkthrough.title')).waitFor();
    await new Walkthrough(workbench).waitUntilFocused();
    await workbench.screenshot(`languages-${translated}-walkthrough`);
    await workbench.quickInput.runCommand('View: Close All Editors');
  });

  it('leaves nothing of the view and the form in English, and clips nothing', async () => {
    const { form, view, workbench } = fixture;
    await openIn(pseudo, workbench);
    await view.open();
    await view.rows.nth(1).click();
    await form.title.waitFor();
    await workbench.screenshot('languages-pseudo-form');
    const frame = await formFrame(workbench);
    assert.deepEqual(englishIn(await frame.evaluate<string>(readAll)), []);
    assert.deepEqual(await frame.evaluate<string[]>(readClipped), []);
    assert.deepEqual(englishIn(await workbench.sidebar.innerText()), []);
  });

  it('leaves nothing of the welcome view and the walkthrough in English', async () => {
    const { view, workbench } = fixture;
    const texts = textsIn(`package.nls.${pseudo}.json`);
    await workbench.quickInput.runCommand(`Workforce: ${textOf(texts, 'command.signOut')}`);
    const bundle = textsIn(`l10n/bundle.l10n.${pseudo}.json`);
    await workbench.dialogButton(textOf(bundle, 'Sign Out')).click();
    await view.rows.first().waitFor({ state: 'hidden' });
    await workbench.sidebar.getByText(textOf(texts, 'view.changes')).waitFor();
    const welcome = workbench.sidebar.locator('.welcome-view').first();
    await welcome.getByRole('button').first().waitFor();
    assert.deepEqual(englishIn(await workbench.sidebar.innerText()), []);
    await workbench.screenshot('languages-pseudo-welcome');
    await workbench.quickInput.runCommand(`Workforce: ${textOf(texts, 'command.gettingStarted')}`);
    const steps = workbench.page.locator('.gettingStartedDetailsContent:visible');
    await steps.getByText(textOf(texts, 'walkthrough.find.title')).first().waitFor();
    await new Walkthrough(workbench).waitUntilFocused();
    await workbench.screenshot('languages-pseudo-walkthrough');
    const text = String(await steps.locator('.getting-started-step').allInnerTexts());
    // VS Code's own tip about the key of a step's command.
    const tips = await steps.locator('.shortcut-message').allInnerTexts();
    assert.deepEqual(englishIn(tips.reduce((rest, tip) => rest.replace(tip, ''), text)), []);
  });
});
