import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Where the output of a child goes: to this process's own, to the end of a file, or, line by line,
 * to a listener (what it writes to standard error goes to this process's own).
 */
export type ChildOutput =
  | 'inherit'
  | { readonly file: string }
  | { readonly onLine: (line: string) => void };

/** How a child is started. */
export interface ChildOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly output: ChildOutput;
}

/** A child process in a process group of its own. */
export interface Child {
  /** Settles with the exit code; a signal counts as 128, a command that cannot be started as 127. */
  readonly exited: Promise<number>;
  /**
   * Ends the child and everything it started: SIGTERM first, SIGKILL for what is left of the group
   * when the child has gone or `graceMilliseconds` have passed.
   */
  stop(graceMilliseconds?: number): Promise<void>;
}

/** Starts a child in its own process group, which never outlives this process. */
export function startChild(command: string, args: readonly string[], options: ChildOptions): Child {
  const { output } = options;
  const file = typeof output === 'object' && 'file' in output ? openSync(output.file, 'a') : null;
  const onLine = typeof output === 'object' && 'onLine' in output ? output.onLine : undefined;
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    detached: true,
    stdio: ['ignore', onLine ? 'pipe' : (file ?? 'inherit'), file ?? 'inherit'],
  });
  if (file !== null) {
    closeSync(file);
  }
  if (onLine && child.stdout) {
    createInterface({ input: child.stdout }).on('line', onLine);
  }
  const killGroup = (signal: NodeJS.Signals): void => {
    if (child.pid !== undefined) {
      signalGroup(child.pid, signal);
    }
  };
  const killAtExit = (): void => killGroup('SIGKILL');
  process.on('exit', killAtExit);
  const { promise: exited, resolve } = Promise.withResolvers<number>();
  child.once('error', () => resolve(127));
  child.once('exit', (code) => resolve(code ?? 128));
  return {
    exited,
    async stop(graceMilliseconds = 5000) {
      killGroup('SIGTERM');
      await settledWithin(exited, graceMilliseconds);
      killGroup('SIGKILL');
      await exited;
      process.off('exit', killAtExit);
    },
  };
}

/** Runs a command to its end with its output kept in `logFile`; a failure shows the end of that log. */
export async function runQuietly(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv; logFile: string; timeLimit: number },
): Promise<void> {
  const { logFile, timeLimit, ...rest } = options;
  const child = startChild(command, args, { ...rest, output: { file: logFile } });
  const code = await settledWithin(child.exited, timeLimit);
  await child.stop();
  if (code !== 0) {
    const reason =
      code === undefined ? `took longer than ${timeLimit / 1000} s` : `failed (${code})`;
    throw new Error(`${command} ${args.join(' ')} ${reason}:\n${await lastLines(logFile)}`);
  }
}

/**
 * Waits until `url` answers with status 200.
 * Throws when the child ends first or `timeLimit` milliseconds pass.
 */
export async function waitUntilServing(
  url: string,
  child: Child,
  timeLimit: number,
  logFile: string,
): Promise<void> {
  const deadline = Date.now() + timeLimit;
  while (!(await answersOk(url))) {
    const ended = (await settledWithin(child.exited, 100)) !== undefined;
    if (ended || Date.now() > deadline) {
      const reason = ended ? 'The server ended' : `${timeLimit / 1000} s passed`;
      throw new Error(`${reason} before ${url} answered:\n${await lastLines(logFile)}`);
    }
  }
}

/** Lets SIGINT, SIGTERM and SIGHUP end this process through `exit`, where its children are ended too. */
export function exitOnSignals(): void {
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  process.once('SIGHUP', () => process.exit(129));
}

/** The value of `promise`, or `undefined` when `milliseconds` pass first. */
export async function settledWithin<T>(
  promise: Promise<T>,
  milliseconds: number,
): Promise<T | undefined> {
  const timer = new AbortController();
  try {
    return await Promise.race([promise, delay(milliseconds, undefined, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}

function signalGroup(processGroup: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-processGroup, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) {
      throw error;
    }
  }
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

async function lastLines(file: string): Promise<string> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  return lines.slice(-40).join('\n');
}
