import { readdirSync, readFileSync } from 'node:fs';

/** Ends the extension hosts of the VS Codes that this process has started, as a crash does. */
export function killExtensionHosts(): void {
  for (const pid of extensionHosts()) {
    process.kill(pid, 'SIGKILL');
  }
}

/** Holds the extension hosts of the VS Codes that this process has started; returns what lets them go on. */
export function holdExtensionHosts(): () => void {
  const held = extensionHosts();
  for (const pid of held) {
    process.kill(pid, 'SIGSTOP');
  }
  return () => {
    for (const pid of held) {
      process.kill(pid, 'SIGCONT');
    }
  };
}

/** The processes of the extension hosts. Throws if there is none. */
function extensionHosts(): readonly number[] {
  const found = descendants(process.pid).filter((pid) => commandOf(pid).includes('extensionHost'));
  if (found.length === 0) {
    throw new Error('No extension host runs.');
  }
  return found;
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
