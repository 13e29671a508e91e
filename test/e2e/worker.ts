import { exitOnSignals } from '../host/childProcess.ts';

// Loaded into each process that runs tests: the signals reach it as well, and its windows end with it.
exitOnSignals();
