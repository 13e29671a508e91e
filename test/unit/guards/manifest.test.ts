import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { toolInputs } from '../../../src/agents/toolInputs.ts';
import { labelFileEnding, labelScheme } from '../../../src/core/account/labelAddress.ts';
import { commandIds, extensionId, settingIds, toolNames } from '../../../src/ids.ts';
import * as ids from '../../../src/ids.ts';

const manifestSchema = z.looseObject({
  name: z.string(),
  publisher: z.string(),
  engines: z.object({ vscode: z.string() }),
  activationEvents: z.array(z.string()),
  capabilities: z.looseObject({
    untrustedWorkspaces: z.object({
      supported: z.literal('limited'),
      restrictedConfigurations: z.array(z.string()),
      description: z.string(),
    }),
  }),
  contributes: z.looseObject({
    authentication: z.array(z.looseObject({ id: z.string() })),
    commands: z.array(
      z.looseObject({ command: z.string(), title: z.string(), category: z.string() }),
    ),
    configuration: z.looseObject({
      properties: z.record(z.string(), z.looseObject({ scope: z.string() })),
    }),
    customEditors: z.array(
      z.looseObject({
        viewType: z.string(),
        selector: z.array(z.object({ filenamePattern: z.string() })),
      }),
    ),
    languageModelTools: z.array(
      z.looseObject({ name: z.string(), modelDescription: z.string(), inputSchema: z.unknown() }),
    ),
    languages: z.array(z.looseObject({ id: z.string(), extensions: z.array(z.string()) })),
    menus: z.record(
      z.string(),
      z.array(z.looseObject({ command: z.string(), when: z.string().optional() })),
    ),
    views: z.record(z.string(), z.array(z.looseObject({ id: z.string() }))),
    walkthroughs: z.tuple(
      [
        z.looseObject({
          id: z.string(),
          steps: z.array(
            z.looseObject({
              description: z.string(),
              media: z.object({ svg: z.string(), altText: z.string() }),
              completionEvents: z.array(z.string()),
            }),
          ),
        }),
      ],
      z.unknown(),
    ),
    viewsWelcome: z.array(
      z.looseObject({ view: z.string(), contents: z.string(), when: z.string() }),
    ),
  }),
});

async function readManifest(): Promise<z.infer<typeof manifestSchema>> {
  return manifestSchema.parse(JSON.parse(await readFile('package.json', 'utf8')));
}

/** Settings that decide where a token goes, or what is done with it. */
const settingsOfTheUserAlone = [
  settingIds.connections,
  settingIds.requestTimeout,
  settingIds.unauthorizedCodes,
  settingIds.invalidGrantCodes,
];

