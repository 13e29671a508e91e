#!/usr/bin/env node
// Stands in for the desktop program of VS Code: takes its command line, runs the same tests in VS
// Code's server with a browser as its window and a person at it, and ends with the exit code of the
// tests.
import { exitOnSignals } from '../host/childProcess.ts';
import { runExtensionTests } from '../host/extensionTests.ts';
import { Person } from '../workbench/person.ts';
import { PersonEndpoint } from '../workbench/personEndpoint.ts';
import { personAddressVariable } from '../workbench/personProtocol.ts';

exitOnSignals();
const endpoint = await PersonEndpoint.listen();
process.exitCode = await runExtensionTests({
  environment: { [personAddressVariable]: endpoint.address },
  prepare: (page) => endpoint.answerWith(new Person(page)),
});
endpoint.close();
