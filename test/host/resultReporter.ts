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
    const failed: { readonly title: string; readonly error: unknown }[] = [];
    runner.on(EVENT_TEST_FAIL, (test: Mocha.Runnable, error: unknown) => {
      failed.push({ title: test.fullTitle(), error });
    });
    runner.once(EVENT_RUN_END, () => {
      if (file !== undefined) {
        // Not before: the hooks after a test add to its error.
        const failures = failed.map(textOfFailure);
        writeFileSync(
          file,
          JSON.stringify({ passed: this.stats.passes, failed: this.stats.failures, failures }),
        );
      }
    });
  }
}

function textOfFailure({ title, error }: { title: string; error: unknown }): string {
  const text = `${title}\n${inspect(error, { breakLength: 200 })}`;
  return text.split('\n').slice(0, linesOfFailure).join('\n');
}

// Mocha's command line loads a reporter with `require` and takes the module itself for the class.
export { ResultReporter as 'module.exports' };
