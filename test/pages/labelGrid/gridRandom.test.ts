import assert from 'node:assert/strict';
import { randomFrom } from '../../support/randomFrom.ts';
import { timeLimits } from '../../support/timeLimits.ts';
import { until } from '../../support/until.ts';
import { GridModel, randomStep, type GridStep } from './gridModel.ts';
import type { GridPage } from './gridPage.ts';
import { useGrids } from './useGrids.ts';

const seed = Number(process.env['GRID_SEED'] ?? 1);
const sequences = Number(process.env['GRID_SEQUENCES'] ?? 3);
const stepsPerSequence = 60;

/** State of the page that the model knows. */
interface PageState {
  readonly values: string[][];
  readonly selected: string[];
  readonly active: string;
  readonly text: string | undefined;
}

describe('The grid under random keys', function () {
  this.timeout(timeLimits.longTest);
  const open = useGrids();

  for (let sequence = 0; sequence < sequences; sequence++) {
    it(`selects and holds what a spreadsheet would (GRID_SEED=${seed + sequence})`, async () => {
      const random = randomFrom(seed + sequence);
      const grid = await open({ rowCount: 30, height: 900 });
      await grid.cell(0, 0).click();
      const model = new GridModel(await grid.host<string[][]>('host.values'));
      const taken: GridStep[] = [];
      for (let count = 0; count < stepsPerSequence; count++) {
        const step = randomStep(model, random);
        taken.push(step);
        model.take(step);
        await take(grid, step);
        const expected = {
          values: model.values,
          selected: model.selected,
          active: `${model.active.row},${model.active.column}`,
          text: model.text,
        };
        let actual: PageState | undefined;
        try {
          await until(
            async () => {
              actual = await stateOf(grid);
              return JSON.stringify(actual) === JSON.stringify(expected);
            },
            { pause: 5 },
          );
        } catch {
          console.log(taken.map((each) => JSON.stringify(each)).join('\n'));
          assert.deepEqual(actual, expected);
        }
      }
    });
  }
});

async function stateOf(grid: GridPage): Promise<PageState> {
  return await grid.page.evaluate(`(() => {
    const page = document.querySelector('iframe').contentDocument;
    const place = (cell) => cell.parentElement.dataset.row + ',' + cell.dataset.column;
    return {
      values: host.values.map((row) => [...row]),
      selected: Array.from(page.querySelectorAll('.body [aria-selected=true]'), place),
      active: place(page.activeElement.closest('[data-column]') ?? page.querySelector('.row .active')),
      text: page.querySelector('.typing > .input')?.value,
    };
  })()`);
}

async function take(grid: GridPage, step: GridStep): Promise<void> {
  if (step.kind === 'press') {
    await (step.key.length === 1 ? grid.page.keyboard.type(step.key) : grid.press(step.key));
  } else {
    await grid
      .cell(step.row, step.column)
      .click({ position: { x: 15, y: 8 }, modifiers: step.isExtending ? ['Shift'] : [] });
  }
}
