import assert from 'node:assert/strict';
import { until } from '../../support/until.ts';
import { columns, useGrids } from './useGrids.ts';

const { name, code } = columns;

describe('The mouse in a grid', () => {
  const open = useGrids();

  it('selects by dragging, to where it scrolls', async () => {
    const grid = await open();
    const start = await grid.cell(2, name).boundingBox();
    const end = await grid.cell(4, code).boundingBox();
    assert.ok(start && end);
    const { mouse } = grid.page;
    await mouse.move(start.x + 20, start.y + 10);
    await mouse.down();
    await mouse.move(end.x + 20, end.y + 10, { steps: 4 });
    assert.equal((await grid.selected()).length, 6);
    await mouse.move(end.x + 20, 695, { steps: 4 });
    await until(
      async () => await grid.frame.evaluate("document.querySelector('.scroller').scrollTop > 200"),
    );
    await mouse.up();
    await grid.atCell(2, name);
  });

  it('opens a cell with a double click, and selects a column with Ctrl', async () => {
    const grid = await open();
    await grid.cell(1, name).dblclick();
    await grid.page.keyboard.type('!');
    await grid.press('Enter');
    await grid.untilHost("host.values[1][0] === 'Überstunden (Tarif) 2!'");
    await grid.cell(-1, code).click({ modifiers: ['ControlOrMeta'] });
    await grid.grid.getByText('1,000 × 1 selected').first().waitFor();
    assert.equal((await grid.received('sort')).length, 0);
  });

  it('resizes columns by their edge', async () => {
    const grid = await open();
    const header = await grid.cell(-1, name).boundingBox();
    assert.ok(header);
    const { mouse } = grid.page;
    const x = header.x + header.width - 3;
    await mouse.move(x, header.y + 10);
    await mouse.down();
    await mouse.move(x + 50, header.y + 10, { steps: 3 });
    await mouse.up();
    const wider = header.width + 50;
    assert.equal((await grid.received('widths')).at(-1)?.widths['labelName'], wider);
    assert.equal((await grid.received('sort')).length, 0);
    assert.equal((await grid.cell(5, name).boundingBox())?.width, wider);
  });
});

describe('The clipboard in a grid', () => {
  const open = useGrids();

  it('copies what is selected and pastes it elsewhere', async () => {
    const grid = await open();
    await grid.cell(0, name).click();
    await grid.press('Shift+ArrowDown', 'Shift+ArrowRight', 'Control+c');
    await grid.cell(4, name).click();
    await grid.press('Control+v');
    await grid.untilHost("host.values[5][1] === 'CODE-000002'");
    assert.equal(await grid.value(4, name), 'Works council 1');
    assert.deepEqual(await grid.selected(), ['4,0', '4,1', '5,0', '5,1']);
    const [sent] = await grid.received('paste');
    assert.equal(sent?.isTyped, true);
  });

  it('cuts', async () => {
    const grid = await open();
    await grid.cell(0, code).click();
    await grid.press('Control+x');
    await grid.untilHost("host.values[0][1] === ''");
    await grid.cell(1, code).click();
    await grid.press('Control+v');
    await grid.untilHost("host.values[1][1] === 'CODE-000001'");
  });

  it('pastes 10,000 rows, says what was left out, and leaves the text of an input alone', async () => {
    const grid = await open({ rowCount: 20_000 });
    await grid.cell(10, code).click();
    const lines = Array.from({ length: 10_000 }, (_, index) => `P-${index}\t1\tread-only`);
    await grid.paste(lines.join('\n'));
    await grid.untilHost("host.values[10009][1] === 'P-9999'");
    await grid.shows(10, code, 'P-0');
    await grid.grid.getByText('10000 read-only cells were left as they are.').first().waitFor();
    await grid.grid.getByText('10,000 × 3 selected').first().waitFor();
    await grid.press('F2');
    await grid.press('Control+a', 'Control+c', 'Escape');
    assert.equal((await grid.received('copy')).length, 0);
  });

  it('lets the extension copy what is not in the page', async () => {
    const grid = await open({ rowCount: 20_000 });
    await grid.cell(0, code).click();
    await grid.press('Control+a', 'Control+c');
    await grid.untilHost('host.copied !== ""');
    assert.equal(await grid.host('host.copied'), '{"top":0,"bottom":19999,"left":0,"right":4}');
  });
});
