import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { settledWithin, startChild, type Child } from './host/childProcess.ts';
import { makeTemporaryFolder } from './host/temporaryFolder.ts';

// Runs all levels of tests one after the other and adds up their counts.
const levels = ['check', 'unit', 'integration', 'e2e'] as const;
const timeLimit = 60 * 60_000;
const graceMilliseconds = 20_000;
const countsSchema = z.object({ passed: z.int().min(0), failed: z.int().min(0) });

type Level = (typeof levels)[number];
type Counts = z.infer<typeof countsSchema>;

const results = makeTemporaryFolder('test-results');
const total = { passed: 0, failed: 0 };
for (const level of levels) {
  const started = performance.now();
  const { passed, failed } = await runLevel(level);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`\n${level}: ${passed} passed, ${failed} failed in ${seconds} s\n`);
  total.passed += passed;
  total.failed += failed;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

async function runLevel(level: Level): Promise<Counts> {
  console.log(`=== ${level}`);
  const file = path.join(results.path, `${level}.json`);
  const child = startChild('npm', ['run', '--silent', ...scriptOf(level)], {
    env: { ...process.env, TEST_RESULT_FILE: file },
    output: 'inherit',
  });
  const exitCode = await untilEnded(child);
  if (exitCode === undefined) {
    console.error(`${level} took more than ${timeLimit / 60_000} minutes.`);
  }
  const succeeded = exitCode === 0;
  if (level === 'check') {
    return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  }
  const counts = readCounts(file);
  // A level that broke down, or that found nothing to run, has not passed.
  const brokeDown = counts.failed === 0 && (!succeeded || counts.passed === 0);
  return brokeDown ? { passed: counts.passed, failed: 1 } : counts;
}

function scriptOf(level: Level): string[] {
  switch (level) {
    case 'check':
      return ['check'];
    case 'unit':
      return ['test:unit', '--', '--reporter', './test/host/resultReporter.ts'];
    case 'integration':
    case 'e2e':
      return [`test:${level}`];
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

function readCounts(file: string): Counts {
  return existsSync(file)
    ? countsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0 };
}
