import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { settledWithin, startChild, type Child } from './host/childProcess.ts';
import { makeTemporaryFolder } from './host/temporaryFolder.ts';

// Runs all levels of tests and adds up their counts. The lanes of a row run at the same time: a window of
// VS Code leaves one of two processors idle for most of its time. What a lane names runs one after another,
// as tests end to end do: beside each other they would take twice as long. The screenshots that are kept are
// those of the newest VS Code, which comes last.
const rows = [
  [['check']],
  [['unit'], ['integration', 'integrationInOldest']],
  [['mainJobInOldest', 'e2e']],
] as const;
const timeLimit = 60 * 60_000;
const graceMilliseconds = 20_000;
const resultSchema = z.object({
  passed: z.int().min(0),
  failed: z.int().min(0),
  failures: z.array(z.string()),
});

type Level = (typeof rows)[number][number][number];
type Result = z.infer<typeof resultSchema>;

const results = makeTemporaryFolder('test-results');
const total = { passed: 0, failed: 0 };
const failures: string[] = [];
for (const row of rows) {
  for (const { level, result, seconds } of (await Promise.all(row.map(runLane))).flat()) {
    const { passed, failed } = result;
    console.log(`\n${level}: ${passed} passed, ${failed} failed in ${seconds} s\n`);
    total.passed += passed;
    total.failed += failed;
    failures.push(...result.failures.map((text) => `${level}: ${text}`));
  }
}
for (const text of failures) {
  console.log(`FAILED ${text}\n`);
}
// Once more in short: the details may be longer than what is kept of an output.
for (const text of failures) {
  console.log(`FAILED ${text.split('\n', 2).join(': ')}`);
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

interface TimedResult {
  readonly level: Level;
  readonly result: Result;
  readonly seconds: string;
}

async function runLane(lane: readonly Level[]): Promise<TimedResult[]> {
  const timed: TimedResult[] = [];
  for (const level of lane) {
    timed.push(await runTimed(level));
  }
  return timed;
}

async function runTimed(level: Level): Promise<TimedResult> {
  const started = performance.now();
  const result = await runLevel(level);
  return { level, result, seconds: ((performance.now() - started) / 1000).toFixed(1) };
}

async function runLevel(level: Level): Promise<Result> {
  console.log(`=== ${level}`);
  const file = path.join(results.path, `${level}.json`);
  const child = startChild('npm', scriptOf(level), {
    env: {
      ...process.env,
      ...(level.endsWith('InOldest') ? { VSCODE_RELEASE: 'oldest' } : {}),
      TEST_RESULT_FILE: file,
    },
    output: 'inherit',
  });
  const exitCode = await untilEnded(child);
  if (exitCode === undefined) {
    console.error(`${level} took more than ${timeLimit / 60_000} minutes.`);
  }
  const succeeded = exitCode === 0;
  if (level === 'check') {
    return { passed: Number(succeeded), failed: Number(!succeeded), failures: [] };
  }
  const result = readResult(file);
  // A level that broke down, or that found nothing to run, has not passed.
  const brokeDown = result.failed === 0 && (!succeeded || result.passed === 0);
  return brokeDown ? { ...result, failed: 1, failures: ['broke down'] } : result;
}

function scriptOf(level: Level): string[] {
  switch (level) {
    case 'check':
      return ['run', '--silent', level];
    case 'unit':
      return ['run', '--silent', 'test:unit', '--', '--reporter', './test/host/resultReporter.ts'];
    case 'integration':
    case 'integrationInOldest':
      return ['run', '--silent', 'test:integration'];
    case 'mainJobInOldest':
      return ['run', '--silent', 'test:e2e', '--', 'mainJob'];
    case 'e2e':
      return ['run', '--silent', 'test:e2e'];
  }
}

async function untilEnded(child: Child): Promise<number | undefined> {
  const end = async (exitCode: number): Promise<void> => {
    await child.stop(graceMilliseconds);
    process.exit(exitCode);
  };
  const onInterrupt = (): void => void end(130);
  const onTerminate = (): void => void end(143);
  process.once('SIGINT', onInterrupt);
  process.once('SIGTERM', onTerminate);
  const exitCode = await settledWithin(child.exited, timeLimit);
  await child.stop(graceMilliseconds);
  process.off('SIGINT', onInterrupt);
  process.off('SIGTERM', onTerminate);
  return exitCode;
}

function readResult(file: string): Result {
  return existsSync(file)
    ? resultSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0, failures: [] };
}
