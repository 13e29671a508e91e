import { existsSync } from 'node:fs';
import { installSystemPackages } from './systemPackages.ts';

/** Fonts of Debian, each with a file of its: for Chinese, Japanese and Korean, and for emoji. */
const fonts = new Map([
  ['fonts-noto-cjk', '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'],
  ['fonts-noto-color-emoji', '/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf'],
]);

/** The file that systems of Debian have. */
const debian = '/etc/debian_version';

/**
 * Installs the fonts that the browser shows glyphs with in place of boxes, where that can be done: on Debian,
 * as root. Tests read text and not pixels, so they do without.
 */
export async function installFonts(): Promise<void> {
  const missing = Array.from(fonts).flatMap(([name, file]) => (existsSync(file) ? [] : name));
  if (missing.length === 0 || !existsSync(debian)) {
    return;
  }
  try {
    await installSystemPackages(missing, 'glyphs of all scripts in pictures');
  } catch (error) {
    console.warn(`Some glyphs will be boxes. ${error instanceof Error ? error.message : ''}`);
  }
}
