import * as z from 'zod';

const variables = {
  filters: 'TEST_FILTERS',
  files: 'TEST_FILES',
  logFolder: 'TEST_LOG_FOLDER',
  storageFolder: 'TEST_STORAGE_FOLDER',
  trafficFolder: 'TEST_TRAFFIC_FOLDER',
  certificateFolder: 'TEST_CERTIFICATE_FOLDER',
} as const;

/** What run.ts hands over to the tests in the extension host. */
export interface TestEnvironment {
  /** Only files whose name contains one of them are run; all if there are none. */
  readonly filters: readonly string[];
  /** Only these files are run, paths without ending; all if there are none. */
  readonly files: readonly string[];
  /** Below it VS Code writes its logs. */
  readonly logFolder: string;
  /** What all windows of the extension share. */
  readonly storageFolder: string;
  /** Keeps what went over the network, for the test that looks for secrets. */
  readonly trafficFolder: string;
  /** See certificates.ts. */
  readonly certificateFolder: string;
}

/** The variables that carry `environment`. */
export function environmentOfTests(environment: TestEnvironment): NodeJS.ProcessEnv {
  return {
    [variables.filters]: environment.filters.join(','),
    [variables.files]: environment.files.join(','),
    [variables.logFolder]: environment.logFolder,
    [variables.storageFolder]: environment.storageFolder,
    [variables.trafficFolder]: environment.trafficFolder,
    [variables.certificateFolder]: environment.certificateFolder,
  };
}

/** Reads what run.ts has handed over. Throws a `ZodError` where these tests are run by others. */
export function testEnvironment(): TestEnvironment {
  return {
    filters: readList(variables.filters),
    files: readList(variables.files),
    logFolder: read(variables.logFolder),
    storageFolder: read(variables.storageFolder),
    trafficFolder: read(variables.trafficFolder),
    certificateFolder: read(variables.certificateFolder),
  };
}

function readList(name: string): readonly string[] {
  return read(name)
    .split(',')
    .filter((part) => part !== '');
}

function read(name: string): string {
  return z.string(name).parse(process.env[name]);
}
