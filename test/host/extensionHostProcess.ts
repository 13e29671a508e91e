import { readdirSync, readFileSync } from 'node:fs';

/** Ends the extension hosts of the VS Codes that this process has started, as a crash does. */
export function killExtensionHosts(): void {
  for (const pid of extensionHosts()) {
    process.kill(pid, 'SIGKILL');
  }
}

/** Extension hosts that do nothing, and do not end either. */
export interface HeldExtensionHosts {
  readonly resume: () => void;
  /** Ends them, and no other ones that have started since. */
  readonly kill: () => void;
}

/** Holds the extension hosts of the VS Codes that this process has started. */
export function holdExtensionHosts(): HeldExtensionHosts {
  const held = extensionHosts();
  const signal = (name: NodeJS.Signals): void => held.forEach((pid) => process.kill(pid, name));
  signal('SIGSTOP');
  return { resume: () => signal('SIGCONT'), kill: () => signal('SIGKILL') };
}

/** Returns whether an extension host of the VS Codes that this process has started runs. */
export function runsExtensionHost(): boolean {
  return runningExtensionHosts().length > 0;
}

/** The processes of the extension hosts. Throws if there is none. */
function extensionHosts(): readonly number[] {
  const found = runningExtensionHosts();
  if (found.length === 0) {
    throw new Error('No extension host runs.');
  }
  return found;
}

function runningExtensionHosts(): readonly number[] {
  return descendants(process.pid).filter((pid) => commandOf(pid).includes('extensionHost'));
}

function descendants(ancestor: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(Number(name))]),
  );
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === ancestor || isBelow(parents.get(pid)));
  return Array.from(parents.keys()).filter((pid) => pid !== ancestor && isBelow(pid));
}

function parentOf(pid: number): number | undefined {
  return Number(/^PPid:\t(\d+)$/m.exec(read(`/proc/${pid}/status`))?.[1]);
}

function commandOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`);
}

/** Empty if the process has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
