import { parentPort, workerData } from 'node:worker_threads';
import { expressionsSchema, slowTextOf } from './expressionGrowth.ts';

// Runs regular expressions in a thread of its own: what does not end is ended from outside.
for (const [index, { flags, source }] of expressionsSchema.parse(workerData).entries()) {
  parentPort?.postMessage({ index });
  const slow = slowTextOf(source, flags);
  if (slow !== undefined) {
    parentPort?.postMessage({ index, slow });
  }
}
