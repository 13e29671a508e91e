import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder of its own in the system's temporary folder. */
export interface TemporaryFolder {
  readonly path: string;
  /** Removes the folder; at the latest it is removed when this process exits. */
  remove(): void;
}

/** Makes a temporary folder whose name begins with `prefix`. */
export function makeTemporaryFolder(prefix: string): TemporaryFolder {
  const folder = mkdtempSync(path.join(tmpdir(), `${prefix}-`));
  const remove = (): void => {
    process.off('exit', remove);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.on('exit', remove);
  return { path: folder, remove };
}
