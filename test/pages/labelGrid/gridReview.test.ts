import assert from 'node:assert/strict';
import { columns, useGrids } from './useGrids.ts';

const { changedAt } = columns;

describe('A grid as a review', () => {
  const open = useGrids();

  it('says field, old and new value of each changed cell', async () => {
    const grid = await open({ purpose: 'review' });
    const cell = grid.cell(1, 1);
    assert.equal(
      await cell.locator('.spoken').textContent(),
      'Name, old value Überstunden (Tarif) 2, new value Überstunden (Tarif) (elected) 2',
    );
    assert.equal(await cell.locator('ins mark').textContent(), '(elected) ');
  });

  it('shortens no value while the window has room for it', async () => {
    const grid = await open({ purpose: 'review', width: 1500, rowCount: 60 });
    const shown = grid.cell(1, 1).locator('ins');
    assert.equal(await shown.textContent(), 'Überstunden (Tarif) (elected) 2');
    // A column that gets narrow shortens them, so that the change stays in sight.
    await grid.page.setViewportSize({ width: 320, height: 700 });
    await grid.cell(1, 1).getByText('…den (Tarif) (elected) 2').waitFor();
    await grid.page.setViewportSize({ width: 1500, height: 700 });
    await grid.cell(1, 1).getByText('Überstunden (Tarif) (elected) 2').first().waitFor();
  });

  it('leaves the other columns as they are when one is made wider', async () => {
    const grid = await open({ purpose: 'review', width: 1280 });
    await grid.cell(0, 2).click();
    const [earlier, code] = [
      await grid.cell(0, 1).boundingBox(),
      await grid.cell(0, 2).boundingBox(),
    ];
    await grid.press('ArrowUp', 'Alt+ArrowLeft');
    assert.deepEqual(await grid.cell(0, 1).boundingBox(), earlier);
    assert.equal((await grid.cell(0, 2).boundingBox())?.width, (code?.width ?? 0) - 10);
  });

  it('ticks rows one by one, in ranges, and all', async () => {
    const grid = await open({ purpose: 'review' });
    await grid.cell(0, 1).click();
    await grid.press('ArrowLeft', 'Space');
    await grid.grid.getByRole('button', { name: 'Apply 999 Changes' }).waitFor();
    const all = grid.grid.getByRole('checkbox', { name: 'Include all rows that are shown' });
    assert.equal(
      await grid.frame.evaluate("document.querySelector('.header input').indeterminate"),
      true,
    );
    await grid.press('ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Space');
    await grid.grid.getByRole('button', { name: 'Apply 996 Changes' }).waitFor();
    await all.click();
    await grid.grid.getByRole('button', { name: 'Apply 1000 Changes' }).waitFor();
    await all.click();
    const apply = grid.grid.getByRole('button', { name: 'Apply 0 Changes' });
    assert.ok(await apply.isDisabled());
    await grid.cell(3, 0).locator('input').click();
    await grid.grid.getByRole('button', { name: 'Apply 1 Changes' }).waitFor();
    await grid.atCell(3, 0);
  });

  it('is applied and cancelled by a person, and by no script', async () => {
    const grid = await open({ purpose: 'review' });
    await grid.frame.evaluate(
      "document.querySelectorAll('.actions button').forEach((button) => button.click())",
    );
    await grid.frame.evaluate(
      "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }))",
    );
    assert.deepEqual(await grid.received('press'), []);
    await grid.cell(2, 2).click();
    await grid.grid.getByRole('button', { name: /^Apply/, disabled: false }).waitFor();
    await grid.press('Control+Enter');
    await grid.grid.getByRole('button', { name: 'Cancel' }).click();
    await grid.untilHost("host.received.filter(({ type }) => type === 'press').length === 2");
    const pressed = await grid.received('press');
    assert.deepEqual(
      pressed.map(({ button }) => button),
      ['primary', 'cancel'],
    );
  });

  it('shows what was there, what somebody else has set, and what is to replace it', async () => {
    const grid = await open({ purpose: 'review' });
    const cell = grid.cell(5, 2);
    await cell.click();
    assert.match(await cell.locator('.text').innerText(), /^CODE-000006\s*→\s*TG-12\s*→\s*TG-13/);
    await grid.grid.getByText('Conflict: somebody else has changed this to TG-12.').waitFor();
    // A tick says which of them is sent.
    assert.equal(await grid.grid.getByRole('button', { name: 'Take Theirs' }).count(), 0);
  });

  it('changes a choice, and keeps the focus on it', async () => {
    const grid = await open({ purpose: 'review' });
    const choices = grid.grid.getByRole('group', { name: 'Fields to copy:' });
    await choices.getByText('Status').click();
    await grid.untilHost("host.received.some(({ type }) => type === 'choose')");
    const [chosen] = await grid.received('choose');
    assert.deepEqual([chosen?.id, chosen?.isChosen], ['Status', false]);
    const status = choices.getByRole('checkbox', { name: 'Status' });
    assert.equal(await status.isChecked(), false);
    assert.equal(await choices.getByRole('checkbox', { name: 'Name' }).isChecked(), true);
    await grid.page.keyboard.press('Space');
    await grid.untilHost("host.received.filter(({ type }) => type === 'choose').length === 2");
    assert.equal(await status.isChecked(), true);
  });

  it('keeps the focus on the button while what it does is under way', async () => {
    const grid = await open({ purpose: 'review', isClockPaused: true });
    const apply = grid.grid.getByRole('button', { name: 'Apply 1000 Changes' });
    await grid.cell(0, 1).click();
    await grid.page.clock.runFor(1000);
    await apply.focus();
    await grid.grid.getByRole('button', { name: /^Apply/, disabled: false }).waitFor();
    await grid.page.keyboard.press('Enter');
    await grid.grid.getByRole('button', { name: 'Apply 1000 Changes', disabled: true }).waitFor();
    await grid.page.keyboard.press('Enter');
    assert.equal(
      await grid.frame.evaluate('document.activeElement.textContent'),
      'Apply 1000 Changes',
    );
    assert.equal((await grid.received('press')).length, 1);
  });

  it('takes no text', async () => {
    const grid = await open({ purpose: 'review' });
    await grid.cell(1, 1).click();
    await grid.page.keyboard.type('x');
    assert.equal(await grid.grid.locator('.input').count(), 0);
    assert.equal(await grid.cell(1, changedAt).getAttribute('aria-readonly'), 'true');
  });
});