describe('manifest', () => {
  it('names the extension', async () => {
    const { name, publisher } = await readManifest();
    assert.equal(`${publisher}.${name}`, extensionId);
  });

  it('is compiled against the oldest VS Code that it promises', async () => {
    const { engines } = await readManifest();
    const types = z.object({ version: z.string() });
    const text = await readFile('node_modules/@types/vscode/package.json', 'utf8');
    assert.equal(`^${types.parse(JSON.parse(text)).version}`, engines.vscode);
  });

  it('declares the commands of ids.ts and no others', async () => {
    const { contributes } = await readManifest();
    assert.deepEqual(
      contributes.commands.map(({ command }) => command).toSorted(),
      Object.values(commandIds).toSorted(),
    );
  });

  it('names commands in its menus that it declares', async () => {
    const { contributes } = await readManifest();
    const declared = new Set<string>(Object.values(commandIds));
    const used = Object.values(contributes.menus)
      .flat()
      .map(({ command }) => command);
    assert.deepEqual(
      used.filter((command) => !declared.has(command)),
      [],
    );
  });

  it('tells language models what its tools take, as they read it', async () => {
    const { contributes } = await readManifest();
    assert.deepEqual(
      contributes.languageModelTools.map(({ name, inputSchema }) => [name, inputSchema]),
      toolNames.map((name) => {
        const { $schema: _, ...schema } = z.toJSONSchema(toolInputs[name], { io: 'input' });
        return [name, schema];
      }),
    );
  });

  it('declares the settings of ids.ts and no others', async () => {
    const { contributes } = await readManifest();
    assert.deepEqual(
      Object.keys(contributes.configuration.properties).toSorted(),
      Object.values(settingIds).toSorted(),
    );
  });

  it('leaves settings about tokens to the user alone', async () => {
    const { contributes } = await readManifest();
    for (const id of settingsOfTheUserAlone) {
      assert.equal(contributes.configuration.properties[id]?.scope, 'application', id);
    }
  });

  it('lets no untrusted workspace say what a status is called', async () => {
    const { capabilities } = await readManifest();
    assert.deepEqual(capabilities.untrustedWorkspaces.restrictedConfigurations, [
      settingIds.statusNames,
    ]);
  });

  it('uses the context keys of ids.ts and no others of its own', async () => {
    const { contributes } = await readManifest();
    const clauses = [...Object.values(contributes.menus).flat(), ...contributes.viewsWelcome]
      .map(({ when }) => when ?? '')
      .join(' ');
    const known = new Set<string>([
      ...Object.values(ids.contextKeys),
      ...Object.values(ids.viewIds),
    ]);
    known.add(ids.labelFormViewType);
    const unknown = [...clauses.matchAll(/\bworkforce\.[\w.]+/g)]
      .map(([key]) => key)
      .filter((key) => !known.has(key));
    assert.deepEqual(unknown, []);
  });

  it('has one welcome for each state of the view of labels', async () => {
    const { contributes } = await readManifest();
    const { accountsKnown, hasConnections, sandboxRunning, signedIn, signInsUnreadable } =
      ids.contextKeys;
    /** Which one it is. Without any, the view has nothing that takes the focus; it does not get it back later. */
    const welcomeOf = (keys: ReadonlySet<string>): string | undefined => {
      if (keys.has(signInsUnreadable)) {
        return 'signInsUnreadable';
      }
      if (!keys.has(accountsKnown)) {
        return 'accountsUnknown';
      }
      if (keys.has(signedIn)) {
        return undefined;
      }
      if (keys.has(sandboxRunning)) {
        return 'sandboxRunning';
      }
      return keys.has(hasConnections) ? 'signedOut' : 'noConnection';
    };
    // All states, also those between two keys that change together: VS Code shows each as it comes.
    const states = [new Set<string>()];
    for (const key of [
      accountsKnown,
      hasConnections,
      sandboxRunning,
      signedIn,
      signInsUnreadable,
    ]) {
      states.push(...states.map((keys) => new Set([...keys, key])));
    }
    assert.equal(states.length, 32);
    for (const keys of states) {
      const holds = (term: string): boolean =>
        term.startsWith('!') ? !keys.has(term.slice(1)) : keys.has(term);
      const shown = contributes.viewsWelcome
        .filter(({ view, when }) => view === ids.viewIds.labels && when.split(' && ').every(holds))
        .map(({ contents }) => contents);
      const expected = welcomeOf(keys);
      assert.deepEqual(
        { state: [...keys], shown },
        { state: [...keys], shown: expected === undefined ? [] : [`%welcome.${expected}%`] },
      );
    }
  });

  it('leads through steps whose pictures are there and that what the person does completes', async () => {
    const { contributes } = await readManifest();
    const [walkthrough, ...others] = contributes.walkthroughs;
    assert.equal(walkthrough.id, ids.walkthroughId);
    assert.deepEqual(others, []);
    const events = walkthrough.steps.flatMap(({ completionEvents }) => completionEvents);
    assert.deepEqual(
      events,
      [ids.contextKeys.signedIn, ...Object.values(ids.accomplishments)].map(
        (key) => `onContext:${key}`,
      ),
    );
    const texts = z.record(z.string(), z.string());
    const shown = texts.parse(JSON.parse(await readFile('package.nls.json', 'utf8')));
    for (const { description, media } of walkthrough.steps) {
      const picture = await readFile(media.svg, 'utf8');
      assert.match(picture, /var\(--vscode-/, media.svg);
      assert.doesNotMatch(picture, /#[\da-f]{3,8}\b/i, media.svg);
      const commands = [
        ...(shown[description.slice(1, -1)] ?? '').matchAll(/\(command:([\w.]+)\)/g),
      ];
      const known = new Set<string>([
        ...Object.values(ids.commandIds),
        ...Object.values(ids.viewIds).map((view) => `${view}.focus`),
      ]);
      assert.ok(commands.length > 0, description);
      assert.deepEqual(
        commands.filter(([, command = '']) => !known.has(command)),
        [],
      );
    }
  });

  it('declares the provider, the view, the language and the editor of ids.ts', async () => {
    const { contributes } = await readManifest();
    assert.deepEqual(
      contributes.authentication.map(({ id }) => id),
      [ids.authenticationProviderId],
    );
    assert.deepEqual(
      contributes.views[ids.viewIds.container]?.map(({ id }) => id),
      [ids.viewIds.labels, ids.viewIds.changes],
    );
    assert.deepEqual(
      contributes.languages.map(({ id, extensions }) => [id, extensions]),
      [[ids.labelLanguageId, [labelFileEnding]]],
    );
    assert.deepEqual(contributes.customEditors[0], {
      ...contributes.customEditors[0],
      viewType: ids.labelFormViewType,
      selector: [{ filenamePattern: `${labelScheme}:/**/*${labelFileEnding}` }],
    });
  });

  it('is never activated unless something of it is touched', async () => {
    const { activationEvents } = await readManifest();
    assert.deepEqual(activationEvents.toSorted(), [`onFileSystem:${labelScheme}`, 'onUri']);
  });

  it('has a text for each placeholder, and no text too many', async () => {
    const texts = z.record(z.string(), z.string());
    const manifest = await readFile('package.json', 'utf8');
    const placeholders = [...manifest.matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key);
    const keys = Object.keys(texts.parse(JSON.parse(await readFile('package.nls.json', 'utf8'))));
    assert.deepEqual([...new Set(placeholders)].map(String).toSorted(), keys.toSorted());
  });
});
