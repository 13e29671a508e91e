import assert from 'node:assert/strict';
import { until } from '../../support/until.ts';
import type { GridPage } from './gridPage.ts';
import { columns, useGrids } from './useGrids.ts';

const { code, name } = columns;

/** A key of a Russian keyboard together with Ctrl: its letter, and its place with the code of Windows. */
const russian = {
  a: { key: 'ф', code: 'KeyA', windowsVirtualKeyCode: 65 },
  d: { key: 'в', code: 'KeyD', windowsVirtualKeyCode: 68 },
  f: { key: 'а', code: 'KeyF', windowsVirtualKeyCode: 70 },
  s: { key: 'ы', code: 'KeyS', windowsVirtualKeyCode: 83 },
  z: { key: 'я', code: 'KeyZ', windowsVirtualKeyCode: 90 },
} as const;

describe('The grid and the habits of those who use spreadsheets', () => {
  const open = useGrids();

  it('pastes a copied cell into an open one without its line break and guard, and undoes that', async () => {
    const grid = await open();
    await grid.host("host.change(0, 1, '007')");
    await grid.shows(0, code, '007');
    await grid.cell(0, code).click();
    await grid.press('Control+c');
    await grid.cell(1, code).click();
    await grid.press('F2', 'Control+a', 'Control+v');
    const input = grid.cell(1, code).locator('.input');
    await until(async () => (await input.inputValue()) === '007');
    await grid.press('Control+z');
    await until(async () => (await input.inputValue()) !== '007');
    await grid.press('Control+a', 'Control+v', 'Enter');
    await grid.untilHost("host.values[1][1] === '007'");
  });

  it('pastes a copied cell into the filter as it is shown', async () => {
    const grid = await open();
    await grid.host("host.change(0, 1, '2026-01')");
    await grid.shows(0, code, '2026-01');
    await grid.cell(0, code).click();
    await grid.press('Control+c', 'Control+f', 'Control+v');
    const filter = grid.grid.getByRole('searchbox');
    await until(async () => (await filter.inputValue()) === '2026-01');
  });

  for (const [how, act] of Object.entries({
    F2: async (grid: GridPage) => await grid.press('F2', 'ArrowLeft'),
    'a click': async (grid: GridPage) => {
      await grid.cell(0, code).locator('.input').click();
      await grid.press('End', 'ArrowLeft');
    },
  })) {
    it(`lets ${how} into what is being typed move the caret with the arrows`, async () => {
      const grid = await open();
      await grid.cell(0, code).click();
      await grid.page.keyboard.type('ABD');
      await act(grid);
      await grid.page.keyboard.type('C');
      await grid.press('Enter');
      await grid.untilHost("host.values[0][1] === 'ABCD'");
    });
  }

  it('knows its keys where the letters of the keyboard are not Latin', async () => {
    const grid = await open();
    const reached = await noteKeys(grid);
    await grid.cell(3, code).click();
    await pressRussian(grid, 'd');
    await pressRussian(grid, 'z');
    await pressRussian(grid, 'a');
    await until(async () => (await grid.selected()).length > 1);
    assert.equal((await grid.received('fillDown')).length, 1);
    assert.equal((await grid.received('step')).length, 1);
    await pressRussian(grid, 'f');
    await until(async () => await grid.frame.evaluate('document.activeElement.type === "search"'));
    assert.deepEqual(await reached(), []);
  });

  it('keeps Ctrl+Z in what is being typed, whatever the letters of the keyboard', async () => {
    const grid = await open();
    const reached = await noteKeys(grid);
    await grid.cell(0, name).click();
    await grid.page.keyboard.type('abc');
    await pressRussian(grid, 'z');
    assert.deepEqual(await reached(), []);
    assert.deepEqual(await grid.received('step'), []);
  });

  it('ends typing before Ctrl+S, whatever the letters of the keyboard', async () => {
    const grid = await open();
    await grid.cell(0, name).click();
    await grid.page.keyboard.type('Saved');
    await pressRussian(grid, 's');
    await grid.untilHost("host.values[0][0] === 'Saved'");
  });

  it('goes from a filter without matches back into the rows once it has some', async () => {
    const grid = await open();
    await grid.cell(3, code).click();
    await grid.press('Control+f');
    await grid.page.keyboard.type('code-00000x');
    await grid.grid.getByText('No rows match the filter.').waitFor();
    await grid.press('Backspace');
    await grid.grid.getByText('9 of 1000 labels').first().waitFor();
    await grid.press('ArrowDown');
    await until(async () => (await grid.focused())?.row === 0);
  });

  for (const [how, act] of Object.entries({
    'a click on Save': async (grid: GridPage) =>
      // A person does not know that it is disabled.
      await grid.grid.getByRole('button', { name: 'Save' }).click({ force: true }),
    'Ctrl+Enter': async (grid: GridPage) => await grid.press('Control+Enter'),
  })) {
    it(`saves the first change by ${how} while the button does not know of it`, async () => {
      const grid = await open({ isClockPaused: true });
      await grid.page.clock.runFor(1000);
      await grid.cell(0, name).click();
      const resume = await grid.silenceHost();
      await grid.page.keyboard.type('Typed first');
      await act(grid);
      await resume();
      await grid.untilHost("host.values[0][0] === 'Typed first'");
      await grid.untilHost("host.received.some(({ type }) => type === 'press')");
    });
  }

  it('asks for no change of a review, and lets it be closed', async () => {
    const grid = await open({ purpose: 'review', rowCount: 50 });
    const reached = await noteKeys(grid);
    await grid.cell(2, 1).click();
    await grid.press('Control+z', 'Control+d', 'Delete');
    await grid.paste('x');
    await grid.press('Control+w');
    assert.deepEqual(await reached(), ['w']);
    for (const type of ['step', 'clear', 'fillDown', 'paste'] as const) {
      assert.deepEqual(await grid.received(type), []);
    }
  });
});

/** Presses a key of the Russian keyboard together with Ctrl. */
async function pressRussian(grid: GridPage, letter: keyof typeof russian): Promise<void> {
  const session = await grid.page.context().newCDPSession(grid.page);
  const event = { modifiers: 2, ...russian[letter] };
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  await session.detach();
}

/** Notes the keys with Ctrl that VS Code gets to see. */
async function noteKeys(grid: GridPage): Promise<() => Promise<readonly string[]>> {
  await grid.frame.evaluate(`
    reached = [];
    addEventListener('keydown', ({ ctrlKey, isTrusted, key }) =>
      isTrusted && ctrlKey && key !== 'Control' && reached.push(key));
    void 0`);
  return async () => await grid.frame.evaluate<readonly string[]>('reached');
}
