import { levelsByName, type Level } from './level.ts';

/** What all suites with a window begin with. */
const preparation = {
  package: { after: [], command: ['npm', 'run', '--silent', 'package'], counts: 'one' },
  // Into the same folder, where the package stays.
  build: { after: ['package'], command: ['node', 'esbuild.mjs', '--tests'], counts: 'one' },
  install: { after: [], command: ['node', 'test/host/install.ts'], counts: 'one' },
} as const satisfies Readonly<Record<string, Level>>;

const integration = {
  command: ['node', 'test/integration/run.ts'],
  counts: 'windowTests',
  files: [],
} as const;

const endToEnd = { command: ['node', 'test/e2e/run.ts'], counts: 'windowTests' } as const;

/**
 * Levels of each test command. A level begins as soon as those that it comes after have ended, beside the others:
 * a window of VS Code leaves one of two processors idle for most of its time.
 */
export const suites = {
  /** `npm test` */
  current: levelsByName({
    check: { after: [], command: ['npm', 'run', '--silent', 'check'], counts: 'one' },
    ...preparation,
    // Alone: they use both processors all the time.
    unit: {
      after: ['package', 'check'],
      command: [
        'mocha',
        '--config=test/unit/.mocharc.json',
        '--reporter=test/host/resultReporter.ts',
      ],
      counts: 'tests',
    },
    // Two windows at a time: one leaves a processor idle for most of its time, and with three on a busy machine
    // VS Code takes longer for a click than a person waits.
    e2eLongShare: { ...endToEnd, after: ['unit', 'install'], files: ['--share', 'long'] },
    e2eShortShare: { ...endToEnd, after: ['unit', 'install'], files: ['--share', 'short'] },
    integration: { ...integration, after: ['build', 'install', 'e2eShortShare'] },
    pages: {
      after: ['unit'],
      command: [
        'mocha',
        '--config=test/pages/.mocharc.json',
        '--reporter=test/host/resultReporter.ts',
      ],
      counts: 'tests',
    },
  }),
  /** `npm run test:oldest`, in the oldest VS Code that package.json promises. */
  oldest: levelsByName({
    ...preparation,
    integration: { ...integration, after: ['build', 'install'] },
    mainJob: { ...endToEnd, after: ['package', 'install'], files: ['mainJob'] },
  }),
} as const;
