import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/**
 * Mocha's `spec` reporter that also leaves the counts as `{ passed, failed }` in the file that
 * `TEST_RESULT_FILE` names, so that test/run.ts can add up the levels.
 */
export class ResultReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const file = process.env['TEST_RESULT_FILE'];
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      if (file !== undefined) {
        const { passes, failures } = this.stats;
        writeFileSync(file, JSON.stringify({ passed: passes, failed: failures }));
      }
    });
  }
}

// Mocha's command line loads a reporter with `require` and takes the module itself for the class.
export { ResultReporter as 'module.exports' };
