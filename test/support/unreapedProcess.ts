import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type ProcessIdentity, thisProcess } from '../../src/core/async/runningProcess.ts';
import { until } from './until.ts';

/**
 * Does `work` with a process that has ended, and whose parent has not asked what came of it: its number is
 * kept until then. Linux only.
 */
export async function withUnreapedProcess(
  work: (identity: ProcessIdentity) => Promise<void>,
): Promise<void> {
  // What the shell becomes does not ask what came of the shell's child; the shell itself would.
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const written: unknown[] = await once(parent.stdout, 'data');
    const processId = Number(String(written[0]).trim());
    await until(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n');
    process.kill(processId, 'SIGKILL');
    const status = (): string[] => readFileSync(`/proc/${processId}/stat`, 'utf8').split(' ');
    await until(() => status()[2] === 'Z');
    const [startTime] = status().slice(21);
    await work({ ...(await thisProcess()), processId, startTime });
  } finally {
    parent.kill();
  }
}
