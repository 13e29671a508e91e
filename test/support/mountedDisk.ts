import { execFileSync } from 'node:child_process';
import { statSync, truncateSync } from 'node:fs';
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

  /** Makes a new disk, whose image is below `folder`, and mounts it as `path`. */
  static async make(folder: string, path = join(folder, 'disk')): Promise<MountedDisk> {
    const image = join(folder, 'disk.image');
    await writeFile(image, '');
    await truncate(image, size);
    execFileSync('mkfs.ext4', ['-q', image]);
    return await MountedDisk.#mount(image, path);
  }

  static async #mount(image: string, path: string): Promise<MountedDisk> {
    await mkdir(path, { recursive: true });
    execFileSync('mount', ['-o', 'loop', image, path]);
    return new MountedDisk(image, path);
  }

  /** The disk as it would be if the power were cut now, mounted below `folder`; this one goes on. */
  async cutPower(folder: string): Promise<MountedDisk> {
    const image = join(folder, 'cut.image');
    await copyFile(this.#image, image);
    return await MountedDisk.#mount(image, join(folder, 'cut'));
  }

  /** Fills it at once but for so many bytes. Returns the file that does so. */
  fill(left: number): string {
    const filler = join(this.path, 'filler');
    try {
      execFileSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1024'], { stdio: 'ignore' });
    } catch {
      // It ends where the disk is full.
    }
    execFileSync('sync', ['-f', this.path]);
    truncateSync(filler, statSync(filler).size - left);
    execFileSync('sync', ['-f', this.path]);
    return filler;
  }

  unmount(): void {
    execFileSync('umount', [this.path]);
  }
}
