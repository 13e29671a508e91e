import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTemporaryFolder, type TemporaryFolder } from '../../host/temporaryFolder.ts';
import type { Levels } from '../../runner/level.ts';
import { reportOf } from '../../runner/report.ts';
import { TestRun, type TestRunResult } from '../../runner/testRun.ts';

const checkOfAllFiles = fileURLToPath(new URL('../../host/checkOfAllFiles.ts', import.meta.url));
const runTinyTests = fileURLToPath(new URL('runTinyTests.ts', import.meta.url));

/** Bodies of tests; each run of a test leaves a line with its name in the file `runs`. */
const bodies = {
  passes: '',
  fails: `throw new Error('always');`,
  failsOnce: `if (runs('failsOnce') === 1) { throw new Error('the first time\\nwith a second line'); }`,
  failsOnceForAllFiles: `if (runs('failsOnceForAllFiles') === 1) { await checkOfAllFiles(() => { throw new Error('all'); }); }`,
  passesAndCrashesLater: `process.once('exit', () => process.reallyExit(9));`,
  endsOnce: `if (runs('endsOnce') === 1) { process.exit(7); }`,
} as const;

type Body = keyof typeof bodies;

describe('a test run', () => {
  let folder: TemporaryFolder;

  beforeEach(() => {
    folder = makeTemporaryFolder('tiny-tests');
    writeFileSync(path.join(folder.path, 'package.json'), '{ "type": "module" }');
  });

  afterEach(() => folder.remove());

  /** Writes a file whose tests are named after their bodies. */
  function write(name: string, tests: readonly Body[]): void {
    writeFileSync(
      path.join(folder.path, `${name}.test.ts`),
      `import { appendFileSync, readFileSync } from 'node:fs';
       import { checkOfAllFiles } from '${checkOfAllFiles}';
       function runs(test) {
         const line = '${name} ' + test;
         appendFileSync('${path.join(folder.path, 'runs')}', line + '\\n');
         const lines = readFileSync('${path.join(folder.path, 'runs')}', 'utf8').split('\\n');
         return lines.filter((other) => other === line).length;
       }
       describe('tests', () => {
         ${tests.map((test) => `it('${test}', async () => { ${bodies[test].includes('runs(') ? '' : `runs('${test}');`} ${bodies[test]} });`).join('\n')}
       });`,
    );
  }

  /** Tests in the order in which they ran, `file test`. */
  function ran(): string[] {
    const file = path.join(folder.path, 'runs');
    return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  }

  async function run(counts: 'tests' | 'windowTests' = 'windowTests'): Promise<TestRunResult> {
    const command = ['node', runTinyTests, folder.path] as const;
    const levels: Levels = {
      tiny:
        counts === 'tests'
          ? { after: [], command, counts }
          : { after: [], command, counts, files: [] },
    };
    const { TEST_RESULT_FILE: _, ...environment } = process.env;
    return await runLevels(levels, environment);
  }

  async function runLevels(levels: Levels, environment: NodeJS.ProcessEnv): Promise<TestRunResult> {
    const output = { file: path.join(folder.path, 'output') };
    return await new TestRun(levels, environment, () => undefined, output).run();
  }

  it('runs each file once where all pass', async () => {
    write('a', ['passes']);
    write('b', ['passes', 'passes']);
    assert.deepEqual(await run(), { passed: 3, failed: 0, failures: [], unsteady: [] });
    assert.deepEqual(ran(), ['a passes', 'b passes', 'b passes']);
  });

  it('runs a file in which a test failed once more, after all others, and tells of it', async () => {
    write('a', ['failsOnce', 'passes']);
    write('b', ['passes']);
    const result = await run();
    assert.deepEqual(result, {
      passed: 3,
      failed: 0,
      failures: [],
      unsteady: ['tiny: a: tests failsOnce: Error: the first time'],
    });
    assert.deepEqual(ran(), ['a failsOnce', 'a passes', 'b passes', 'a failsOnce', 'a passes']);
    const report = reportOf(result, { strict: false });
    assert.deepEqual(report, {
      lines: ['UNSTEADY tiny: a: tests failsOnce: Error: the first time', '3 passed, 0 failed'],
      exitCode: 0,
    });
    assert.deepEqual(reportOf(result, { strict: true }), { ...report, exitCode: 1 });
  });

  it('fails where a test fails twice', async () => {
    write('a', ['fails', 'passes', 'failsOnce']);
    write('b', ['passes']);
    const result = await run();
    assert.deepEqual(
      { ...result, failures: result.failures.map((text) => text.split('\n', 2)) },
      {
        passed: 3,
        failed: 1,
        failures: [['tiny: a: tests fails', 'Error: always']],
        unsteady: [],
      },
    );
    const { lines, exitCode } = reportOf(result, { strict: false });
    assert.deepEqual(lines.slice(-2), [
      'FAILED tiny: a: tests fails Error: always',
      '3 passed, 1 failed',
    ]);
    assert.equal(exitCode, 1);
  });

  it('runs what a broken window left in another one, and its file once more', async () => {
    write('a', ['passes']);
    write('b', ['passes', 'endsOnce', 'passes']);
    write('c', ['passes']);
    assert.deepEqual(await run(), {
      passed: 5,
      failed: 0,
      failures: [],
      unsteady: ['tiny: b: broke down: Its window or its tests ended (7).'],
    });
    assert.deepEqual(ran(), [
      'a passes',
      'b passes',
      'b endsOnce',
      'c passes',
      'b passes',
      'b endsOnce',
      'b passes',
    ]);
  });

  it('does not run a file again for a check of what all files did', async () => {
    write('a', ['passes']);
    write('b', ['failsOnceForAllFiles', 'passes']);
    const { passed, failed, failures, unsteady } = await run();
    assert.deepEqual([passed, failed, unsteady], [2, 1, []]);
    assert.match(failures[0] ?? '', /^tiny: b: tests failsOnceForAllFiles\nError: all/);
    assert.equal(ran().length, 3);
  });

  it('keeps such a failure where its file runs again for another one', async () => {
    write('a', ['failsOnceForAllFiles', 'failsOnce']);
    const { failed, failures } = await run();
    assert.deepEqual([failed, failures.length], [1, 1]);
    assert.match(failures[0] ?? '', /^tiny: a: tests failsOnceForAllFiles\n/);
    assert.equal(ran().length, 4);
  });

  it('fails where a level ends for a reason that none of its tests tells', async () => {
    write('a', ['failsOnce', 'passesAndCrashesLater']);
    write('b', ['passes']);
    const { failed, failures } = await run();
    assert.ok(failed > 0);
    assert.ok(failures.includes('tiny: broke down\nIts exit code is 9; 0 files were not run.'));
  });

  it('fails where a file has fewer tests when it runs again', async () => {
    const runs = path.join(folder.path, 'runs');
    writeFileSync(
      path.join(folder.path, 'a.test.ts'),
      `import { existsSync, writeFileSync } from 'node:fs';
       describe('tests', () => {
         if (existsSync('${runs}')) {
           it('passes', () => {});
         } else {
           writeFileSync('${runs}', '');
           it('passes', () => {});
           it('fails', () => { throw new Error('once'); });
         }
       });`,
    );
    const { failed, failures } = await run();
    assert.deepEqual(
      [failed, failures],
      [1, ['tiny: a: broke down\nIt ran 1 tests, and 2 before.']],
    );
  });

  it('passes over files without a test', async () => {
    write('a', []);
    write('b', ['passes']);
    write('c', []);
    assert.deepEqual(await run(), { passed: 1, failed: 0, failures: [], unsteady: [] });
  });

  it('runs nothing again where it broke down before its first test', async () => {
    write('a', ['passes']);
    writeFileSync(path.join(folder.path, 'b.test.ts'), 'process.exit(5);');
    const { passed, failed, failures } = await run();
    assert.deepEqual(
      [passed, failed, failures],
      [0, 1, ['tiny: broke down\nIts exit code is 5; 0 files were not run.']],
    );
    assert.deepEqual(ran(), []);
  });

  it('runs none once more where six files have failed', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
      write(name, ['failsOnce']);
    }
    const result = await run();
    assert.equal(result.failed, 6);
    assert.deepEqual(result.unsteady, []);
    assert.equal(ran().length, 6);
    assert.equal(reportOf(result, { strict: false }).exitCode, 1);
  });

  it('runs five files once more', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      write(name, ['failsOnce']);
    }
    const result = await run();
    assert.deepEqual([result.passed, result.failed, result.unsteady.length], [5, 0, 5]);
  });

  it('runs tests without a window only once', async () => {
    write('a', ['failsOnce']);
    const { passed, failed, unsteady } = await run('tests');
    assert.deepEqual([passed, failed, unsteady], [0, 1, []]);
    assert.equal(ran().length, 1);
  });

  it('fails where there is nothing to run', async () => {
    const { passed, failed } = await run();
    assert.deepEqual([passed, failed], [0, 1]);
  });

  it('runs a level after those that it comes after, whatever comes of them', async () => {
    write('a', ['passes']);
    const result = await runLevels(
      {
        step: { after: [], command: ['node', '--eval', 'process.exit(3)'], counts: 'one' },
        tiny: {
          after: ['step'],
          command: ['node', runTinyTests, folder.path],
          counts: 'windowTests',
          files: [],
        },
      },
      process.env,
    );
    assert.deepEqual([result.passed, result.failed], [1, 1]);
    assert.match(result.failures[0] ?? '', /^step: broke down\nIts exit code is 3/);
  });
});
