import assert from 'node:assert/strict';
import { until } from '../../support/until.ts';
import { columns, useGrids } from './useGrids.ts';

const { changedAt, code, name, status } = columns;

describe('Entering many values in a grid', () => {
  const open = useGrids();

  it('returns with Enter to the column where the Tabs began, one row down', async () => {
    const grid = await open();
    await grid.cell(0, name).click();
    await grid.page.keyboard.type('First');
    await grid.press('Tab', 'Tab');
    await grid.atCell(0, status);
    await grid.page.keyboard.type('3');
    await grid.press('Tab');
    // A cell that is read-only.
    await grid.atCell(0, changedAt);
    await grid.press('Shift+Tab', 'Enter');
    await grid.atCell(1, name);
    await grid.page.keyboard.type('Second');
    await grid.press('Tab', 'Tab', 'Enter');
    await grid.atCell(2, name);
    await grid.untilHost("host.values[1][0] === 'Second' && host.values[0][2] === '3'");
    assert.equal(await grid.value(0, code), 'CODE-000001');
    // Afterwards, it opens the cell.
    await grid.press('Enter');
    await grid.grid.locator('.typing').waitFor();
  });

  it('leaves the grid with Tab from its edge, after Escape, and where nothing was typed', async () => {
    const grid = await open();
    const hasLeft = async (): Promise<boolean> => (await grid.focused()) === undefined;
    await grid.cell(0, code).click();
    await grid.page.keyboard.type('2');
    await grid.press('Shift+Tab');
    await grid.atCell(0, name);
    await grid.press('Shift+Tab');
    await until(hasLeft);
    await grid.cell(1, name).click();
    await grid.page.keyboard.type('Typed');
    await grid.press('Tab');
    await grid.atCell(1, code);
    await grid.press('Escape', 'Shift+Tab');
    await until(hasLeft);
    await grid.cell(2, name).click();
    await grid.press('Shift+Tab');
    await until(hasLeft);
  });

  it('takes no typing in a text that no input can show', async () => {
    const grid = await open();
    const values = 'host.values[0]';
    await grid.host(`host.change(0, ${name}, 'a' + '\\u0301'.repeat(30_000))`);
    await grid
      .cell(0, name)
      .getByText(String.raw`\u{301}`)
      .waitFor();
    await grid.cell(0, name).click();
    assert.equal(await grid.cell(0, name).getAttribute('aria-readonly'), 'true');
    await grid.page.keyboard.type('x');
    await grid.press('ArrowRight');
    await grid.atCell(0, code);
    await grid.page.keyboard.type('New');
    await grid.press('Enter');
    await grid.untilHost(`${values}[1] === 'New'`);
    assert.equal(await grid.host(`${values}[0].length`), 30_001);
  });

  it('forgets where the Tabs began once the user goes elsewhere', async () => {
    const grid = await open();
    await grid.cell(0, name).click();
    await grid.page.keyboard.type('First');
    await grid.press('Tab', 'ArrowDown');
    await grid.page.keyboard.type('C');
    await grid.press('Enter');
    await grid.atCell(2, code);
  });

  for (const key of ['Shift+Enter', 'ArrowUp']) {
    it(`stays in the first row with ${key}, which ends typing there`, async () => {
      const grid = await open();
      await grid.cell(0, code).click();
      await grid.page.keyboard.type('A');
      await grid.press(key);
      await grid.untilHost("host.values[0][1] === 'A'");
      await grid.atCell(0, code);
      await grid.page.keyboard.type('B');
      await grid.press('Enter');
      await grid.untilHost("host.values[0][1] === 'B'");
    });
  }

  it('fills what is selected with Ctrl+Enter, in one step', async () => {
    const grid = await open();
    const before = await grid.value(3, code);
    await grid.cell(3, code).click();
    await grid.press('Shift+ArrowUp', 'Shift+ArrowUp', 'Shift+ArrowRight');
    await grid.page.keyboard.type('7');
    await grid.press('Control+Enter');
    await grid.untilHost(
      "host.values.slice(1, 4).every((row) => row[1] === '7' && row[2] === '7')",
    );
    assert.equal(await grid.value(0, code), 'CODE-000001');
    assert.deepEqual(await grid.received('press'), []);
    assert.deepEqual(await grid.received('edit'), []);
    await grid.shows(1, code, '7');
    await grid.atCell(3, code);
    assert.equal((await grid.selected()).length, 6);
    await grid.press('Control+z');
    await grid.untilHost(`host.values[3][1] === '${before}'`);
    assert.equal(await grid.value(1, code), 'CODE-000002');
  });

  it('keeps the active cell where it is when all is selected, or a row, or a column', async () => {
    const grid = await open();
    await grid.cell(4, code).click();
    await grid.press('Control+a');
    await grid.grid.getByText('1,000 × 5 selected').first().waitFor();
    await grid.atCell(4, code);
    await grid.press('ArrowDown');
    await grid.atCell(5, code);
    await grid.press('Shift+Space');
    assert.deepEqual(
      await grid.selected(),
      [0, 1, 2, 3, 4].map((column) => `5,${column}`),
    );
    await grid.atCell(5, code);
    await grid.press('Shift+ArrowDown');
    assert.equal((await grid.selected()).length, 10);
    await grid.press('ArrowUp', 'Control+Space');
    await grid.grid.getByText('1,000 × 1 selected').first().waitFor();
    await grid.atCell(4, code);
  });

  it('goes with Enter from the filter to the first row that matches', async () => {
    const grid = await open();
    await grid.cell(3, code).click();
    const resume = await grid.silenceHost();
    await grid.press('Control+f');
    await grid.page.keyboard.type('code-00000');
    await grid.press('Enter');
    await resume();
    await grid.atCell(0, code);
    await grid.grid.getByText('9 of 1000 labels').first().waitFor();
    await grid.atCell(0, code);
    // It opens no cell.
    assert.equal(await grid.grid.locator('.typing').count(), 0);
  });

  it('fits a column to what is in view with a double click on its edge', async () => {
    const grid = await open();
    const edge = async (column: number): Promise<void> => {
      const box = await grid.cell(-1, column).boundingBox();
      assert.ok(box);
      await grid.page.mouse.dblclick(box.x + box.width - 3, box.y + 10);
    };
    const width = async (): Promise<number> => (await grid.cell(1, code).boundingBox())?.width ?? 0;
    const isCut = async (): Promise<boolean> =>
      await grid.frame.evaluate(`(() => {
        const { clientWidth, scrollWidth } = document.querySelector('[data-row="1"] > [data-column="${code}"] .text');
        return scrollWidth > clientWidth;
      })()`);
    await edge(code);
    await until(async () => (await width()) < 180);
    assert.equal(await isCut(), false);
    const narrow = await width();
    const long = 'CODE-'.repeat(9);
    await grid.host(`host.change(1, 1, '${long}')`);
    await grid.shows(1, code, long);
    assert.equal(await isCut(), true);
    await edge(code);
    await until(async () => (await width()) > narrow);
    assert.equal(await isCut(), false);
    const sent = (await grid.received('widths')).at(-1)?.widths['labelCode'];
    assert.equal(sent, await width());
    assert.deepEqual(await grid.received('sort'), []);
  });
});
