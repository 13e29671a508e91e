import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import Mocha from 'mocha';
import * as z from 'zod';
import { isOfAllFiles } from './checkOfAllFiles.ts';
import type { FailureOf, FileResult } from './testResult.ts';

/** Lines of each failure that are told once more at the end of all levels. */
const linesOfFailure = 60;

const optionsSchema = z.object({ folder: z.string().default(() => process.cwd()) });

interface RecordedFile {
  readonly name: string;
  state: FileResult['state'];
  begun: number;
  seconds: number;
  passed: number;
  readonly failures: {
    readonly of: FailureOf;
    readonly title: string;
    readonly error: unknown;
  }[];
}

/**
 * Mocha's `spec` reporter that also leaves the result of each file, as `testResultSchema` describes it, in the
 * file that `TEST_RESULT_FILE` names. It is written as files begin, so that it tells which one a run broke
 * down in. The reporter option `folder` is the folder that names of files begin below.
 */
export class ResultReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const resultFile = process.env['TEST_RESULT_FILE'];
    if (resultFile !== undefined) {
      record(runner, resultFile, optionsSchema.parse(options.reporterOptions ?? {}).folder);
    }
  }
}

function record(runner: Mocha.Runner, resultFile: string, folder: string): void {
  const files = new Map<string, RecordedFile>();
  let current: RecordedFile | undefined;
  const write = (): void =>
    writeFileSync(resultFile, JSON.stringify([...files.values()].map(toResult)));
  const plan = (file: string): RecordedFile => {
    const known = files.get(file);
    if (known !== undefined) {
      return known;
    }
    const name = path.relative(folder, file).replace(/\.test\.[jt]s$/, '');
    const planned: RecordedFile = {
      name,
      state: 'planned',
      begun: 0,
      seconds: 0,
      passed: 0,
      failures: [],
    };
    files.set(file, planned);
    return planned;
  };
  const end = (): void => {
    if (current !== undefined) {
      current.state = 'ended';
      current.seconds = (performance.now() - current.begun) / 1000;
    }
  };
  const begin = (file: string | undefined): RecordedFile | undefined => {
    if (file === undefined) {
      return current;
    }
    const begun = plan(file);
    if (begun !== current) {
      end();
      begun.state = 'begun';
      begun.begun = performance.now();
      current = begun;
      write();
    }
    return begun;
  };
  const { constants } = Mocha.Runner;
  runner.once(constants.EVENT_RUN_BEGIN, () => {
    for (const { file } of runner.suite.suites) {
      if (file !== undefined) {
        plan(file);
      }
    }
    write();
  });
  runner.on(constants.EVENT_SUITE_BEGIN, (suite: Mocha.Suite) => {
    if (!suite.root) {
      begin(suite.file);
    }
  });
  runner.on(constants.EVENT_TEST_PASS, (test: Mocha.Test) => {
    const file = begin(test.file);
    if (file !== undefined) {
      file.passed += 1;
    }
  });
  runner.on(constants.EVENT_TEST_FAIL, (test: Mocha.Test | Mocha.Hook, error: unknown) => {
    // A hook of all files has none of its own.
    begin(test.file)?.failures.push({ of: failureOf(test, error), title: test.fullTitle(), error });
    write();
  });
  runner.once(constants.EVENT_RUN_END, () => {
    end();
    for (const file of files.values()) {
      // None of its tests is to run.
      file.state = 'ended';
    }
    // Once more: the hooks after a test add to its error.
    write();
  });
}

function toResult({ name, state, seconds, passed, failures }: RecordedFile): FileResult {
  return {
    file: name,
    state,
    seconds,
    passed,
    failures: failures.map(({ of, title, error }) => ({ of, title, text: textOf(error) })),
  };
}

function failureOf({ type }: Mocha.Test | Mocha.Hook, error: unknown): FailureOf {
  if (isOfAllFiles(error)) {
    return 'allFiles';
  }
  return type === 'test' ? 'test' : 'file';
}

function textOf(error: unknown): string {
  return inspect(error, { breakLength: 200 }).split('\n').slice(0, linesOfFailure).join('\n');
}

// Mocha's command line loads a reporter with `require` and takes the module itself for the class.
export { ResultReporter as 'module.exports' };
