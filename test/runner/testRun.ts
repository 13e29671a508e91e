import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { settledWithin, startChild, type Child, type ChildOutput } from '../host/childProcess.ts';
import { makeTemporaryFolder } from '../host/temporaryFolder.ts';
import { testResultSchema, type Failure, type FileResult } from '../host/testResult.ts';
import { timeLimits } from '../support/timeLimits.ts';
import type { Level, Levels } from './level.ts';

/** Files of window tests that may run once more; where more have failed, none does. */
const mostFilesRunAgain = 5;
const graceMilliseconds = 20_000;

/** Result of a level as a whole. */
const withoutFile: FileResult = { file: '', state: 'ended', passed: 0, seconds: 0, failures: [] };

/** Result of a file with the level that it belongs to. */
interface LevelFile {
  readonly name: string;
  readonly level: Level;
  result: FileResult;
  /** Result of the first run, where the file has run once more since. */
  first?: FileResult;
}

/** Counts of a run, and the failures behind them, a line or more each. */
export interface TestRunResult {
  readonly passed: number;
  readonly failed: number;
  /** `level: file: title` and the details below it. */
  readonly failures: readonly string[];
  /** A line for each test that failed at first and passed when its file ran alone. */
  readonly unsteady: readonly string[];
}

/**
 * Runs levels beside one another and adds up their counts. A file of window tests that failed, or whose window
 * broke down, runs once more, alone, after everything else; what passes then counts as passed and is told as
 * unsteady.
 */
export class TestRun {
  readonly #levels: Levels;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #print: (line: string) => void;
  readonly #output: ChildOutput;
  readonly #results = makeTemporaryFolder('test-results');
  readonly #children = new Set<Child>();
  readonly #files: LevelFile[] = [];
  #runs = 0;

  /** `environment` is what the commands of the levels find in theirs; `output` is where theirs goes. */
  constructor(
    levels: Levels,
    environment: NodeJS.ProcessEnv,
    print: (line: string) => void,
    output: ChildOutput = 'inherit',
  ) {
    this.#levels = levels;
    this.#output = output;
    this.#environment = environment;
    this.#print = print;
  }

