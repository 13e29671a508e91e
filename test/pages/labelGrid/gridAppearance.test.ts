import assert from 'node:assert/strict';
import { assertFrameAccessible } from '../../host/axe.ts';
import { pageThemes, type PageThemeName } from '../themeVariables.ts';
import type { GridPage, GridPageOptions } from './gridPage.ts';
import { useGrids } from './useGrids.ts';

const purposes = ['table', 'review'] as const;

/** Columns with a conflict in the sixth row, and what the marks of its cell mean. */
const conflicts = {
  table: {
    column: 1,
    sentence: 'Conflict: somebody else has changed this to TG-12. Changed. It was CODE-000006.',
  },
  review: { column: 2, sentence: 'Conflict: somebody else has changed this to TG-12.' },
} as const;

const isTheme = (name: string): name is PageThemeName => Object.hasOwn(pageThemes, name);
const themes = Object.keys(pageThemes).filter(isTheme);

describe('The looks of the grid', () => {
  const openGrid = useGrids();
  let grid: GridPage;

  const open = async (options: Partial<GridPageOptions>): Promise<void> => {
    grid = await openGrid(options);
    await grid.cell(1, 2).click();
    await grid.press('Shift+ArrowDown', 'Shift+ArrowRight');
  };

  const fits = async (): Promise<boolean> =>
    await grid.frame.evaluate(
      'document.documentElement.scrollWidth <= document.documentElement.clientWidth && document.documentElement.scrollHeight <= document.documentElement.clientHeight',
    );

  const rowsInSight = async (): Promise<number> =>
    await grid.frame.evaluate(
      "document.querySelector('.scroller').clientHeight / document.querySelector('.body .row').clientHeight - 1",
    );

  const topOf = async (selector: string): Promise<number> =>
    await grid.frame.evaluate(
      `document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().top`,
    );

  /** Returns how the sentences about the active cell are cut, or leave the page. */
  const cutMarks = async (): Promise<string[]> =>
    await grid.frame.evaluate(`(() => {
      const marks = document.querySelector('.marks');
      const { bottom, left, right, top } = marks.getBoundingClientRect();
      const cell = document.querySelector('.cell.typing .input, .cell.active:not(.typing)').getBoundingClientRect();
      return Object.entries({
        'is cut at its end': marks.scrollWidth > marks.clientWidth,
        'is cut below': marks.scrollHeight > marks.clientHeight,
        'leaves the page': left < 0 || top < 0 || right > innerWidth || bottom > innerHeight,
        'covers its cell': top < cell.bottom && bottom > cell.top,
      }).filter(([, is]) => is).map(([problem]) => problem);
    })()`);

  /** Returns how the account, the facts and the buttons of a review are hidden, cut or covered. */
  const hiddenFacts = async (): Promise<string[]> =>
    await grid.frame
      .evaluate(`Array.from(document.querySelectorAll('.account, .summary, .actions button'), (part) => {
      const { bottom, left, right, top } = part.getBoundingClientRect();
      const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return Object.entries({
        'is hidden': bottom - top < 10 || right - left < 20,
        'is cut at its end': part.scrollWidth > part.clientWidth,
        'leaves the page': left < 0 || top < 0 || right > innerWidth || bottom > innerHeight,
        'is covered': !part.contains(shown),
      }).filter(([, is]) => is).map(([problem]) => part.className + ' ' + problem);
    }).flat()`);

  for (const purpose of purposes) {
    for (const theme of themes) {
      it(`is accessible: ${purpose}, ${theme}`, async () => {
        await open({ purpose, theme });
        if (purpose === 'table') {
          await grid.host("host.change(11, 0, '')");
          await grid.cell(8, 1).click();
          await grid.page.keyboard.type('CHANGED');
          await grid.press('Enter');
          await grid.page.keyboard.type('open');
        }
        await assertFrameAccessible(grid.frame);
        await grid.screenshot(`grid-${purpose}-${theme}`);
        await grid.press('Escape', 'ArrowUp', 'Alt+ArrowDown');
        await grid.grid.getByRole('dialog').waitFor();
        await assertFrameAccessible(grid.frame);
        await grid.screenshot(`grid-${purpose}-${theme}-filter`);
      });
    }

    it(`fits into 320 pixels, and at a zoom of 200 %: ${purpose}`, async () => {
      for (const theme of ['highContrast', 'light'] as const) {
        await open({ purpose, theme, width: 320, height: 600 });
        assert.ok(await fits());
        await assertFrameAccessible(grid.frame);
        await grid.screenshot(`grid-${purpose}-320-${theme}`);
      }
      // What a browser does with 1280 × 800 at that zoom.
      await grid.page.setViewportSize({ width: 640, height: 400 });
      assert.ok(await fits());
      await grid.screenshot(`grid-${purpose}-zoomed`);
      assert.ok((await rowsInSight()) >= 5);
      // The editor beside the side bar at that zoom.
      await grid.page.setViewportSize({ width: 285, height: 275 });
      await grid.screenshot(`grid-${purpose}-zoomed-beside`);
      assert.ok(await fits());
      assert.ok((await rowsInSight()) >= 4);
      await assertFrameAccessible(grid.frame);
    });

    it(`keeps marks and selection in forced colours: ${purpose}`, async () => {
      await open({ purpose, theme: 'highContrast', isForcedColors: true });
      await grid.screenshot(`grid-${purpose}-forced`);
      // The colours are the system's, and axe takes those of the page.
      await assertFrameAccessible(grid.frame, ['color-contrast']);
    });
  }

  for (const theme of ['dark', 'light', 'highContrast'] as const) {
    it(`says and asks above the rows, which stay where they are: ${theme}`, async () => {
      await open({ purpose: 'table', theme });
      for (const width of [1100, 320]) {
        await grid.page.setViewportSize({ width, height: 600 });
        await grid.cell(2, 0).click();
        const rows = await topOf('.scroller');
        await grid.cell(5, 1).click();
        await grid.grid.getByText('Conflict: somebody else has changed this to TG-12.').waitFor();
        await grid.screenshot(`grid-conflict-${theme}-${width}`);
        for (const name of ['Keep Mine', 'Take Theirs']) {
          const box = await grid.grid.getByRole('button', { name }).boundingBox();
          assert.ok(box !== null && box.y + box.height <= rows, name);
          assert.ok(box.x >= 0 && box.x + box.width <= width, name);
        }
        assert.equal(await topOf('.scroller'), rows);
        await assertFrameAccessible(grid.frame);
        await grid.cell(2, 2).click();
        await grid.paste('1\t2026-01-01');
        await grid.grid.getByText('1 read-only cells were left as they are.').waitFor();
        await grid.screenshot(`grid-notice-${theme}-${width}`);
        assert.equal(await topOf('.scroller'), rows);
        await assertFrameAccessible(grid.frame);
        await grid.press('Control+z');
      }
    });
  }

  for (const purpose of purposes) {
    it(`says all that the marks of a cell mean, however small the page is: ${purpose}`, async () => {
      const sizes = [
        { theme: 'light', width: 320, height: 600 },
        { theme: 'dark', width: 320, height: 600 },
        // Half of a screen.
        { theme: 'light', width: 560, height: 700 },
        { theme: 'dark', width: 790, height: 700 },
        { theme: 'highContrast', width: 640, height: 400 },
        { theme: 'highContrast', width: 285, height: 275 },
      ] as const;
      for (const { height, theme, width } of sizes) {
        await open({ purpose, theme, width, height });
        const { column, sentence } = conflicts[purpose];
        await grid.cell(5, column).click();
        if (purpose === 'table') {
          await grid.page.keyboard.type('MINE');
          await grid.press('Enter', 'ArrowUp');
        }
        await grid.grid.getByText(sentence).filter({ visible: true }).waitFor();
        await grid.screenshot(`grid-${purpose}-marks-${theme}-${width}`);
        assert.deepEqual(await cutMarks(), [], `${width} × ${height}`);
        await assertFrameAccessible(grid.frame);
        if (purpose === 'table') {
          await grid.page.keyboard.type('One');
          await grid.press('Alt+Enter');
          await grid.page.keyboard.type('Two');
          await grid.screenshot(`grid-${purpose}-typing-${theme}-${width}`);
          assert.deepEqual(await cutMarks(), [], `typing, ${width} × ${height}`);
          await grid.press('Escape');
        }
        await grid.cell(1, column).click();
        await grid.grid.getByText(sentence).filter({ visible: true }).waitFor({ state: 'hidden' });
      }
    });
  }

  for (const theme of themes) {
    it(`frames a box, ticked or not, as VS Code does: ${theme}`, async () => {
      await open({ purpose: 'review', theme });
      await grid.cell(3, 0).locator('input').click();
      const borders = await grid.frame.evaluate<string[]>(
        "Array.from(document.querySelectorAll('input[type=checkbox]'), (box) => getComputedStyle(box).borderTopColor)",
      );
      const { colors } = pageThemes[theme];
      assert.ok(borders.length > 10);
      assert.deepEqual(new Set(borders), new Set([rgbOf(colors['checkbox-border'])]));
      await grid.screenshot(`grid-ticks-${theme}`);
    });
  }

  for (const theme of ['highContrast', 'highContrastLight'] as const) {
    it(`marks a changed cell in a color that is seen: ${theme}`, async () => {
      await open({ purpose: 'table', theme });
      await grid.host("host.change(11, 0, '')");
      await grid.cell(8, 1).click();
      await grid.page.keyboard.type('CHANGED');
      await grid.press('Enter');
      const shadow = await grid.frame.evaluate(
        "getComputedStyle(document.querySelector('.cell.changed')).boxShadow",
      );
      const { contrastActiveBorder } = pageThemes[theme].colors;
      assert.ok(String(shadow).includes(rgbOf(contrastActiveBorder)), String(shadow));
      await grid.screenshot(`grid-changed-${theme}`);
    });
  }

  it('says which account a review is about, and all its facts, however small the page is', async () => {
    for (const [width, height] of [
      [1100, 700],
      [640, 400],
      [900, 370],
    ] as const) {
      for (const word of ['', 'Spalte_'.repeat(18)]) {
        await open({ purpose: 'review', width, height, word });
        await grid.screenshot(`grid-review-facts-${width}-${word.length}`);
        assert.deepEqual(await hiddenFacts(), [], `${width} × ${height}, ${word.length}`);
      }
    }
    await grid.page.setViewportSize({ width: 285, height: 275 });
    // There is room for a line of each.
    assert.deepEqual(await hiddenFacts(), [
      'account is cut at its end',
      'summary is cut at its end',
    ]);
  });

  it('says that nothing matches', async () => {
    await open({ purpose: 'table' });
    await grid.press('Control+f');
    await grid.page.keyboard.type('nothing has this');
    await grid.grid.getByText('No rows match the filter.').waitFor();
    await assertFrameAccessible(grid.frame);
    await grid.screenshot('grid-empty');
  });
});

/** Returns a color such as `#6FC3DF` as computed styles have it. */
function rgbOf(color: string): string {
  const parts = color.match(/[\dA-F]{2}/gi) ?? [];
  return `rgb(${parts.map((part) => Number.parseInt(part, 16)).join(', ')})`;
}
