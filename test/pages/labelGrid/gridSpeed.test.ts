import assert from 'node:assert/strict';
import type { CDPSession } from 'playwright-core';
import { timeLimits } from '../../support/timeLimits.ts';
import { until } from '../../support/until.ts';
import type { GridPage } from './gridPage.ts';
import { useGrids } from './useGrids.ts';

/** Most milliseconds of the page's thread, with the fake host, which shares it. Others on the machine take none. */
const bounds = {
  'first rows': 500,
  'scroll jump': 100,
  'key in a cell': 16,
  'arrow key': 16,
} as const;
const mostRows = 400;
/** Times are printed anyway; a bound is for a machine that does nothing else. */
const areTimesChecked = process.env['GRID_SPEED'] === 'check';

describe('The speed of the grid', function () {
  this.timeout(timeLimits.longTest);
  const openGrid = useGrids();
  let grid: GridPage;
  let session: CDPSession;

  const open = async (rowCount: number): Promise<void> => {
    grid = await openGrid({ rowCount });
    session = await grid.page.context().newCDPSession(grid.page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  };

  const threadTime = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };

  /** Measures the time that `act` takes for each of `count` steps. */
  const measure = async (
    name: keyof typeof bounds,
    count: number,
    act: () => Promise<unknown>,
  ): Promise<void> => {
    const start = await threadTime();
    await act();
    const milliseconds = ((await threadTime()) - start) / count;
    console.log(`      ${name}: ${milliseconds.toFixed(1)} ms (bound: ${bounds[name]})`);
    assert.ok(!areTimesChecked || milliseconds <= bounds[name]);
  };

  for (const rowCount of [100_000, 1_000_000]) {
    it(`jumps through ${rowCount.toLocaleString('en')} rows`, async () => {
      await open(rowCount);
      const jumps = 15;
      // What only the first jump takes, such as finding the fonts, is none of ours.
      await grid.frame.evaluate("document.querySelector('.scroller').scrollTop = 2400");
      await grid.cell(110, 1).waitFor();
      await measure('scroll jump', jumps, async () => {
        await grid.frame.evaluate(`(async () => {
          const scroller = document.querySelector('.scroller');
          for (let index = 1; index <= ${jumps}; index++) {
            const row = Math.floor((index * ${rowCount - 100}) / ${jumps});
            scroller.scrollTop = row * 24;
            let shown;
            do {
              await new Promise(requestAnimationFrame);
              shown = document.querySelector('[data-row="' + row + '"] > [data-column="1"] .text');
            } while (shown?.textContent !== 'CODE-' + String(row + 1).padStart(6, '0'));
          }
        })()`);
      });
      const rows = await grid.grid.locator('.body .row').count();
      console.log(`      rows in the page: ${rows} (bound: ${mostRows})`);
      assert.ok(rows <= mostRows);
      await grid.page.evaluate("document.querySelector('iframe').contentWindow.focus()");
      await grid.atCell(0, 0);
      await grid.press('Control+End');
      const last = await grid.cell(rowCount - 1, 1).boundingBox();
      const view = await grid.grid.locator('.scroller').boundingBox();
      assert.ok(last && view && last.y + last.height <= view.y + view.height + 1);
    });
  }

  const hasRowsAnew = async (): Promise<boolean> => {
    try {
      return await grid.frame.evaluate<boolean>(
        "!window.isOld && performance.getEntriesByName('rows').length > 0",
      );
    } catch {
      // The page went away while it was asked.
      return false;
    }
  };

  it('shows the first of 100,000 rows', async () => {
    await open(100_000);
    await grid.frame.evaluate('window.isOld = true');
    await measure('first rows', 1, async () => {
      await grid.page.evaluate("document.querySelector('iframe').contentWindow.location.reload()");
      // Not `waitForFunction`, whose `eval` the page's content security policy may refuse.
      await until(hasRowsAnew, { pause: 5 });
    });
  });

  it('takes keys without waiting', async () => {
    await open(100_000);
    await grid.cell(5, 0).click();
    const text = 'How long does it take to type this?';
    await measure('key in a cell', text.length, async () => await grid.page.keyboard.type(text));
    await grid.press('Enter');
    const count = 60;
    await measure('arrow key', count, async () => {
      for (let index = 0; index < count; index++) {
        await grid.press('ArrowDown');
      }
    });
  });
});
