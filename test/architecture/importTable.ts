/** The top rooms of core; what these stand on is the rest of it. */
const core = [
  'src/core/session',
  'src/core/labels/labelRepository.ts',
  'src/core/labels/exchange',
] as const;

const features = [
  'src/connections',
  'src/authentication',
  'src/labelsView',
  'src/labelChanges',
  'src/labelEditor',
  'src/agents',
  'src/walkthrough',
  'src/diagnostics',
] as const;

/** What a feature stands on. Features never import one another: `extension.ts` hands over the rest. */
const feature = [...core, 'src/accounts', 'vscode'] as const;

/**
 * Who may import whom, from the ground up. A folder or a file may import itself, what its row
 * names, and what that may import in turn; only `vscode` has to be named in each row. A row names
 * only rows above it, and a folder without a row belongs to the row of the folder around it.
 * `npm run check:imports` refuses every other import, of values and of types, and every circle.
 */
export const importTable: Readonly<Record<string, readonly string[]>> = {
  // Core runs in plain Node. Its labels know nothing of oauth and session.
  // Of no side: the label's form imports it too.
  'src/core/text/textChange.ts': [],
  'src/core/text': ['src/core/text/textChange.ts'],
  'src/core/log': [],
  'src/core/account': [],
  'src/core/errors': ['src/core/text', 'src/core/log', 'src/core/account'],
  'src/core/async': ['src/core/errors'],
  'src/core/locks': ['src/core/async'],
  'src/core/secrets': ['src/core/async'],
  'src/core/connections': ['src/core/async'],
  'src/core/api': ['src/core/secrets', 'src/core/connections'],
  'src/core/oauth': ['src/core/api'],
  'src/core/session': ['src/core/oauth', 'src/core/locks'],
  'src/core/labels': ['src/core/api'],
  'src/core/labels/list': ['src/core/labels'],
  'src/core/labels/labelRepository.ts': ['src/core/labels/list'],
  'src/core/labels/document': ['src/core/labels'],
  'src/core/labels/changes': ['src/core/labels/document', 'src/core/labels/list'],
  'src/core/labels/exchange': ['src/core/labels/changes'],

  // The extension
  'src/ids.ts': core,
  'src/settings.ts': [...core, 'src/ids.ts', 'vscode'],
  'src/commands': [...core, 'src/ids.ts', 'vscode'],
  'src/accounts': [...core, 'src/commands', 'vscode'],
  'src/connections': feature,
  'src/authentication': feature,
  'src/labelsView': feature,
  'src/labelChanges': feature,
  'src/labelEditor/protocol.ts': [],
  'src/labelEditor/client': ['src/labelEditor/protocol.ts', 'src/core/text/textChange.ts'],
  'src/labelEditor': [...feature, 'src/labelEditor/protocol.ts'],
  'src/agents': feature,
  'src/walkthrough': feature,
  'src/diagnostics': feature,
  // Written from the service's documentation alone.
  'src/sandbox': [],
  'src/commandHandlers.ts': features,
  'src/preloading.ts': core,
  'src/extension.ts': [
    'src/commandHandlers.ts',
    'src/preloading.ts',
    'src/settings.ts',
    'src/sandbox',
    'vscode',
  ],

  // What packages and publishes
  release: [],

  // The tests
  'test/architecture': [],
  'test/support': [...core, 'src/sandbox'],
  'test/host': ['test/support'],
  'test/workbench': ['test/host'],
  'test/unit': [...features, 'src/preloading.ts', 'release', 'test/support', 'test/architecture'],
  'test/consumer': ['src/agents', 'vscode'],
  'test/integration': [...features, 'test/consumer', 'test/workbench', 'vscode'],
  'test/e2e': ['test/workbench'],
  'test/pictures': ['test/workbench'],
  'test/bench/comparison': ['test/support', 'vscode'],
  'test/bench': ['test/workbench', 'test/unit'],
  'test/run.ts': ['test/host'],
};

/** What the rest of `src` loads on first use: it names these only in `import()` and in types. */
export const loadedOnFirstUse: readonly string[] = [
  'src/sandbox',
  'src/commandHandlers.ts',
  'src/core/session/createSessionWriters.ts',
  'src/labelChanges/createLabelChanges.ts',
];
