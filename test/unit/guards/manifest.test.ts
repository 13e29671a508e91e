import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { toolInputs } from '../../../src/agents/toolInputs.ts';
import {
  earlierLabelFileEnding,
  labelFileEnding,
  labelScheme,
} from '../../../src/core/account/labelAddress.ts';
import { tableFileEnding, tableScheme } from '../../../src/core/account/tableAddress.ts';
import { editableFields } from '../../../src/core/api/labelFields.ts';
import { parseBaseUrl } from '../../../src/core/connections/parseBaseUrl.ts';
import { redirectFlowOf } from '../../../src/core/connections/redirectFlow.ts';
import { reasonOf } from '../../../src/core/errors/reasonOf.ts';
import {
  callbackUri,
  commandIds,
  extensionId,
  settingIds,
  toolNames,
  viewTitleCommands,
  viewTitleId,
  type ToolName,
} from '../../../src/ids.ts';
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
    languages: z.array(
      z.looseObject({
        id: z.string(),
        extensions: z.optional(z.array(z.string())),
        filenamePatterns: z.optional(z.array(z.string())),
      }),
    ),
    configurationDefaults: z.record(z.string(), z.record(z.string(), z.unknown())),
    keybindings: z.array(z.looseObject({ command: z.string() })),
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
              id: z.string(),
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

const declaredIds: readonly string[] = [
  ...Object.values(commandIds),
  ...viewTitleCommands.map(viewTitleId),
];

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

/**
 * Commands of rows that also act without one: on what is selected, on the account of the user's choice, or on a
 * label, run or file that they ask for.
 */
const alsoWithoutRow: readonly string[] = [
  commandIds.signIn,
  commandIds.copySignInLink,
  commandIds.testConnection,
  commandIds.accountDetails,
  commandIds.renameAccount,
  commandIds.signOut,
  commandIds.refreshLabels,
  commandIds.renameLabel,
  commandIds.setLabelStatus,
  commandIds.replaceInLabels,
  commandIds.openLabelTable,
  commandIds.exportLabels,
  commandIds.importLabels,
  commandIds.findLabel,
  commandIds.filterLabels,
  commandIds.clearLabelFilter,
  commandIds.saveLabelFilter,
  commandIds.showDuplicateLabels,
  commandIds.loadAllLabels,
  commandIds.selectLabelsByList,
  commandIds.compareAccounts,
  commandIds.exportChanges,
];

/**
 * Commands of rows that the view's title also has, where VS Code runs them on the focused row: they take no more
 * than the account of it.
 */
const ofFocusedAccount: ReadonlySet<string> = new Set([
  commandIds.refreshLabels,
  commandIds.findLabel,
  commandIds.filterLabels,
  commandIds.saveLabelFilter,
  commandIds.showDuplicateLabels,
  commandIds.loadAllLabels,
  commandIds.selectLabelsByList,
  commandIds.importLabels,
]);

