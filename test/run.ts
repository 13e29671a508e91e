import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { settledWithin, startChild, type Child } from './host/childProcess.ts';
import { makeTemporaryFolder } from './host/temporaryFolder.ts';

/** A part of the tests, or what some of them need. */
interface Level<Name> {
  /** Those that have to end before, whatever comes of them; they stand above. */
  readonly after: readonly Name[];
  readonly command: readonly [program: string, ...args: string[]];
  /** What it counts as: the tests that it reports, or one. */
  readonly counts: 'tests' | 'one';
}

/** What all suites with a window begin with. */
const preparation = {
  package: { after: [], command: ['npm', 'run', '--silent', 'package'], counts: 'one' },
  // Into the same folder, where the package stays.
  build: { after: ['package'], command: ['node', 'esbuild.mjs', '--tests'], counts: 'one' },
  install: { after: [], command: ['node', 'test/host/install.ts'], counts: 'one' },
} as const satisfies Readonly<Record<string, Level<string>>>;

// Runs all levels of a suite and adds up their counts: of `current`, or of the one that the argument names. A
// level begins as soon as those that it comes after have ended, beside the others: a window of VS Code
// leaves one of two processors idle for most of its time.
const suites = {
  /** `npm test` */
  current: levelsByName({
    check: { after: [], command: ['npm', 'run', '--silent', 'check'], counts: 'one' },
    ...preparation,
    // Two windows at a time: one leaves a processor idle for most of its time, and with three on a busy machine
    // VS Code takes longer for a click than a person waits.
    e2eLongShare: {
      after: ['package', 'install'],
      command: ['node', 'test/e2e/run.ts', '--share', 'long'],
      counts: 'tests',
    },
    e2eShortShare: {
      after: ['package', 'install'],
      command: ['node', 'test/e2e/run.ts', '--share', 'short'],
      counts: 'tests',
    },
    integration: {
      after: ['build', 'install', 'e2eShortShare'],
      command: ['node', 'test/integration/run.ts'],
      counts: 'tests',
    },
    // One after the other: together they take less time than the windows, which time out where too much runs.
    unit: {
      after: ['package', 'check'],
      command: [
        'mocha',
        '--config=test/unit/.mocharc.json',
        '--reporter=test/host/resultReporter.ts',
      ],
      counts: 'tests',
    },
    pages: {
      after: ['package', 'unit'],
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
    integration: {
      after: ['build', 'install'],
      command: ['node', 'test/integration/run.ts'],
      counts: 'tests',
    },
    mainJob: {
      after: ['package', 'install'],
      command: ['node', 'test/e2e/run.ts', 'mainJob'],
      counts: 'tests',
    },
  }),
} as const;
const timeLimit = 60 * 60_000;
const graceMilliseconds = 20_000;
const resultSchema = z.object({
  passed: z.int().min(0),
  failed: z.int().min(0),
  failures: z.array(z.string()),
});

type Result = z.infer<typeof resultSchema>;

const { positionals } = parseArgs({ allowPositionals: true });
const suite = z.enum(['current', 'oldest']).parse(positionals[0] ?? 'current');
const results = makeTemporaryFolder('test-results');
const children = new Set<Child>();
endOn('SIGINT', 130);
endOn('SIGTERM', 143);
const total = { passed: 0, failed: 0 };
const failures: string[] = [];
const ended = new Map<string, Promise<void>>();
for (const [name, level] of Object.entries(suites[suite])) {
  ended.set(name, runAfter(name, level));
}
await Promise.all(ended.values());
for (const text of failures) {
  console.log(`FAILED ${text}\n`);
}
// Once more in short: the details may be longer than what is kept of an output.
for (const text of failures) {
  const [title, error, ...details] = text.split('\n');
  const window = details.filter((line) => line.startsWith('  window: '));
  console.log(['FAILED', title, error, ...window].join(' '));
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

/** Returns what it is given: a name that is in no row does not compile. */
function levelsByName<Name extends string>(
  table: Readonly<Record<Name, Level<NoInfer<Name>>>>,
): Readonly<Record<Name, Level<string>>> {
  return table;
}

async function runAfter(name: string, level: Level<string>): Promise<void> {
  await Promise.all(level.after.map(async (earlier) => await ended.get(earlier)));
  const started = performance.now();
  console.log(`=== ${name}`);
  const result = await run(name, level);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`\n${name}: ${result.passed} passed, ${result.failed} failed in ${seconds} s\n`);
  total.passed += result.passed;
  total.failed += result.failed;
  failures.push(...result.failures.map((text) => `${name}: ${text}`));
}

async function run(name: string, level: Level<string>): Promise<Result> {
  const file = path.join(results.path, `${name}.json`);
  const [program, ...args] = level.command;
  const child = startChild(program, args, {
    env: {
      ...process.env,
      ...(suite === 'oldest' ? { VSCODE_RELEASE: 'oldest' } : {}),
      TEST_RESULT_FILE: file,
    },
    output: 'inherit',
  });
  children.add(child);
  const exitCode = await settledWithin(child.exited, timeLimit);
  if (exitCode === undefined) {
    console.error(`${name} took more than ${timeLimit / 60_000} minutes.`);
  }
  await child.stop(graceMilliseconds);
  children.delete(child);
  const succeeded = exitCode === 0;
  if (level.counts === 'one') {
    return succeeded
      ? { passed: 1, failed: 0, failures: [] }
      : { passed: 0, failed: 1, failures: ['failed: see above'] };
  }
  const result = readResult(file);
  // A level that broke down, or that found nothing to run, has not passed.
  const brokeDown = result.failed === 0 && (!succeeded || result.passed === 0);
  return brokeDown ? { ...result, failed: 1, failures: ['broke down'] } : result;
}

/** Ends this process on `signal` once all that it has started has ended. */
function endOn(signal: NodeJS.Signals, exitCode: number): void {
  process.once(signal, () => {
    void Promise.all(
      Array.from(children, async (child) => await child.stop(graceMilliseconds)),
    ).then(() => process.exit(exitCode));
  });
}

function readResult(file: string): Result {
  return existsSync(file)
    ? resultSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0, failures: [] };
}
