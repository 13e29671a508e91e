import assert from 'node:assert/strict';
import type { GridPage } from './gridPage.ts';
import { columns, useGrids } from './useGrids.ts';

const { name } = columns;

/** Time after which a press counts, with some to spare, in milliseconds. */
const settled = 800;
/** Time after which a key presses the button again that the user may have meant for another editor. */
const noticed = 1600;
/** Pause of somebody who clicks again and again, in milliseconds. */
const pause = 120;

const ways = {
  'a click': async (grid: GridPage) => {
    const box = await applyOf(grid).boundingBox();
    assert.ok(box !== null);
    await grid.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  },
  'Ctrl+Enter': async (grid: GridPage) => {
    await grid.frame.evaluate("document.querySelector('.active').focus()");
    await grid.press('Control+Enter');
  },
};

/** Time after which each way counts again that did not count, in milliseconds. */
const patience = { 'a click': settled, 'Ctrl+Enter': noticed } as const satisfies Record<
  keyof typeof ways,
  number
>;

/** Sizes of a window of which one side has changed. */
const sizes = { width: { width: 700, height: 700 }, height: { width: 1100, height: 500 } } as const;

describe('The primary button of a grid', () => {
  const open = useGrids();

  for (const way of ['a click', 'Ctrl+Enter'] as const) {
    const press = ways[way];
    it(`takes no ${way} of somebody who repeats it at a place where the page opens`, async () => {
      const grid = await open({ purpose: 'review', isClockPaused: true });
      await pressAgainAndAgain(grid, press);
      await grid.page.clock.runFor(patience[way]);
      await press(grid);
      await untilPressed(grid);
    });

    for (const [side, size] of Object.entries(sizes)) {
      it(`takes no ${way} where the ${side} has just changed`, async () => {
        const grid = await open({ purpose: 'review', isClockPaused: true });
        await grid.page.clock.runFor(settled);
        await enabled(grid, true);
        await grid.page.setViewportSize(size);
        await enabled(grid, false);
        await pressAgainAndAgain(grid, press);
        await grid.page.clock.runFor(patience[way]);
        await press(grid);
        await untilPressed(grid);
      });
    }

    it(`takes no ${way} of somebody who repeats it until there is something to apply`, async () => {
      const grid = await open({ purpose: 'review', isClockPaused: true });
      await grid.page.clock.runFor(settled);
      await grid.grid.getByRole('checkbox', { name: 'Include all rows that are shown' }).click();
      await grid.grid.getByRole('button', { name: 'Apply 0 Changes' }).waitFor();
      await press(grid);
      await grid.grid.getByRole('checkbox', { name: 'Include all rows that are shown' }).click();
      await grid.grid.getByRole('button', { name: 'Apply 1000 Changes' }).waitFor();
      await pressAgainAndAgain(grid, press);
    });
  }

  it('waits as soon as the page is in view again', async () => {
    const grid = await open({ purpose: 'review', isClockPaused: true });
    await grid.page.clock.runFor(settled);
    await enabled(grid, true);
    await grid.frame.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await enabled(grid, false);
    await pressAgainAndAgain(grid, ways['a click']);
  });

  it('takes no click of a pointer that has just come into the page', async () => {
    const grid = await open({ purpose: 'review', isClockPaused: true });
    await grid.page.clock.runFor(settled);
    await ways['a click'](grid);
    await untilRefused(grid);
    await grid.page.clock.runFor(settled);
    await ways['a click'](grid);
    await untilPressed(grid);
  });

  it('takes no click that began too soon, however long it lasts', async () => {
    const grid = await open({ purpose: 'review', isClockPaused: true });
    await grid.page.clock.runFor(settled);
    const box = await applyOf(grid).boundingBox();
    assert.ok(box !== null);
    await grid.page.mouse.move(box.x + 5, box.y + 5);
    await grid.page.mouse.down();
    await grid.page.clock.runFor(settled);
    await grid.page.mouse.up();
    await untilRefused(grid);
  });

  it('takes no click of a pointer that rests while the page moves below it', async () => {
    const grid = await open({ purpose: 'review', isClockPaused: true });
    const box = await applyOf(grid).boundingBox();
    assert.ok(box !== null);
    const [x, y] = [box.x - 200, box.y + box.height / 2];
    await grid.page.mouse.click(x, y);
    await grid.page.clock.runFor(settled);
    await moveFrame(grid, x - box.x - box.width / 2);
    await grid.page.mouse.down();
    await grid.page.mouse.up();
    await untilRefused(grid);
    await grid.page.clock.runFor(settled);
    await grid.page.mouse.down();
    await grid.page.mouse.up();
    await untilPressed(grid);
  });

  it('takes no tap of a finger that has touched another editor before', async () => {
    const grid = await open({ purpose: 'review', isClockPaused: true, hasTouch: true });
    await grid.page.clock.runFor(noticed);
    await tap(grid);
    await untilRefused(grid);
    await grid.page.clock.runFor(settled);
    await tap(grid);
    await untilPressed(grid);
  });

  it('takes no first tap after the focus has come without one, however late', async () => {
    const grid = await open({ purpose: 'review', isClockPaused: true, hasTouch: true });
    await giveFocus(grid);
    await grid.page.clock.runFor(60_000);
    await tap(grid);
    await untilRefused(grid);
  });

  it('takes a tap of a finger that has touched the page before', async () => {
    const grid = await open({ purpose: 'review', isClockPaused: true, hasTouch: true });
    await grid.page.clock.runFor(settled);
    await grid.cell(0, 1).tap();
    await tap(grid);
    await untilPressed(grid);
  });

  it('takes no Ctrl+Enter where the focus has just come without a press', async () => {
    const grid = await open({ purpose: 'review', isClockPaused: true });
    await ways['Ctrl+Enter'](grid);
    await grid.page.clock.runFor(noticed);
    await grid.page.evaluate("document.querySelector('iframe').blur()");
    await giveFocus(grid);
    await ways['Ctrl+Enter'](grid);
    await untilRefused(grid);
    await grid.page.clock.runFor(noticed);
    await ways['Ctrl+Enter'](grid);
    await untilPressed(grid);
  });

  it('takes no Ctrl+Enter after a space that was meant for another editor', async () => {
    const grid = await open({ purpose: 'review', isClockPaused: true });
    await grid.grid.getByRole('searchbox').focus();
    await grid.page.clock.runFor(settled);
    await grid.press('Tab', 'Space', 'Control+Enter');
    await untilRefused(grid);
  });

  it('takes Ctrl+Enter at once where a click has brought the focus', async () => {
    const grid = await open({ purpose: 'review', isClockPaused: true });
    await grid.page.clock.runFor(settled);
    await grid.page.evaluate("document.querySelector('iframe').blur()");
    await grid.cell(0, 1).click();
    await grid.press('Control+Enter');
    await untilPressed(grid);
  });

  it('takes no Ctrl+Enter after text that was meant for another editor', async () => {
    const grid = await open({ purpose: 'review', isClockPaused: true });
    await grid.cell(0, 1).click();
    await grid.page.clock.runFor(settled);
    await grid.page.keyboard.type('Council');
    await grid.page.clock.runFor(settled);
    await grid.press('Control+Enter');
    await untilRefused(grid);
    await grid.page.clock.runFor(noticed);
    await grid.press('Space', 'Control+Enter');
    await untilPressed(grid);
  });

  for (const key of ['Backspace', 'Enter', 'Control+v', 'Alt+q', 'x'] as const) {
    it(`takes no Ctrl+Enter after ${key} that was meant for another editor`, async () => {
      const grid = await open({ purpose: 'review', isClockPaused: true });
      await grid.cell(0, 1).click();
      await grid.page.clock.runFor(settled);
      await grid.press(key);
      await grid.page.clock.runFor(settled);
      await grid.press('Control+Enter');
      await untilRefused(grid);
      await grid.page.clock.runFor(noticed);
      await grid.press('ArrowDown', 'Control+Enter');
      await untilPressed(grid);
    });
  }

  it('takes no Enter of somebody whose click did not count', async () => {
    const grid = await open({ purpose: 'review', isClockPaused: true });
    await grid.page.clock.runFor(settled);
    await ways['a click'](grid);
    await untilRefused(grid);
    await grid.page.clock.runFor(noticed);
    await grid.press('Enter');
    await grid.page.clock.runFor(noticed);
    await grid.press('Space');
    assert.deepEqual(await grid.received('press'), []);
  });

  it('is not pressed where the page is too small to show changes, and says so', async () => {
    const grid = await open({ purpose: 'review', isClockPaused: true });
    await ways['Ctrl+Enter'](grid);
    await grid.page.setViewportSize({ width: 1100, height: 130 });
    const enlarge = grid.grid.getByRole('button', {
      name: 'Enlarge to See Changes',
      disabled: true,
    });
    await enlarge.waitFor();
    await grid.page.clock.runFor(noticed);
    await enlarge.click({ force: true });
    await grid.page.clock.runFor(noticed);
    await grid.press('Control+Enter');
    await grid.page.clock.runFor(noticed);
    assert.deepEqual(await grid.received('press'), []);
    await grid.page.setViewportSize({ width: 1100, height: 400 });
    await applyOf(grid).waitFor();
    await grid.page.clock.runFor(noticed);
    await grid.press('Control+Enter');
    await untilPressed(grid);
  });

  it('takes no second Ctrl+Enter of somebody who saw nothing happen at the first', async () => {
    const grid = await open({ purpose: 'review', isClockPaused: true });
    await grid.page.clock.runFor(settled);
    await giveFocus(grid);
    await grid.page.clock.runFor(pause);
    await grid.press('Control+Enter');
    await untilRefused(grid);
    await grid.page.clock.runFor(settled);
    await grid.press('Control+Enter');
    await untilRefused(grid);
    await grid.page.clock.runFor(noticed);
    await grid.press('Control+Enter');
    await untilPressed(grid);
  });

  it('takes no Ctrl+Enter where the focus has come while the button waited', async () => {
    const grid = await open({ purpose: 'review', isClockPaused: true });
    await grid.page.clock.runFor(settled);
    await grid.page.setViewportSize(sizes.width);
    await enabled(grid, false);
    await giveFocus(grid);
    await grid.page.clock.runFor(settled);
    await enabled(grid, true);
    await grid.press('Control+Enter');
    await untilRefused(grid);
  });

  it('takes no Enter for its button once the focus has been elsewhere', async () => {
    const grid = await open({ purpose: 'review', isClockPaused: true });
    await applyOf(grid).focus();
    await grid.page.evaluate("document.querySelector('iframe').blur()");
    await giveFocus(grid);
    await grid.page.clock.runFor(pause);
    await grid.cell(0, 1).and(grid.grid.locator(':focus')).waitFor();
    await grid.page.clock.runFor(noticed);
    await grid.press('Enter');
    await grid.press('Space');
    assert.deepEqual(await grid.received('press'), []);
    await grid.page.clock.runFor(noticed);
    await applyOf(grid).focus();
    await grid.press('Enter');
    await untilPressed(grid);
  });

  it('takes no Ctrl+Enter of somebody whose focus is in the page as it opens', async () => {
    const grid = await open({ purpose: 'review', isClockPaused: true });
    await giveFocus(grid);
    await grid.frame.evaluate('location.reload()');
    await enabled(grid, false);
    await grid.page.clock.runFor(settled);
    await enabled(grid, true);
    await ways['Ctrl+Enter'](grid);
    await untilRefused(grid);
  });

  it('leaves Cancel as it is', async () => {
    const grid = await open({ purpose: 'review', isClockPaused: true });
    await grid.grid.getByRole('button', { name: 'Cancel' }).click();
    await untilPressed(grid, 'cancel');
  });

  it('keeps what was typed where Ctrl+Enter comes too soon', async () => {
    const grid = await open({ isClockPaused: true });
    await grid.cell(0, name).click();
    await grid.page.keyboard.type('Typed');
    await grid.press('Control+Enter');
    await grid.untilHost("host.values[0][0] === 'Typed'");
    assert.deepEqual(await grid.received('press'), []);
  });
});

