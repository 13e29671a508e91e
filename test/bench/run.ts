import { spawnSync } from 'node:child_process';
import { exitOnSignals } from '../host/childProcess.ts';
import { measureChangesScale } from './changesScale.ts';
import { measureFormOpening } from './formOpening.ts';
import { measureFormTyping } from './formTyping.ts';
import { measureLabelScale } from './labelScale.ts';
import { describe, isWithinBound } from './measurement.ts';

// Prints one line for each figure. Ends with 1 where a bound is broken.
if (globalThis.gc === undefined) {
  // Memory can be measured only with the garbage collector at hand.
  const { status } = spawnSync(process.execPath, ['--expose-gc', ...process.argv.slice(1)], {
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}
exitOnSignals();
const measurements = [
  ...(await measureChangesScale()),
  ...(await measureLabelScale()),
  ...(await measureFormTyping()),
  ...(await measureFormOpening()),
];
for (const measurement of measurements) {
  console.log(describe(measurement));
}
process.exit(measurements.every(isWithinBound) ? 0 : 1);
