/** The top rooms of core; what these stand on is the rest of it. */
const core = [
  'src/core/session',
  'src/core/labels/labelRepository.ts',
  'src/core/labels/exchange',
  'src/core/labels/changes/review',
  'src/core/labels/table',
] as const;

const features = [
  'src/connections',
  'src/authentication',
  'src/labelsView',
  'src/labelChanges',
  'src/labelEditor',
  'src/labelTable',
  'src/agents',
  'src/links',
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
  // Of no side: the label's form imports them too.
  'src/core/text/textChange.ts': [],
  'src/core/text/fitsInput.ts': [],
  'src/core/text/madeText.ts': [],
  'src/core/text': [
    'src/core/text/textChange.ts',
    'src/core/text/fitsInput.ts',
    'src/core/text/madeText.ts',
  ],
  // Of no side either: the grid copies and pastes by the same rules as the export.
  'src/core/labels/exchange/spreadsheetGuard.ts': ['src/core/text'],
  'src/core/labels/exchange/clipboardCell.ts': ['src/core/labels/exchange/spreadsheetGuard.ts'],
  'src/core/labels/exchange/tabSeparatedRow.ts': ['src/core/labels/exchange/spreadsheetGuard.ts'],
  'src/core/memento': [],
  'src/core/log': ['src/core/text'],
  'src/core/account': ['src/core/text'],
  'src/core/errors': ['src/core/text', 'src/core/log', 'src/core/account'],
  'src/core/async': ['src/core/errors'],
  'src/core/files': ['src/core/async'],
  'src/core/spreadsheet': ['src/core/async'],
  'src/core/locks': ['src/core/files'],
  'src/core/secrets': ['src/core/async'],
  'src/core/connections': ['src/core/async'],
  'src/core/api': ['src/core/secrets', 'src/core/connections'],
  'src/core/oauth': ['src/core/api'],
  'src/core/session': ['src/core/oauth', 'src/core/locks'],
  'src/core/labels': ['src/core/api', 'src/core/memento'],
  'src/core/labels/list': ['src/core/labels'],
  'src/core/labels/reading': ['src/core/labels/list'],
  'src/core/labels/labelRepository.ts': ['src/core/labels/reading'],
  'src/core/labels/document': ['src/core/labels'],
  'src/core/labels/changes/plan': ['src/core/labels/document', 'src/core/labels/reading'],
  'src/core/labels/changes/journal': ['src/core/labels/changes/plan', 'src/core/files'],
  'src/core/labels/table': ['src/core/labels/changes/journal'],
  'src/core/labels/changes/run': ['src/core/labels/changes/journal', 'src/core/locks'],
  'src/core/labels/changes/review': ['src/core/labels/changes/plan'],
  'src/core/labels/exchange': [
    'src/core/labels/changes/run',
    'src/core/labels/exchange/clipboardCell.ts',
    'src/core/labels/exchange/tabSeparatedRow.ts',
    'src/core/spreadsheet',
  ],

  // The pages of webviews: what all of them share
  'src/webview': [],
  // The extension's side of a page
  'src/webview/pageMessages.ts': ['src/webview', 'src/core/async', 'vscode'],
  'src/webview/client': ['src/webview', 'src/core/text/textChange.ts', 'src/core/text/madeText.ts'],

  // The extension
  'src/ids.ts': core,
  'src/settings.ts': [...core, 'src/ids.ts', 'vscode'],
  'src/surfaces': [...core, 'vscode'],
  'src/commands': [...core, 'src/ids.ts', 'src/surfaces', 'vscode'],
  'src/accounts': [...core, 'src/commands', 'vscode'],
  'src/connections': feature,
  'src/authentication': feature,
  'src/labelsView': feature,
  'src/labelEditor/protocol.ts': ['src/core/text/madeText.ts', 'src/webview'],
  'src/labelEditor/client': [
    'src/core/text/fitsInput.ts',
    'src/labelEditor/protocol.ts',
    'src/webview/client',
  ],
  'src/labelEditor': [
    ...feature,
    'src/labelEditor/protocol.ts',
    'src/webview',
    'src/webview/pageMessages.ts',
  ],
  'src/labelGrid/protocol.ts': ['src/core/text/madeText.ts', 'src/webview'],
  // Of no side: where the selection, the cell that is edited and the rows that have come stand.
  'src/labelGrid/model': [
    'src/labelGrid/protocol.ts',
    'src/core/text/textChange.ts',
    'src/core/labels/exchange/tabSeparatedRow.ts',
  ],
  'src/labelGrid/client': [
    'src/labelGrid/model',
    'src/webview/client',
    'src/core/text/isolated.ts',
    'src/core/labels/exchange/clipboardCell.ts',
  ],
  'src/labelGrid': [
    ...feature,
    'src/labelGrid/model',
    'src/webview',
    'src/webview/pageMessages.ts',
  ],
  'src/labelChanges': [...feature, 'src/labelGrid'],
  'src/labelTable': [...feature, 'src/labelGrid'],
  'src/agents': feature,
  'src/links': feature,
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
  'src/main.ts': ['src/extension.ts', 'src/ids.ts', 'vscode'],

  // What packages and publishes
  release: [],

  // The tests
  'test/architecture': [],
  'test/support': [...core, 'src/sandbox'],
  'test/host': ['test/support'],
  'test/workbench': ['test/host'],
  // What `npm test` runs, and in which order
  'test/runner': ['test/host'],
  'test/e2e/shares.ts': [],
  'test/unit': [
    ...features,
    'src/labelGrid/model',
    'src/preloading.ts',
    'release',
    'test/support',
    'test/architecture',
    'test/runner',
    'test/e2e/shares.ts',
  ],
  // Pages of webviews in a browser, without VS Code
  'test/pages': ['src/labelGrid/model', 'src/webview', 'src/core/text', 'test/host'],
  'test/consumer': ['src/agents', 'vscode'],
  'test/integration': [...features, 'test/consumer', 'test/workbench', 'vscode'],
  'test/e2e': ['test/workbench', 'test/e2e/shares.ts'],
  'test/pictures': ['test/workbench'],
  'test/bench/comparison': ['test/support', 'vscode'],
  'test/bench': ['test/workbench', 'test/unit'],
  'test/run.ts': ['test/runner'],
};

/** What the rest of `src` loads on first use: it names these only in `import()` and in types. */
export const loadedOnFirstUse: readonly string[] = [
  'src/extension.ts',
  'src/sandbox',
  'src/commandHandlers.ts',
  'src/core/session/sessionRecords.ts',
  'src/labelChanges/createLabelChanges.ts',
];
