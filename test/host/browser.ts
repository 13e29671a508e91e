import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { timeLimits } from '../support/timeLimits.ts';
import { until } from '../support/until.ts';
import { installFonts } from './fonts.ts';
import { findOnPath, installSystemPackages } from './systemPackages.ts';

// The shell first: the same engine without the windows, menus and services around it. It takes about a tenth less
// of the processors.
const commands = [
  'chromium-headless-shell',
  'chromium',
  'google-chrome',
  'chromium-browser',
  'google-chrome-stable',
];

/**
 * The Chromium to drive: `CHROMIUM_PATH`, or the one on PATH, or a fresh one from Debian's packages.
 * Throws an error that says what to install when there is none and this user cannot install it.
 */
export async function installBrowser(): Promise<string> {
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
  await installSystemPackages(['chromium-headless-shell'], 'the browser that shows VS Code');
  const installed = findBrowser();
  if (installed === undefined) {
    throw new Error('The package chromium-headless-shell brought no browser.');
  }
  return installed;
}

/** What a page sends so that VS Code's server does not compress its 20 MB for each window anew. */
export const uncompressed = { 'accept-encoding': 'identity' } as const;

/**
 * A headless Chromium; it ends with this process at the latest. It goes on starting until
 * `whenStarted` says otherwise.
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await installBrowser();
  await installFonts();
  const browser = await chromium.launch({
    executablePath,
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
    timeout: timeLimits.start,
  });
  await browser.newPage();
  return browser;
}

/**
 * Waits until Chromium takes its start to be complete: seconds after it has an idle page. Before, it
 * puts off the update of a service worker, and VS Code shows no webview without one. A window of VS
 * Code that is busy puts it off for up to three minutes, in which all webviews stay blank. The
 * headless shell has no such phase.
 */
export async function whenStarted(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  const { product } = await session.send('Browser.getVersion');
  const isHeadlessShell = product.startsWith('HeadlessChrome/');
  const isStarted = async (): Promise<boolean> => {
    try {
      // Chromium records it once, when it begins what it has put off.
      await session.send('Browser.getHistogram', { name: 'Startup.AfterStartupTaskCount' });
      return true;
    } catch {
      return false;
    }
  };
  if (!isHeadlessShell) {
    await until(isStarted, { within: timeLimits.start, pause: 50 });
  }
  await session.detach();
}

function findBrowser(): string | undefined {
  return commands.map(findOnPath).find((file) => file !== undefined);
}
