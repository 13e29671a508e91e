import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import * as z from 'zod';

const textsSchema = z.record(z.string(), z.string());
const menuItemSchema = z.object({ command: z.string(), when: z.string() });
const manifestSchema = z.object({
  contributes: z.object({
    commands: z.array(z.object({ command: z.string(), title: z.string() })),
    menus: z.looseObject({
      commandPalette: z.array(menuItemSchema),
      'view/item/context': z.array(menuItemSchema),
    }),
  }),
});

/** What stands in every translation of the README as it is, in its order: headings, rows, items and code. */
function outlineOf(readme: string): readonly string[] {
  return readme.split('\n').flatMap((line) => {
    const [begin = ''] = /^ *(?:#+ |\||- |\d+\. |!\[)?/.exec(line) ?? [];
    const isTableLine = /^\s*\|[\s|-]+$/.test(line);
    const code = (line.match(/`(?!README)[^`]+`/g) ?? []).toSorted().join(' ');
    return line === '' || isTableLine ? [] : [`${begin}${code}`];
  });
}

async function translatedReadmes(): Promise<readonly (readonly [string, string])[]> {
  return (await readdir('.')).flatMap((name) => {
    const [, language] = /^README\.(.+)\.md$/.exec(name) ?? [];
    return language === undefined ? [] : [[name, language.toLowerCase()] as const];
  });
}

async function textsOf(name: string): Promise<Record<string, string>> {
  return textsSchema.parse(JSON.parse(await readFile(name, 'utf8')));
}

describe('README', () => {
  it('has the same outline in each of its languages', async () => {
    const outline = outlineOf(await readFile('README.md', 'utf8'));
    const readmes = await translatedReadmes();
    assert.deepEqual(
      readmes.map(([name]) => name),
      ['README.zh-CN.md'],
    );
    for (const [name] of readmes) {
      assert.deepEqual(outlineOf(await readFile(name, 'utf8')), outline, name);
    }
  });

  it('has each command that the palette or a row of labels offers', async () => {
    const { contributes } = manifestSchema.parse(
      JSON.parse(await readFile('package.json', 'utf8')),
    );
    const hidden = new Set(
      contributes.menus.commandPalette.flatMap(({ command, when }) =>
        when === 'false' ? command : [],
      ),
    );
    const texts = await textsOf('package.nls.json');
    const readme = await readFile('README.md', 'utf8');
    const ofRows = new Set(
      contributes.menus['view/item/context'].flatMap(({ command, when }) =>
        /\bworkforce\.labels\b/.test(when) ? command : [],
      ),
    );
    const offered = contributes.commands.filter(
      ({ command }) => !hidden.has(command) || ofRows.has(command),
    );
    assert.deepEqual(
      offered
        .map(({ title }) => texts[title.replaceAll('%', '')] ?? title)
        .filter((title) => !readme.includes(title)),
      [],
    );
  });

  it('calls each command what VS Code calls it', async () => {
    const english = await textsOf('package.nls.json');
    const readme = await readFile('README.md', 'utf8');
    const named = Object.keys(english).filter(
      (key) => key.startsWith('command.') && readme.includes(english[key] ?? ''),
    );
    assert.ok(named.length > 30, String(named.length));
    for (const [name, language] of await translatedReadmes()) {
      const texts = await textsOf(`package.nls.${language}.json`);
      const translated = await readFile(name, 'utf8');
      for (const key of named) {
        assert.ok(translated.includes(texts[key] ?? ''), `${name}: ${texts[key]}`);
      }
    }
  });
});
