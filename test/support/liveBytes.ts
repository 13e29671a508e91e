import { collectGarbage } from './collectGarbage.ts';

/** Bytes of live objects of this process. */
export function liveBytes(): number {
  collectGarbage();
  const { external, heapUsed } = process.memoryUsage();
  return heapUsed + external;
}
