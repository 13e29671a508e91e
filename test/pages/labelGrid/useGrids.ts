import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../host/browser.ts';
import { bundleGrid, GridPage, type GridPageOptions } from './gridPage.ts';

/** Columns of a table; a review has its ticks before them. */
export const columns = { name: 0, code: 1, status: 2, changedAt: 3 } as const;

/** Starts a browser for the tests of a suite. Returns a function that opens a grid, for the time of a test. */
export function useGrids(): (options?: Partial<GridPageOptions>) => Promise<GridPage> {
  let browser: Browser;
  let bundles: Awaited<ReturnType<typeof bundleGrid>>;
  let opened: GridPage | undefined;

  before(async () => {
    bundles = await bundleGrid();
    browser = await launchBrowser();
  });

  after(async () => await browser.close());

  afterEach(async () => {
    const grid = opened;
    opened = undefined;
    if (grid !== undefined) {
      // The protocol holds both ways, whatever was done.
      assert.deepEqual(await grid.host('host.refused'), []);
      assert.deepEqual(await grid.host('host.dropped'), []);
      assert.deepEqual(grid.complaints, []);
      await grid.close();
    }
  });

  return async (options = {}) => {
    opened = await GridPage.open(browser, bundles, {
      purpose: 'table',
      rowCount: 1000,
      ...options,
    });
    return opened;
  };
}
