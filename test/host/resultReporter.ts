import { writeFileSync } from 'node:fs';
import { inspect } from 'node:util';
import Mocha from 'mocha';

/** How much of each failure test/run.ts tells again at the end of all levels. */
const linesOfFailure = 60;

/**
 * Mocha's `spec` reporter that also leaves `{ passed, failed, failures }` in the file that
 * `TEST_RESULT_FILE` names, so that test/run.ts can add up the levels and tell what failed.
 */
export class ResultReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const file = process.env['TEST_RESULT_FILE'];
    const { EVENT_RUN_END, EVENT_TEST_FAIL } = Mocha.Runner.constants;
    const failures: string[] = [];
    runner.on(EVENT_TEST_FAIL, (test: Mocha.Runnable, error: unknown) => {
      const text = `${test.fullTitle()}\n${inspect(error)}`;
      failures.push(text.split('\n').slice(0, linesOfFailure).join('\n'));
    });
    runner.once(EVENT_RUN_END, () => {
      if (file !== undefined) {
        const { passes, failures: failed } = this.stats;
        writeFileSync(file, JSON.stringify({ passed: passes, failed, failures }));
      }
    });
  }
}

// Mocha's command line loads a reporter with `require` and takes the module itself for the class.
export { ResultReporter as 'module.exports' };