/** What the redirect URI of a connection may be, in words; the first is that of VS Code on the desktop. */
function redirectForms(): readonly string[] {
  const own = callbackUri('vscode');
  const baseUrl = parseBaseUrl('https://example.com');
  try {
    redirectFlowOf({ baseUrl, redirectUri: 'none' }, own);
  } catch (error) {
    return (/one of these: (.*)\.$/.exec(reasonOf(error))?.[1] ?? '').split(', ');
  }
  return assert.fail('“none” was taken for a redirect URI.');
}

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
      declaredIds.toSorted(),
    );
  });

  it('runs no command in the title of a view on the focused row that asks otherwise', async () => {
    const { contributes } = await readManifest();
    const { 'view/title': inTitle = [], 'view/item/context': ofRows = [] } = contributes.menus;
    const onRows = new Set(ofRows.map(({ command }) => command));
    assert.deepEqual(
      inTitle
        .map(({ command }) => command)
        .filter((command) => onRows.has(command) && !ofFocusedAccount.has(command)),
      [],
      'A command of a row that the title of the view has too stands in `viewTitleCommands`.',
    );
  });

  it('has a command of the view’s title look like the one that it runs, in that menu alone', async () => {
    const { contributes } = await readManifest();
    const declared = new Map(contributes.commands.map((each) => [each.command, each]));
    for (const id of viewTitleCommands) {
      const command = viewTitleId(id);
      assert.deepEqual(declared.get(command), { ...declared.get(id), command });
      const places = Object.entries(contributes.menus).flatMap(([menu, items]) =>
        items
          .filter((item) => item.command === command)
          .map(({ when }) => (menu === 'commandPalette' ? `${menu}: ${when}` : menu)),
      );
      assert.deepEqual(places, ['commandPalette: false', 'view/title']);
    }
  });

  it('names commands in its menus that it declares', async () => {
    const { contributes } = await readManifest();
    const declared = new Set(declaredIds);
    const used = Object.values(contributes.menus)
      .flat()
      .map(({ command }) => command);
    assert.deepEqual(
      used.filter((command) => !declared.has(command)),
      [],
    );
  });

  it('has each command in the Command Palette, in a menu, or on a key', async () => {
    const { keybindings, menus } = (await readManifest()).contributes;
    const { commandPalette = [], ...others } = menus;
    const hidden = commandPalette.filter(({ when }) => when === 'false');
    const ways = [...Object.values(others).flat(), ...keybindings];
    const offered = new Set(ways.map(({ command }) => command));
    assert.deepEqual(
      hidden.map(({ command }) => command).filter((command) => !offered.has(command)),
      [],
    );
  });

  it('decides for each command of a row whether the Command Palette offers it', async () => {
    const { contributes } = await readManifest();
    const { commandPalette = [], 'view/item/context': ofRows = [] } = contributes.menus;
    const decided = new Set([...commandPalette.map(({ command }) => command), ...alsoWithoutRow]);
    assert.deepEqual(
      [...new Set(ofRows.map(({ command }) => command))].filter((each) => !decided.has(each)),
      [],
      'A command that needs a row has `"when": "false"` in `commandPalette`; another one stands in `alsoWithoutRow`.',
    );
  });

  it('explains each kind of redirect where a connection is set', async () => {
    const texts = z.record(z.string(), z.string());
    const all = texts.parse(JSON.parse(await readFile('package.nls.json', 'utf8')));
    const explained = all['setting.connections.redirectUri'] ?? '';
    const [own, ...others] = redirectForms();
    assert.equal(own, callbackUri('vscode'));
    assert.ok(others.length > 1);
    assert.deepEqual(
      others.filter((form) => !explained.includes(form)),
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

  it('names the fields of a label to language models', async () => {
    const { contributes } = await readManifest();
    const names: readonly ToolName[] = ['workforce_searchLabels', 'workforce_proposeLabelChanges'];
    for (const name of names) {
      const tool = contributes.languageModelTools.find((each) => each.name === name);
      const unnamed = editableFields.filter(
        (field) => tool?.modelDescription.includes(field) !== true,
      );
      assert.deepEqual(unnamed, [], name);
    }
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
    known.add(ids.labelTableViewType);
    const unknown = [...clauses.matchAll(/\bworkforce\.[\w.]+/g)]
      .map(([key]) => key)
      .filter((key) => !known.has(key));
    assert.deepEqual(unknown, []);
  });

  it('has one welcome for each state of the view of labels', async () => {
    const { contributes } = await readManifest();
    const {
      accountsKnown,
      hasConnections,
      notStarted,
      sandboxRunning,
      signedIn,
      signInsUnreadable,
    } = ids.contextKeys;
    /** Which one it is. Without any, the view has nothing that takes the focus; it does not get it back later. */
    const welcomeOf = (keys: ReadonlySet<string>): string | undefined => {
      if (keys.has(notStarted)) {
        return 'notStarted';
      }
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
      notStarted,
      sandboxRunning,
      signedIn,
      signInsUnreadable,
    ]) {
      states.push(...states.map((keys) => new Set([...keys, key])));
    }
    assert.equal(states.length, 64);
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
    assert.deepEqual(
      walkthrough.steps.map(({ id, completionEvents }) => ({ id, completionEvents })),
      // By no event of VS Code: `walkthroughSteps.ts` completes them.
      Object.values(ids.accomplishments).map((id) => ({
        id,
        completionEvents: ['onContext:false'],
      })),
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
      contributes.languages.map(({ id, extensions = [], filenamePatterns = [] }) => [
        id,
        ...extensions,
        ...filenamePatterns,
      ]),
      [
        [ids.labelLanguageId, labelFileEnding],
        [ids.labelChangesScheme, `/${ids.labelChangesScheme}/*/*`],
        [ids.labelTableLanguageId, tableFileEnding],
      ],
    );
    assert.deepEqual(contributes.customEditors[0], {
      ...contributes.customEditors[0],
      viewType: ids.labelFormViewType,
      selector: [labelFileEnding, earlierLabelFileEnding].map((ending) => ({
        filenamePattern: `${labelScheme}:/**/*${ending}`,
      })),
    });
  });

  it('makes no links of addresses in documents', async () => {
    const { contributes } = await readManifest();
    for (const { id } of contributes.languages) {
      assert.equal(contributes.configurationDefaults[`[${id}]`]?.['editor.links'], false, id);
    }
  });

  it('is never activated unless something of it is touched', async () => {
    const { activationEvents } = await readManifest();
    assert.deepEqual(activationEvents.toSorted(), [
      `onFileSystem:${labelScheme}`,
      `onFileSystem:${tableScheme}`,
      'onUri',
    ]);
  });

  it('has a text for each placeholder, and no text too many', async () => {
    const texts = z.record(z.string(), z.string());
    const manifest = await readFile('package.json', 'utf8');
    const placeholders = [...manifest.matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key);
    const keys = Object.keys(texts.parse(JSON.parse(await readFile('package.nls.json', 'utf8'))));
    assert.deepEqual([...new Set(placeholders)].map(String).toSorted(), keys.toSorted());
  });
});
