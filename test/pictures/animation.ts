import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { runQuietly } from '../host/childProcess.ts';
import { findOnPath, installSystemPackages } from '../host/systemPackages.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../host/temporaryFolder.ts';

/** How long pictures are shown, in seconds. */
const durations = { keystroke: 0.12, moment: 0.9, result: 2.2 } as const;

const timeLimit = 120_000;

/** What a person does in a window, picture by picture, as an animation. */
export class Animation {
  readonly #page: Page;
  readonly #folder: TemporaryFolder = makeTemporaryFolder('animation');
  readonly #pictures: { readonly file: string; readonly seconds: number }[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  /** Shows what the window shows now: for a moment, or as long as a result takes to be read. */
  async show(duration: keyof typeof durations = 'moment'): Promise<void> {
    const file = path.join(this.#folder.path, `${this.#pictures.length}.png`);
    await this.#page.screenshot({ path: file, animations: 'disabled' });
    this.#pictures.push({ file, seconds: durations[duration] });
  }

  /** Types into a field what a person would, with a picture of each stroke. */
  async type(field: Locator, text: string): Promise<void> {
    for (const character of text) {
      await field.press(character === ' ' ? 'Space' : character);
      await this.show('keystroke');
    }
  }

  /** Writes the animation as a GIF and removes the pictures it was made of. */
  async write(file: string): Promise<void> {
    const last = this.#pictures.at(-1);
    if (last === undefined) {
      throw new Error('There is nothing to show.');
    }
    const list = path.join(this.#folder.path, 'pictures.txt');
    const lines = this.#pictures.map((each) => `file '${each.file}'\nduration ${each.seconds}\n`);
    // ffmpeg shows the last one for no time of its own.
    await writeFile(list, `${lines.join('')}file '${last.file}'\n`);
    const oneColourTable =
      'split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=none:diff_mode=rectangle';
    const output = ['-vf', oneColourTable, '-fps_mode', 'vfr', '-loop', '0', '-y', file];
    await runQuietly(await installFfmpeg(), ['-f', 'concat', '-safe', '0', '-i', list, ...output], {
      cwd: this.#folder.path,
      logFile: path.join(this.#folder.path, 'ffmpeg.log'),
      timeLimit,
    });
    this.#folder.remove();
  }
}

async function installFfmpeg(): Promise<string> {
  if (findOnPath('ffmpeg') === undefined) {
    await installSystemPackages(['ffmpeg'], 'the animations of the README');
  }
  const program = findOnPath('ffmpeg');
  if (program === undefined) {
    throw new Error('The package ffmpeg brought no ffmpeg.');
  }
  return program;
}
