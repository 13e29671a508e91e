import assert from 'node:assert/strict';
import type { GridPage } from './gridPage.ts';
import { columns, useGrids } from './useGrids.ts';

const { code, name } = columns;

/** Texts that a spreadsheet, or a clipboard, would change. */
const texts = ['1781234567890123456', '007', "'007", '=1+1', 'one\ntwo', 'a\r\nb', ' a  b ', '"q"'];

describe('What a grid copies', () => {
  const open = useGrids();

  it('is the text alone for a single cell', async () => {
    const grid = await open();
    await grid.host(`host.change(0, 1, '1781234567890123456')`);
    await grid.shows(0, code, '1781234567890123456');
    await grid.cell(0, code).click();
    const copied = await copy(grid);
    assert.equal(copied['text/plain'], '1781234567890123456');
    await grid.press('Control+f', 'Control+v');
    assert.equal(await grid.grid.getByRole('searchbox').inputValue(), '1781234567890123456');
  });

  it('tells spreadsheets which cells are texts, and guards them where only plain text is taken', async () => {
    const grid = await open();
    await grid.host(`host.change(0, 0, '1781234567890123456')`);
    await grid.shows(0, name, '1781234567890123456');
    await grid.cell(0, name).click();
    await grid.press('Shift+ArrowRight');
    const copied = await copy(grid);
    assert.equal(copied['text/plain'], "'1781234567890123456\tCODE-000001\n");
    const cells = await grid.host<string[][]>(`
      Array.from(new DOMParser().parseFromString(${JSON.stringify(copied['text/html'])}, 'text/html').querySelectorAll('td'),
        (cell) => [cell.textContent, cell.getAttribute('sdnum') ?? ''])`);
    assert.deepEqual(cells, [
      ['1781234567890123456', '1033;0;@'],
      ['CODE-000001', ''],
    ]);
  });

  it('takes the only cell of a spreadsheet into an open cell without its line break and guard', async () => {
    const grid = await open();
    await grid.cell(1, code).click();
    await grid.press('F2', 'Control+a');
    await grid.paste("'007\r\n");
    await grid.press('Enter');
    await grid.untilHost("host.values[1][1] === '007'");
  });

  for (const isSingle of [true, false]) {
    it(`is exactly the same when pasted again: ${isSingle ? 'each cell alone' : 'all of them'}`, async () => {
      const grid = await open();
      for (const [row, text] of texts.entries()) {
        await grid.host(`host.change(${row}, 1, ${JSON.stringify(text)})`);
      }
      await grid.untilHost(`host.values[${texts.length - 1}][1] === '"q"'`);
      await grid.shows(texts.length - 1, code, '"q"');
      const last = texts.length - 1;
      for (const from of isSingle ? texts.keys() : [0]) {
        await grid.cell(from, code).click();
        if (!isSingle) {
          await grid.cell(last, code).click({ modifiers: ['Shift'] });
        }
        await grid.press('Control+c');
        await grid.cell(from, name).click();
        await grid.press('Control+v');
        const pasted = isSingle ? from : last;
        await grid.untilHost(
          `host.received.filter(({ type }) => type === 'paste').length === ${isSingle ? from + 1 : 1}`,
        );
        await grid.untilHost(`host.values[${pasted}][0] === ${JSON.stringify(texts[pasted])}`);
      }
      assert.deepEqual(
        await grid.host(`host.values.slice(0, ${texts.length}).map(([name]) => name)`),
        texts,
      );
    });
  }
});

/** Copies what is selected. Returns what is on the clipboard, by type. */
async function copy(grid: GridPage): Promise<Readonly<Record<string, string>>> {
  await grid.frame.evaluate(`
    copied = new Promise((resolve) => document.addEventListener('copy', ({ clipboardData }) =>
      resolve(Object.fromEntries(clipboardData.types.map((type) => [type, clipboardData.getData(type)]))), { once: true }));
    void 0`);
  await grid.press('Control+c');
  return await grid.frame.evaluate('copied');
}