  /** Runs all levels to their end, whatever comes of them. */
  async run(): Promise<TestRunResult> {
    const ended = new Map<string, Promise<void>>();
    for (const [name, level] of Object.entries(this.#levels)) {
      const earlier = level.after.map(async (other) => await ended.get(other));
      ended.set(
        name,
        Promise.all(earlier).then(async () => await this.#runLevel(name, level)),
      );
    }
    await Promise.all(ended.values());
    await this.#runFailedAgain();
    this.#results.remove();
    return this.#total();
  }

  /** Ends all that was started. */
  async stop(): Promise<void> {
    await Promise.all(
      Array.from(this.#children, async (child) => await child.stop(graceMilliseconds)),
    );
  }

  async #runLevel(name: string, level: Level): Promise<void> {
    this.#print(`=== ${name}`);
    const results = await this.#measured(name, async () => await this.#resultsOf(name, level));
    if (level.counts === 'windowTests') {
      this.#print(`${secondsOf(results)}\n`);
    }
    this.#files.push(...results.map((result) => ({ name, level, result })));
  }

  async #runFailedAgain(): Promise<void> {
    const failed = this.#files.filter(
      ({ level, result }) =>
        level.counts === 'windowTests' &&
        result.file !== '' &&
        result.failures.some(({ of }) => of !== 'allFiles'),
    );
    if (failed.length > mostFilesRunAgain) {
      this.#print(`${failed.length} files of window tests have failed; none runs again.\n`);
      return;
    }
    for (const entry of failed) {
      const { name, level, result } = entry;
      this.#print(`=== ${name}: ${result.file}, once more`);
      const results = await this.#measured(
        'again',
        async () => await this.#resultsOf(name, level, [result.file]),
      );
      entry.first = result;
      entry.result = {
        file: result.file,
        state: 'ended',
        seconds: result.seconds,
        passed: countsOf(results).passed,
        failures: [
          ...result.failures.filter(({ of }) => of === 'allFiles'),
          ...results.flatMap(({ failures }) => failures),
          ...missing(result, results),
        ],
      };
    }
  }

  async #measured(
    name: string,
    run: () => Promise<readonly FileResult[]>,
  ): Promise<readonly FileResult[]> {
    const started = performance.now();
    const results = await run();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const { passed, failed } = countsOf(results);
    this.#print(`\n${name}: ${passed} passed, ${failed} failed in ${seconds} s\n`);
    return results;
  }

  /** Runs a level, or `files` of it. Where its window breaks down, the files after that run in another one. */
  async #resultsOf(
    name: string,
    level: Level,
    files?: readonly string[],
  ): Promise<readonly FileResult[]> {
    const ended: FileResult[] = [];
    let left = files;
    let breakdowns = 0;
    let last: { exitCode: number; results: readonly FileResult[] };
    let broken: FileResult | undefined;
    do {
      last = await this.#start(name, level, left);
      const { exitCode, results } = last;
      ended.push(...results.filter(({ state }) => state === 'ended'));
      broken = results.find(({ state }) => state === 'begun');
      left = results.filter(({ state }) => state === 'planned').map(({ file }) => file);
      if (broken !== undefined) {
        breakdowns += 1;
        const failure = brokeDown(`Its window or its tests ended (${exitCode}).`);
        ended.push({ ...broken, state: 'ended', failures: [...broken.failures, failure] });
      }
    } while (
      level.counts === 'windowTests' &&
      broken !== undefined &&
      left.length > 0 &&
      breakdowns <= mostFilesRunAgain
    );
    // A level that broke down, or that found nothing to run, has not passed.
    const { passed, failed } = countsOf(ended);
    const isTold = broken !== undefined || last.exitCode === exitCodeOf(level, last.results);
    if (left.length > 0 || !isTold || passed + failed === 0) {
      const text = `Its exit code is ${last.exitCode}; ${left.length} files were not run.`;
      ended.push({ ...withoutFile, failures: [brokeDown(text)] });
    }
    return ended;
  }

  async #start(
    name: string,
    level: Level,
    files?: readonly string[],
  ): Promise<{ exitCode: number; results: readonly FileResult[] }> {
    this.#runs += 1;
    const resultFile = path.join(this.#results.path, `${this.#runs}.json`);
    const [program, ...args] = level.command;
    if (level.counts === 'windowTests') {
      args.push(...(files?.flatMap((file) => ['--file', file]) ?? level.files));
    }
    const child = startChild(program, args, {
      env: { ...this.#environment, TEST_RESULT_FILE: resultFile },
      output: this.#output,
    });
    this.#children.add(child);
    const exitCode = await settledWithin(child.exited, timeLimits.level);
    if (exitCode === undefined) {
      this.#print(`${name} took more than ${timeLimits.level / 60_000} minutes.`);
    }
    await child.stop(graceMilliseconds);
    this.#children.delete(child);
    return {
      exitCode: exitCode ?? 124,
      results:
        level.counts === 'one'
          ? [{ ...withoutFile, passed: exitCode === 0 ? 1 : 0 }]
          : readResults(resultFile),
    };
  }

  #total(): TestRunResult {
    const lines = this.#files.flatMap(({ name, result }) =>
      result.failures.map(({ title, text }) => `${nameOf(name, result.file, title)}\n${text}`),
    );
    const unsteady = this.#files.flatMap(({ name, result, first }) =>
      first === undefined || result.failures.length > 0
        ? []
        : first.failures.map(
            ({ title, text }) => `${nameOf(name, first.file, title)}: ${text.split('\n')[0] ?? ''}`,
          ),
    );
    return {
      ...countsOf(this.#files.map(({ result }) => result)),
      failures: lines,
      unsteady,
    };
  }
}

function brokeDown(text: string): Failure {
  return { of: 'file', title: 'broke down', text };
}

/** The exit code that tells these results: any other one has a reason that is in none of them. */
function exitCodeOf({ counts }: Level, results: readonly FileResult[]): number {
  const { failed } = countsOf(results);
  // Mocha's own command counts them.
  return counts === 'tests' ? Math.min(failed, 255) : Math.min(failed, 1);
}

/** The failure that a file which ran `again` had fewer tests than at `first`, if any. */
function missing(first: FileResult, again: readonly FileResult[]): Failure[] {
  const before = testsOf([first]);
  const now = testsOf(again);
  return now < before ? [brokeDown(`It ran ${now} tests, and ${before} before.`)] : [];
}

function testsOf(results: readonly FileResult[]): number {
  const failed = results.flatMap(({ failures }) => failures).filter(({ of }) => of === 'test');
  return countsOf(results).passed + failed.length;
}

function countsOf(results: readonly FileResult[]): { passed: number; failed: number } {
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.reduce((sum, { failures }) => sum + failures.length, 0),
  };
}

/** Files with their seconds, the longest first. */
function secondsOf(results: readonly FileResult[]): string {
  return results
    .toSorted((one, other) => other.seconds - one.seconds)
    .map(({ file, seconds }) => `${file} ${Math.round(seconds)} s`)
    .join(', ');
}

function nameOf(level: string, file: string, title: string): string {
  return [level, file, title].filter((part) => part !== '').join(': ');
}

function readResults(file: string): readonly FileResult[] {
  return existsSync(file) ? testResultSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
}
