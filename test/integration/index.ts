import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import Mocha from 'mocha';
import { ResultReporter } from '../host/resultReporter.ts';
import { timeLimits } from '../support/timeLimits.ts';
import { testEnvironment } from './environment.ts';
import { person } from './person.ts';
import { print } from './print.ts';

const { EVENT_FILE_PRE_REQUIRE } = Mocha.Suite.constants;
const ending = '.test.js';

/** Most dialogs that a failed test leaves open, one behind another. */
const maximumDialogs = 10;

/**
 * Saves what the window shows where a test failed, and adds it to the error. Ends what the test has left open, which
 * would fail the tests after it: dialogs, and sign-ins, whose pages would be taken for those of the next test.
 */
async function afterFailedTest(this: Mocha.Context): Promise<void> {
  const test = this.currentTest;
  if (test?.state !== 'failed') {
    return;
  }
  await person.takeScreenshot(`failed-${test.fullTitle().replaceAll(/\W+/g, '-')}`);
  if (test.err !== undefined) {
    Object.assign(test.err, { window: (await person.window()).join('; ') });
  }
  for (let left = maximumDialogs; left > 0 && (await person.dialogs()).length > 0; left--) {
    await person.pressKey('Escape');
  }
  await person.giveUpSignIns();
}

/**
 * Runs the bundled tests beside this file; VS Code calls it in its extension host.
 * Throws when a test failed.
 */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  Mocha.reporters.Base.consoleLog = print;
  const mocha = new Mocha({
    reporter: ResultReporter,
    reporterOptions: { folder: import.meta.dirname },
    timeout: timeLimits.integrationTest,
    color: false,
    failZero: true,
  });
  if (person.isThere) {
    mocha.rootHooks({ afterEach: [afterFailedTest] });
  }
  const folder = import.meta.dirname;
  const { filters, files } = testEnvironment();
  const isWanted = (name: string): boolean =>
    (filters.length === 0 || filters.some((filter) => name.includes(filter))) &&
    (files.length === 0 || files.includes(name.slice(0, -ending.length)));
  for (const name of (await readdir(folder, { recursive: true })).toSorted()) {
    if (name.endsWith(ending) && isWanted(name)) {
      const file = path.join(folder, name);
      // Mocha's own loader tries `require` first, which never returns for a module that imports
      // `vscode` in VS Code releases whose module hooks run in a thread of their own.
      mocha.suite.emit(EVENT_FILE_PRE_REQUIRE, globalThis, file, mocha);
      await import(pathToFileURL(file).href);
    }
  }
  const { promise: failures, resolve } = Promise.withResolvers<number>();
  mocha.run(resolve);
  if ((await failures) > 0) {
    throw new Error(`${await failures} integration tests failed.`);
  }
}
