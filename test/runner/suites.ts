import { levelsByName, type Level } from './level.ts';

/** What all suites with a window begin with. */
const preparation = {
  package: { after: [], command: ['npm', 'run', '--silent', 'package'], counts: 'one' },
  // Into the same folder, where the package stays.
  build: { after: ['package'], command: ['node', 'esbuild.mjs', '--tests'], counts: 'one' },
  install: { after: [], command: ['node', 'test/host/install.ts'], counts: 'one' },
} as const satisfies Readonly<Record<string, Level>>;

const integrationCommand = {
  command: ['node', 'test/integration/run.ts'],
  counts: 'windowTests',
  files: [],
} as const;

const endToEndCommand = { command: ['node', 'test/e2e/run.ts'], counts: 'windowTests' } as const;

const mocha = (folder: string) =>
  ['mocha', `--config=${folder}/.mocharc.cjs`, '--reporter=test/host/resultReporter.ts'] as const;

/** Levels of each test command. A level begins as soon as those that it comes after have ended, beside the others. */
export const suites = {
  /** `npm test` */
  current: levelsByName({
    check: { after: [], command: ['npm', 'run', '--silent', 'check'], counts: 'one' },
    ...preparation,
    // Beside each other: units wait for half of their time, and pages compute.
    unit: { after: ['package', 'check'], command: mocha('test/unit'), counts: 'tests' },
    pages: { after: ['check', 'install'], command: mocha('test/pages'), counts: 'tests' },
    // Two windows at a time, and nothing beside them: each of them alone uses three quarters of both processors.
    e2eLongShare: { ...endToEndCommand, after: ['unit', 'pages'], files: ['--share', 'long'] },
    e2eShortShare: { ...endToEndCommand, after: ['unit', 'pages'], files: ['--share', 'short'] },
    integration: { ...integrationCommand, after: ['build', 'e2eShortShare'] },
  }),
  /** `npm run test:oldest`, in the oldest VS Code that package.json promises. */
  oldest: levelsByName({
    ...preparation,
    integration: { ...integrationCommand, after: ['build', 'install'] },
    endToEnd: {
      ...endToEndCommand,
      after: ['package', 'install'],
      files: ['mainJob', 'ownSandbox', 'sessions', 'signIn'],
    },
  }),
} as const;
