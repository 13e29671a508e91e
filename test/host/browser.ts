import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { findOnPath, installSystemPackages } from './systemPackages.ts';

/**
 * The Chromium to drive: `CHROMIUM_PATH`, or the one on PATH, or a fresh one from Debian's packages.
 * Throws an error that says what to install when there is none and this user cannot install it.
 */
async function installBrowser(): Promise<string> {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined) {
    if (!existsSync(named)) {
      throw new Error(`CHROMIUM_PATH names a file that does not exist: ${named}`);
    }
    return named;
  }
  const found = findBrowser();
  if (found !== undefined) {
    return found;
  }
  await installSystemPackages(['chromium'], 'the browser that shows VS Code');
  const installed = findBrowser();
  if (installed === undefined) {
    throw new Error('The package chromium brought no chromium.');
  }
  return installed;
}

/** A headless Chromium; it ends with this process at the latest. */
export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: await installBrowser(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-dev-shm-usage',
    ],
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
    timeout: 60_000,
  });
}

function findBrowser(): string | undefined {
  return ['chromium', 'google-chrome', 'chromium-browser', 'google-chrome-stable']
    .map(findOnPath)
    .find((file) => file !== undefined);
}
