import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { settledWithin, startChild, type Child } from './host/childProcess.ts';
import { makeTemporaryFolder } from './host/temporaryFolder.ts';

/** A part of the tests, or what some of them need. */
interface Level<Name> {
  /** Those that have to end before, whatever comes of them; they stand above. */
  readonly after: readonly Name[];
  readonly command: readonly [program: string, ...args: string[]];
  readonly release?: 'oldest';
  /** What it counts as: the tests that it reports, or one. */
  readonly counts: 'tests' | 'one';
}

// Runs all levels of tests and adds up their counts. A level begins as soon as those that it comes after have
// ended, beside the others: a window of VS Code leaves one of two processors idle for most of its time.
const levels = levelsByName({
  check: { after: [], command: ['npm', 'run', '--silent', 'check'], counts: 'one' },
  package: { after: [], command: ['npm', 'run', '--silent', 'package'], counts: 'one' },
  // Into the same folder, where the package stays.
  build: { after: ['package'], command: ['node', 'esbuild.mjs', '--tests'], counts: 'one' },
  install: { after: [], command: ['node', 'test/host/install.ts'], counts: 'one' },
  unit: {
    after: [],
    command: [
      'mocha',
      '--config=test/unit/.mocharc.json',
      '--reporter=test/host/resultReporter.ts',
    ],
    counts: 'tests',
  },
  // In two halves: the window of one leaves a processor idle for most of its time.
  e2e: {
    after: ['package', 'install'],
    command: ['node', 'test/e2e/run.ts', '--except', 'label'],
    counts: 'tests',
  },
  e2eOfLabels: {
    after: ['package', 'install'],
    command: ['node', 'test/e2e/run.ts', 'label'],
    counts: 'tests',
  },
  integration: {
    after: ['build', 'install'],
    command: ['node', 'test/integration/run.ts'],
    counts: 'tests',
  },
  installOldest: {
    after: ['install'],
    command: ['node', 'test/host/install.ts'],
    release: 'oldest',
    counts: 'one',
  },
  integrationInOldest: {
    after: ['integration', 'installOldest'],
    command: ['node', 'test/integration/run.ts'],
    release: 'oldest',
    counts: 'tests',
  },
  // The window of the first e2e tests to end is free for it.
  mainJobInOldest: {
    after: ['e2eOfLabels', 'installOldest'],
    command: ['node', 'test/e2e/run.ts', 'mainJob'],
    release: 'oldest',
    counts: 'tests',
  },
});
const timeLimit = 60 * 60_000;
const graceMilliseconds = 20_000;
const resultSchema = z.object({
  passed: z.int().min(0),
  failed: z.int().min(0),
  failures: z.array(z.string()),
});

type Result = z.infer<typeof resultSchema>;

const results = makeTemporaryFolder('test-results');
const children = new Set<Child>();
endOn('SIGINT', 130);
endOn('SIGTERM', 143);
const total = { passed: 0, failed: 0 };
const failures: string[] = [];
const ended = new Map<string, Promise<void>>();
for (const [name, level] of Object.entries(levels)) {
  ended.set(name, runAfter(name, level));
}
await Promise.all(ended.values());
for (const text of failures) {
  console.log(`FAILED ${text}\n`);
}
// Once more in short: the details may be longer than what is kept of an output.
for (const text of failures) {
  console.log(`FAILED ${text.split('\n', 2).join(': ')}`);
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
      ...(level.release === undefined ? {} : { VSCODE_RELEASE: level.release }),
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
