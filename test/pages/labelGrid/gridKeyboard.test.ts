import assert from 'node:assert/strict';
import { until } from '../../support/until.ts';
import { columns, useGrids } from './useGrids.ts';

const { name, code, status } = columns;

describe('The keyboard in a grid', () => {
  const open = useGrids();

  it('has the focus from the start, one tab stop, and lets go of it', async () => {
    const grid = await open();
    await grid.page.evaluate("document.querySelector('iframe').contentWindow.focus()");
    await grid.atCell(0, name);
    await grid.grid.getByRole('searchbox').click();
    // Over the kinds of rows that can be shown alone.
    await grid.press('Tab', 'Tab');
    await grid.atCell(0, name);
    const stops = await grid.frame.evaluate(
      'document.querySelectorAll(\'.scroller :is([tabindex="0"], .input)\').length',
    );
    assert.equal(stops, 1);
    await grid.press('Shift+Tab');
    assert.equal(await grid.focused(), undefined);
  });

  it('types names, one after another, with Enter after each', async () => {
    const grid = await open();
    await grid.cell(0, name).click();
    for (const typed of ['First', 'Second', 'Third']) {
      await grid.page.keyboard.type(typed);
      await grid.press('Enter');
    }
    await grid.atCell(3, name);
    await grid.untilHost("host.values[2][0] === 'Third'");
    assert.equal(await grid.value(0, name), 'First');
    const edits = await grid.received('edit');
    assert.deepEqual(
      edits.map(({ isTyped, sequence }) => [sequence, isTyped]),
      [
        [1, true],
        [2, true],
        [3, true],
      ],
    );
  });

  it('opens a cell with F2, moves the caret in it, and keeps the value on Escape', async () => {
    const grid = await open();
    const earlier = await grid.value(1, code);
    await grid.cell(1, code).click();
    await grid.press('F2', 'Home');
    await grid.page.keyboard.type('X-');
    assert.equal(await grid.cell(1, code).locator('.input').inputValue(), `X-${earlier}`);
    await grid.press('Escape');
    await grid.shows(1, code, earlier);
    await grid.atCell(1, code);
    assert.equal(await grid.value(1, code), earlier);
    await grid.press('Enter', 'End');
    await grid.page.keyboard.type('-Y');
    await grid.press('Tab');
    await grid.atCell(1, status);
    await grid.untilHost(`host.values[1][1] === '${earlier}-Y'`);
  });

  it('keeps what was typed when the focus leaves: by a click, by another control, by another window', async () => {
    const grid = await open();
    await grid.cell(0, name).click();
    await grid.page.keyboard.type('By a click');
    await grid.cell(4, code).click();
    await grid.untilHost("host.values[0][0] === 'By a click'");
    await grid.page.keyboard.type('BY-A-CONTROL');
    await grid.grid.getByRole('searchbox').click();
    await grid.untilHost("host.values[4][1] === 'BY-A-CONTROL'");
    await grid.cell(5, code).click();
    await grid.page.keyboard.type('BY-THE-WINDOW');
    await grid.frame.evaluate('document.activeElement.blur()');
    await grid.untilHost("host.values[5][1] === 'BY-THE-WINDOW'");
  });

  it('tells the extension what is in an open cell, so that it outlives the page', async () => {
    const grid = await open();
    await grid.cell(2, name).click();
    await grid.page.keyboard.type('Not yet');
    await grid.untilHost("host.draft?.value === 'Not yet'");
    assert.equal((await grid.received('edit')).length, 0);
    await grid.press('Escape');
    await grid.untilHost('host.draft === undefined');
  });

  it('composes in a cell from the first key of an input method on', async () => {
    const grid = await open();
    await grid.cell(0, name).click();
    const session = await grid.page.context().newCDPSession(grid.page);
    const compose = async (text: string): Promise<void> => {
      const { length } = text;
      await session.send('Input.imeSetComposition', {
        text,
        selectionStart: length,
        selectionEnd: length,
      });
    };
    await compose('ｋ');
    await compose('こんに');
    await grid.grid.locator('.typing').waitFor();
    assert.equal((await grid.received('draft')).length, 0);
    await session.send('Input.insertText', { text: '今日は' });
    await grid.press('Enter');
    await grid.untilHost("host.values[0][0] === '今日は'");
    // What a click ends is kept too.
    await grid.cell(1, name).click();
    await compose('東');
    await grid.cell(3, name).click();
    await grid.untilHost("host.values[1][0] === '東'");
    assert.equal((await grid.received('edit')).length, 2);
  });

  it('leaves the keys of texts to the texts, and keeps them from VS Code', async () => {
    const grid = await open();
    await grid.frame.evaluate(`
      reached = [];
      addEventListener('keydown', ({ ctrlKey, key }) => ctrlKey && key !== 'Control' && reached.push(key));
      void 0`);
    await grid.cell(0, name).click();
    await grid.press('F2', 'End');
    await grid.page.keyboard.type('abc');
    await grid.press('Control+z', 'Control+a');
    await grid.page.keyboard.type('New');
    await grid.press('Enter');
    await grid.untilHost("host.values[0][0] === 'New'");
    await grid.press('Control+f');
    await grid.page.keyboard.type('council');
    await grid.press('Control+a', 'Control+z');
    assert.equal((await grid.received('step')).length, 0);
    assert.deepEqual(await grid.frame.evaluate('reached'), []);
  });

  it('puts line breaks into a cell with Alt+Enter, and shows all lines', async () => {
    const grid = await open();
    await grid.cell(0, name).click();
    await grid.page.keyboard.type('one');
    await grid.press('Alt+Enter');
    await grid.page.keyboard.type('two');
    const isCut = 'document.activeElement.scrollHeight > document.activeElement.clientHeight';
    assert.equal(await grid.frame.evaluate(isCut), false);
    await grid.press('Enter');
    await grid.untilHost(String.raw`host.values[0][0] === 'one\ntwo'`);
  });

  it('moves and selects', async () => {
    const grid = await open();
    await grid.cell(2, code).click();
    await grid.press('Control+End');
    await grid.atCell(999, 4);
    await grid.press('Control+Home');
    await grid.atCell(0, 0);
    await grid.press('ArrowDown', 'ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowRight');
    assert.deepEqual(await grid.selected(), ['1,1', '1,2', '2,1', '2,2']);
    await grid.atCell(1, 1);
    await grid.press('Control+a');
    await grid.grid.getByText('1,000 × 5 selected').first().waitFor();
    await grid.press('ArrowUp', 'ArrowUp');
    await grid.atCell(-1, 1);
    assert.deepEqual(await grid.selected(), []);
  });

  it('scrolls by pages, and finds its way back to a cell out of view', async () => {
    const grid = await open();
    await grid.cell(0, code).click();
    await grid.press('PageDown', 'PageDown', 'PageDown');
    const far = await grid.focused();
    assert.ok(far && far.row > 40);
    await grid.frame.evaluate("document.querySelector('.scroller').scrollTop = 0");
    await grid.shows(0, code, 'CODE-000001');
    assert.deepEqual(await grid.focused(), far);
    await grid.press('ArrowDown');
    await grid.atCell(far.row + 1, code);
  });

  it('empties, fills down, undoes and redoes', async () => {
    const grid = await open();
    await grid.cell(0, name).click();
    await grid.press('Shift+ArrowDown', 'Delete');
    await grid.untilHost("host.values[0][0] === '' && host.values[1][0] === ''");
    await grid.press('Control+z');
    await grid.untilHost("host.values[1][0].startsWith('Überstunden')");
    await grid.press('Control+y');
    await grid.untilHost("host.values[1][0] === ''");
    await grid.press('Control+z');
    await grid.cell(0, code).click();
    await grid.press('Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d');
    await grid.untilHost("host.values[2][1] === 'CODE-000001'");
    assert.equal(await grid.value(3, code), 'CODE-000004');
    // A single row takes the values of the one above it.
    await grid.cell(5, code).click();
    await grid.press('Control+d');
    await grid.untilHost("host.values[5][1] === 'CODE-000005'");
  });

  it('sorts, filters and changes widths', async () => {
    const grid = await open();
    await grid.cell(0, name).click();
    await grid.press('ArrowUp', 'ArrowRight', 'Enter', 'Enter');
    await grid.shows(0, code, 'CODE-001000');
    assert.equal(await grid.cell(-1, code).getAttribute('aria-sort'), 'descending');
    // The row of the active cell is the header's; nothing moves.
    await grid.atCell(-1, code);
    const width = (await grid.cell(-1, code).boundingBox())?.width ?? 0;
    await grid.press('Alt+ArrowRight', 'Alt+ArrowRight');
    await until(async () => (await grid.cell(-1, code).boundingBox())?.width === width + 20);
    assert.equal((await grid.received('widths')).at(-1)?.widths['labelCode'], width + 20);
    await grid.press('Alt+ArrowDown');
    await grid.grid.getByRole('dialog', { name: 'Filter Code' }).waitFor();
    await grid.page.keyboard.type('00077');
    await grid.press('Enter');
    await grid.grid.getByText('11 of 1000 labels').first().waitFor();
    assert.equal(await grid.cell(-1, code).getAttribute('aria-description'), 'Filtered');
    await grid.press('Control+f');
    await grid.page.keyboard.type('council 7');
    await grid.grid.getByText('1 of 1000 labels').first().waitFor();
    await grid.grid.getByRole('button', { name: 'Clear Filters' }).click();
    await grid.grid.getByText('1000 labels', { exact: true }).first().waitFor();
  });

  it('takes the row of the active cell along when it sorts', async () => {
    const grid = await open();
    await grid.cell(3, name).click();
    await grid.grid.getByRole('columnheader', { name: 'Code' }).click();
    await grid.grid.getByRole('columnheader', { name: 'Code' }).click();
    await grid.atCell(996, name);
    await grid.shows(996, code, 'CODE-000004');
  });

  it('begins at the first row when a filter leaves the active label out', async () => {
    const grid = await open();
    await grid.cell(0, code).click();
    await grid.press('Control+End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    await grid.shows(999, code, 'CODE-001000');
    await grid.press('Control+f');
    await grid.page.keyboard.type('council');
    await grid.grid.getByText('125 of 1000 labels').first().waitFor();
    await grid.cell(0, code).filter({ hasText: 'CODE-000001' }).waitFor();
    assert.equal(await grid.frame.evaluate("document.querySelector('.scroller').scrollTop"), 0);
    await grid.press('ArrowDown');
    await grid.atCell(0, code);
    // By a column's filter, too, and by one more word after another that the label matched.
    await grid.press('Control+End', 'Home', 'ArrowRight', 'Control+f');
    await grid.page.keyboard.type('code council code');
    await grid.grid.getByText('125 of 1000 labels').first().waitFor();
    await grid.press('ArrowDown');
    await grid.atCell(124, code);
    await grid.press('Alt+ArrowDown');
    await grid.grid.getByRole('dialog', { name: 'Filter Code' }).waitFor();
    await grid.page.keyboard.type('0000');
    await grid.press('Enter');
    await grid.grid.getByText('13 of 1000 labels').first().waitFor();
    await grid.atCell(0, code);
  });

  it('scrolls to the first row when rows are filtered from a column header', async () => {
    const grid = await open();
    await grid.cell(0, code).click();
    await grid.press('ArrowUp');
    await grid.frame.evaluate("document.querySelector('.scroller').scrollTop = 2000");
    await grid.press('Alt+ArrowDown');
    await grid.grid.getByRole('dialog', { name: 'Filter Code' }).waitFor();
    await grid.page.keyboard.type('CODE-0005');
    await grid.press('Enter');
    await grid.grid.getByText('100 of 1000 labels').first().waitFor();
    await grid.atCell(-1, code);
    assert.equal(await grid.frame.evaluate("document.querySelector('.scroller').scrollTop"), 0);
  });

  it('keeps the active cell in its column when it filters', async () => {
    const grid = await open();
    await grid.cell(3, code).click();
    await grid.press('Control+f');
    await grid.page.keyboard.type('code-00000');
    await grid.grid.getByText('9 of 1000 labels').first().waitFor();
    await grid.press('ArrowDown');
    await grid.atCell(3, code);
  });
});
