import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const size = 33_554_432;

/** A small disk of its own, with a real file system, whose power can be cut. */
export class MountedDisk {
  readonly #image: string;
  /** Where its files are. */
  readonly path: string;

  private constructor(image: string, path: string) {
    this.#image = image;
    this.path = path;
  }

  /** Whether this process may mount disks. */
  static get isPossible(): boolean {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) {
      return false;
    }
    try {
      execFileSync('losetup', ['--find'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  }

  /** Makes a new disk below `folder`. */
  static async make(folder: string): Promise<MountedDisk> {
    const image = join(folder, 'disk.image');
    await writeFile(image, '');
    await truncate(image, size);
    execFileSync('mkfs.ext4', ['-q', image]);
    return await MountedDisk.#mount(image, join(folder, 'disk'));
  }

  static async #mount(image: string, path: string): Promise<MountedDisk> {
    await mkdir(path);
    execFileSync('mount', ['-o', 'loop', image, path]);
    return new MountedDisk(image, path);
  }

  /** The disk as it would be if the power were cut now, mounted below `folder`; this one goes on. */
  async cutPower(folder: string): Promise<MountedDisk> {
    const image = join(folder, 'cut.image');
    await copyFile(this.#image, image);
    return await MountedDisk.#mount(image, join(folder, 'cut'));
  }

  unmount(): void {
    execFileSync('umount', [this.path]);
  }
}