function applyOf(grid: GridPage): ReturnType<GridPage['grid']['getByRole']> {
  return grid.grid.getByRole('button', { name: /^Apply/ });
}

/** Taps the button, wherever the finger was before. */
async function tap(grid: GridPage): Promise<void> {
  const box = await applyOf(grid).boundingBox();
  assert.ok(box !== null);
  await grid.page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

/** Gives the focus to the page without a press, as a command of VS Code can. */
async function giveFocus(grid: GridPage): Promise<void> {
  await grid.page.evaluate("document.querySelector('iframe').contentWindow.focus()");
}

/** Waits until the button is enabled, or disabled. */
async function enabled(grid: GridPage, isEnabled: boolean): Promise<void> {
  await grid.grid.getByRole('button', { name: /^Apply/, disabled: !isEnabled }).waitFor();
}

/** Moves the grid in the window by `x` pixels, in its size. */
async function moveFrame(grid: GridPage, x: number): Promise<void> {
  await grid.page.evaluate(
    `document.querySelector('iframe').style.transform = 'translateX(${x}px)'`,
  );
}

/** Waits until the button says that a press came too soon. */
async function untilRefused(grid: GridPage): Promise<void> {
  await enabled(grid, false);
  assert.deepEqual(await grid.received('press'), []);
}

/** Presses for much longer than a page takes to settle, which sends nothing. */
async function pressAgainAndAgain(
  grid: GridPage,
  press: (grid: GridPage) => Promise<void>,
): Promise<void> {
  for (let times = 0; times < 14; times++) {
    await press(grid);
    await grid.page.clock.runFor(pause);
  }
  assert.deepEqual(await grid.received('press'), []);
}

async function untilPressed(
  grid: GridPage,
  button: 'primary' | 'cancel' = 'primary',
): Promise<void> {
  await grid.untilHost("host.received.some(({ type }) => type === 'press')");
  const pressed = await grid.received('press');
  assert.deepEqual(
    pressed.map((each) => each.button),
    [button],
  );
}
