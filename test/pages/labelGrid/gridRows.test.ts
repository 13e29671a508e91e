import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { until } from '../../support/until.ts';
import type { GridPage } from './gridPage.ts';
import { columns, useGrids } from './useGrids.ts';

const { name, code } = columns;

describe('A grid while the extension is slow or changes things', () => {
  const open = useGrids();

  it('shows placeholders until rows come, and never waits with what is typed', async () => {
    const grid = await open({ rowCount: 50_000 });
    await grid.cell(0, name).click();
    const resume = await grid.silenceHost();
    await grid.press('Control+End');
    await until(async () => (await grid.grid.locator('[aria-busy=true]').count()) > 20);
    await grid.press('ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    await grid.page.keyboard.type('LAST');
    assert.equal(await grid.cell(49_999, code).locator('.input').inputValue(), 'LAST');
    await grid.press('Enter');
    await resume();
    await grid.untilHost("host.values[49999][1] === 'LAST'");
    await grid.shows(49_999, code, 'LAST');
    await grid.shows(49_998, code, 'CODE-049999');
  });

  it('shows what was typed at once, and takes what others type elsewhere', async () => {
    const grid = await open();
    const resume = await grid.silenceHost();
    await grid.cell(0, name).click();
    await grid.page.keyboard.type('Mine');
    await grid.press('Enter');
    await grid.shows(0, name, 'Mine');
    await grid.host("host.change(1, 0, 'Theirs')");
    await grid.shows(1, name, 'Theirs');
    await grid.shows(0, name, 'Mine');
    await resume();
    await grid.untilHost("host.values[0][0] === 'Mine'");
    await grid.shows(1, name, 'Theirs');
  });

  it('types where it was typed, though the rows are sorted at that moment', async () => {
    const grid = await open();
    await grid.cell(3, code).click();
    await grid.page.keyboard.type('ZZZ');
    await grid.grid.getByRole('columnheader', { name: 'Code' }).click();
    await grid.untilHost("host.values[3][1] === 'ZZZ'");
    await grid.shows(999, code, 'ZZZ');
  });

  it('leaves cells alone that were selected after a paste, before its answer', async () => {
    const grid = await open();
    await grid.cell(10, code).click();
    const resume = await grid.silenceHost();
    await grid.paste('P-1\nP-2');
    await grid.cell(2, name).click();
    await grid.page.keyboard.type('Mine');
    await resume();
    await grid.shows(11, code, 'P-2');
    await grid.page.keyboard.type(' alone');
    await grid.press('Enter');
    await grid.untilHost("host.values[2][0] === 'Mine alone'");
    assert.equal(await grid.value(10, code), 'P-1');
  });

  it('saves what was typed last, though it is still under way', async () => {
    const grid = await open();
    const resume = await grid.silenceHost();
    await grid.frame.evaluate(`
      saved = [];
      addEventListener('keydown', ({ ctrlKey, key }) => ctrlKey && key === 's' && saved.push(parent.host.values[0][0]));
      void 0`);
    await grid.cell(0, name).click();
    await grid.page.keyboard.type('Typed');
    await grid.press('Control+s');
    assert.deepEqual(await grid.frame.evaluate('saved'), []);
    await resume();
    await until(async () => (await grid.frame.evaluate<string[]>('saved')).length > 0);
    assert.deepEqual(await grid.frame.evaluate('saved'), ['Typed']);
  });

  describe('that answers nothing any more', () => {
    it('says so where a change is not made', async () => {
      const grid = await open();
      const { late, resume } = await leaveUnanswered(grid, async () => {
        await grid.page.keyboard.type('Lost?');
        await grid.press('Enter');
      });
      await resume();
      await late.waitFor({ state: 'hidden' });
    });

    it('says so where rows do not come', async () => {
      const grid = await open();
      const { late, resume } = await leaveUnanswered(grid, async () => {
        await grid.press('Control+End');
        await grid.atCell(999, 4);
      });
      await resume();
      await late.waitFor({ state: 'hidden' });
      await grid.shows(999, code, 'CODE-001000');
    });

    it('says so where its button does nothing', async () => {
      const grid = await open({ purpose: 'review' });
      const { late, resume } = await leaveUnanswered(grid, async () => {
        await grid.grid.getByRole('button', { name: /^Apply/ }).click();
      });
      await resume();
      await late.waitFor({ state: 'hidden' });
    });

    it('is not locked for good: it says so, and is told anew what holds', async () => {
      const grid = await open();
      const lock = 'Sending 3 of 8 changes…';
      const { late, resume } = await leaveUnanswered(
        grid,
        async () => {
          await grid.page.keyboard.type('x');
        },
        lock,
      );
      await grid.grid.getByText(lock).waitFor({ state: 'hidden' });
      await resume();
      await late.waitFor({ state: 'hidden' });
      await grid.grid.getByText(lock).waitFor();
    });
  });

  it('lets a conflict in a table be resolved where it is', async () => {
    const grid = await open({ purpose: 'table' });
    await grid.cell(5, 1).click();
    await grid.grid.getByText('Conflict: somebody else has changed this to TG-12.').waitFor();
    await grid.grid.getByRole('button', { name: 'Take Theirs' }).click();
    await grid.untilHost("host.received.some(({ type }) => type === 'decided')");
    const [decided] = await grid.received('decided');
    assert.deepEqual([decided?.row, decided?.column, decided?.side], [5, 1, 'theirs']);
    await grid.atCell(5, 1);
  });

  it('says what somebody else has set, in a sentence that right-to-left text does not reorder', async () => {
    const grid = await open({ purpose: 'table' });
    await grid.cell(7, 1).click();
    await grid.grid.getByText('Somebody else has changed this to \u2068ועד 8\u2069.').waitFor();
  });

  it('takes no text while it is read-only, and says why', async () => {
    const grid = await open();
    await grid.cell(0, name).click();
    await grid.host("host.lock('Sending 3 of 8 changes…')");
    await grid.grid.getByText('Sending 3 of 8 changes…').waitFor();
    await grid.page.keyboard.type('x');
    await grid.press('Enter', 'Delete', 'Control+d');
    await grid.paste('PASTED-1\r\nPASTED-2');
    await grid.host('host.lock(undefined)');
    await grid.grid.getByText('Sending 3 of 8 changes…').waitFor({ state: 'hidden' });
    await grid.atCell(0, name);
    await grid.page.keyboard.type('y');
    await grid.press('Enter');
    await grid.untilHost("host.values[0][0] === 'y'");
    assert.equal((await grid.received('edit')).length, 1);
    for (const type of ['clear', 'paste', 'fillDown'] as const) {
      assert.equal((await grid.received(type)).length, 0);
    }
  });

  it('drops what does not match the protocol, and what another frame sends', async () => {
    const grid = await open();
    await grid.host('host.sendRubbish()');
    await grid.untilHost('host.dropped.length > 0');
    await grid.host('host.dropped.length = 0');
    await grid.page.evaluate(`new Promise((resolve) => {
      const stranger = document.createElement('iframe');
      stranger.onload = () => {
        const script = stranger.contentDocument.createElement('script');
        script.textContent = "top.frames[0].postMessage({ type: 'rows', slice: 'strange' }, '*')";
        stranger.contentDocument.body.append(script);
        resolve();
      };
      stranger.srcdoc = '<p>';
      document.body.append(stranger);
    })`);
    await grid.host("host.change(0, 0, 'Afterwards')");
    await grid.shows(0, name, 'Afterwards');
  });

  it('is where it was after a reload of the page', async () => {
    const grid = await open();
    await grid.cell(0, code).click();
    await grid.press('PageDown', 'PageDown', 'Shift+ArrowDown');
    const earlier = await grid.focused();
    const reloaded = grid.page.waitForEvent('framenavigated');
    await grid.page.evaluate("document.querySelector('iframe').contentWindow.location.reload()");
    await reloaded;
    await until(async () => (await grid.selected()).length === 2);
    assert.deepEqual(await grid.focused(), earlier);
  });

  it('goes on counting its changes after a reload of the page, as those of before may be under way', async () => {
    const grid = await open();
    await grid.cell(3, code).click();
    await grid.page.keyboard.type('FIRST');
    await grid.press('Enter');
    await grid.untilHost("host.values[3][1] === 'FIRST'");
    await grid.shows(3, code, 'FIRST');
    const reloaded = grid.page.waitForEvent('framenavigated');
    await grid.page.evaluate("document.querySelector('iframe').contentWindow.location.reload()");
    await reloaded;
    await grid.shows(3, code, 'FIRST');
    await grid.cell(4, code).click();
    await grid.page.keyboard.type('SECOND');
    await grid.press('Enter');
    await grid.untilHost("host.values[4][1] === 'SECOND'");
    const edits = await grid.received('edit');
    assert.deepEqual(
      edits.map(({ sequence }) => sequence),
      [1, 2],
    );
  });

  it('asks for its filter and order again after a reload of the window', async () => {
    const grid = await open();
    await grid.grid.getByRole('searchbox').fill('council');
    await grid.grid.getByText('125 of 1000 labels').first().waitFor();
    await grid.cell(0, code).click();
    await grid.grid.getByRole('columnheader', { name: 'Code' }).click();
    await grid.grid.getByRole('columnheader', { name: 'Code' }).click();
    // The row of the active cell comes along.
    await grid.shows(124, code, 'CODE-000001');
    await grid.page.reload();
    await grid.grid.getByText('125 of 1000 labels').first().waitFor();
    await grid.shows(124, code, 'CODE-000001');
    assert.equal(await grid.cell(-1, code).getAttribute('aria-sort'), 'descending');
    assert.equal(await grid.grid.getByRole('searchbox').inputValue(), 'council');
  });

  it('has the cell open again that was being typed in when the window was loaded anew', async () => {
    const grid = await open();
    const input = grid.cell(2, name).locator('.input');
    await grid.grid.getByRole('columnheader', { name: 'Code' }).click();
    await grid.shows(2, code, 'CODE-000003');
    await grid.cell(2, name).click();
    await grid.page.keyboard.type('Not yet');
    await grid.page.reload();
    await until(
      async () => (await input.count()) === 1 && (await input.inputValue()) === 'Not yet',
    );
    await grid.page.evaluate("document.querySelector('iframe').contentWindow.focus()");
    await grid.atCell(2, name);
    // It is a draft for the extension, too, and no change yet.
    await grid.untilHost("host.draft?.value === 'Not yet'");
    assert.equal((await grid.received('edit')).length, 0);
    await grid.page.keyboard.type('!');
    await grid.press('Enter');
    await grid.untilHost(
      "host.received.some(({ type, value }) => type === 'edit' && value === 'Not yet!')",
    );
    await grid.page.reload();
    await grid.shows(2, code, 'CODE-000003');
    await grid.untilHost('host.received.length > 0');
    const [ready] = await grid.received('ready');
    assert.equal(ready?.view?.draft, undefined);
    assert.equal(await grid.grid.locator('.typing').count(), 0);
  });

  it('sends again what nothing had acknowledged when the window was loaded anew', async () => {
    const grid = await open();
    await grid.silenceHost();
    await grid.cell(3, code).click();
    await grid.page.keyboard.type('FIRST');
    await grid.press('Enter');
    await grid.page.keyboard.type('SECOND');
    await grid.press('Enter');
    await grid.page.keyboard.type('Third, open');
    await grid.page.reload();
    await grid.untilHost("host.values[3][1] === 'FIRST' && host.values[4][1] === 'SECOND'");
    await grid.shows(3, code, 'FIRST');
    await grid.shows(4, code, 'SECOND');
    await grid.untilHost("host.draft?.value === 'Third, open'");
    // The document has them now, and the third is in the open cell still.
    await until(async () => {
      const kept = await grid.frame.evaluate<string>("sessionStorage.getItem('state')");
      return !kept.includes('SECOND') && kept.includes('Third, open');
    });
    await grid.page.reload();
    await grid.shows(3, code, 'CODE-000004');
    await grid.untilHost("host.draft?.value === 'Third, open'");
    assert.equal(await grid.value(4, code), 'CODE-000005');
  });
});

/** Lets `act` do something in a grid that nothing answers, until the grid says so. */
async function leaveUnanswered(
  grid: GridPage,
  act: () => Promise<void>,
  lock?: string,
): Promise<{ resume: () => Promise<void>; late: Locator }> {
  await grid.cell(0, name).click();
  if (lock !== undefined) {
    await grid.host(`host.lock(${JSON.stringify(lock)})`);
    await grid.grid.getByText(lock).waitFor();
  }
  await grid.page.clock.install();
  const resume = await grid.silenceHost();
  const late = grid.grid.getByText('VS Code is not accepting input here.');
  await act();
  await grid.page.clock.fastForward(6000);
  await late.waitFor();
  return { resume, late };
}
