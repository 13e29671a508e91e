import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { displayText } from '../../../../src/core/text/displayText.ts';
import { surfaces, type Markup, type Surface } from '../../../../src/core/text/surfaces.ts';
import { surfaceText } from '../../../../src/core/text/surfaceText.ts';
import {
  allSurfaces,
  hostileText,
  iconOfVsCode,
  invisibleCharacter,
  linkOfVsCode,
} from '../../../support/hostileText.ts';
import { randomFrom } from '../../../support/randomFrom.ts';
import { timeLimits } from '../../../support/timeLimits.ts';

/** Number of texts from outside; `npm run test:soak` tries more. */
const runs = Number(process.env['TEXTS'] ?? 2000);

/** What VS Code would make of a text. */
const found: Readonly<Record<Markup, (text: string) => readonly string[]>> = {
  links: (text) => Array.from(text.matchAll(linkOfVsCode), ([link]) => link),
  icons: (text) => Array.from(text.matchAll(iconOfVsCode), ([icon]) => icon),
  mnemonics: (text) => Array.from(text.matchAll(/&&/g), ([key]) => key),
  isolates: (text) => Array.from(text.matchAll(/[\u2068\u2069]/g), ([isolate]) => isolate),
};

/** The texts of ours that have values in them, in all languages; without those that have links of ours. */
const templates = globSync('l10n/bundle.l10n.*.json')
  .concat('l10n/bundle.l10n.json')
  .flatMap((file) =>
    Object.values(z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')))),
  )
  .filter((text) => typeof text === 'string')
  .filter((text) => text.includes('{0}') && !text.includes(']({'));

function filled(template: string, values: readonly string[]): string {
  return template.replaceAll(/\{(\d)\}/g, (_, index: string) => values[Number(index)] ?? '');
}

describe('text from outside at random', () => {
  const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

  it(`is no link, no icon and nothing invisible on any surface (SEED=${seed})`, function () {
    this.timeout(timeLimits.longTest);
    const random = randomFrom(seed);
    // Surfaces of the same rules are the same to the maker.
    const distinct = new Map(allSurfaces().map((name) => [JSON.stringify(surfaces[name]), name]));
    const names = Array.from(distinct.values());
    assert.ok(templates.length > 500);
    let checked = 0;
    for (let run = 0; run < runs; run++) {
      const values = [hostileText(random), hostileText(random), hostileText(random)];
      const template = templates[Math.floor(random() * templates.length)] ?? '{0}';
      const texts = [
        values.join(''),
        filled(template, values),
        filled(template, values.map(displayText)),
      ];
      for (const [index, surface] of names.entries()) {
        const text = texts[(run + index) % texts.length] ?? '';
        assertTextOnly(surface, surfaceText<Surface>(surface, text));
        checked++;
      }
    }
    console.log(`      ${checked} texts`);
  });
});

function assertTextOnly(surface: Surface, text: string): void {
  const isText =
    surfaces[surface].reads.every((markup) => found[markup](text).length === 0) &&
    !invisibleCharacter.test(text) &&
    // Isolates come in pairs.
    /^(?:[^\u2068\u2069]|\u2068[^\u2068\u2069]*\u2069)*$/.test(text);
  if (!isText) {
    assert.fail(`${surface}: ${JSON.stringify(text)}`);
  }
}
