import type { Frame } from 'playwright-core';
import * as z from 'zod';
import { formFrame } from '../../workbench/formAudit.ts';
import { LabelTable, tableColumns } from '../../workbench/labelTable.ts';
import { BenchWindow, longest } from '../benchWindow.ts';
import type { Measurement } from '../row.ts';

const labels = 100_000;
const labelsText = labels.toLocaleString('en');
const openings = 3;
const edits = 10;
const jumps = 15;

/** In every page: notes when it first shows a row, on the clock that all pages of the browser share. */
const noteFirstRow = `globalThis.firstRowAt = new Promise((resolve) => {
  const timer = setInterval(() => {
    if (document.querySelector('[data-row="0"] .text') !== null) {
      clearInterval(timer);
      resolve(performance.timeOrigin + performance.now());
    }
  }, 1);
});`;

/** Jumps through all rows; returns the milliseconds of each jump, and the most rows that were in the page. */
const jumpThroughRows = `(async () => {
  const scroller = document.querySelector('.scroller');
  const height = document.querySelector('.body .row').offsetHeight;
  const times = [];
  let most = 0;
  for (let index = 1; index <= ${jumps}; index++) {
    const row = Math.floor((index * ${labels - 100}) / ${jumps});
    const begun = performance.now();
    scroller.scrollTop = row * height;
    while (document.querySelector('[data-row="' + row + '"] .text') === null) {
      await new Promise(requestAnimationFrame);
    }
    times.push(performance.now() - begun);
    most = Math.max(most, document.querySelectorAll('.body .row').length);
  }
  return { times, most };
})()`;

const jumped = z.object({ times: z.array(z.number()), most: z.number() });
const turns = z.array(z.object({ at: z.number(), work: z.number() }));
const memory = z.object({ bytes: z.number() });

/** A table of 100,000 labels: opening, editing, sorting, filtering, scrolling, and Replace All in its text. */
export async function measureTable(): Promise<Measurement> {
  const window = await BenchWindow.start([
    `--labels=${labels}`,
    '--latency=5',
    '--page-limit=1000',
  ]);
  try {
    await window.workbench.page.context().addInitScript(noteFirstRow);
    await window.workbench.open();
    await window.view.open();
    await window.untilIdle();
    const before = await bytesOf(window);
    const [opened, fetched]: [number[], number[]] = [[], []];
    await window.ask('Watch Work', 'watching');
    for (let round = 0; round < openings; round += 1) {
      await window.workbench.quickInput.runCommand('View: Close All Editors');
      await window.untilIdle();
      fetched.push(z.number().parse(await window.ask('Load All by Bare Fetch', 'load')) / 1000);
      await window.untilIdle();
      opened.push((await timeOfOpening(window)) / 1000);
    }
    await window.untilIdle();
    const openedAt = Date.now();
    const table = new TimedTable(window, await formFrame(window.workbench));
    const edited = await table.timesOfEdits();
    const filtered = await table.timesOfFiltering();
    const sorted = await table.timesOfSorting();
    const jump = jumped.parse(await table.grid.evaluate(jumpThroughRows));
    const after = await bytesOf(window);
    const usedAt = Date.now();
    const replaced = await table.timeOfReplacing();
    const work = turns.parse(await window.ask('Report Work', 'work'));
    const longestBlock = (from: number, to: number): number =>
      Math.max(0, ...work.filter(({ at }) => at >= from && at < to).map((turn) => turn.work));
    const block = {
      unit: 'ms',
      reason: 'VS Code works in the same thread: it splits the text into lines, for one.',
    } as const;
    return {
      rows: [
        {
          name: `open ${labelsText} labels as a table until its first row`,
          unit: 's',
          values: opened,
          comparison: {
            name: 'a bare loop of fetch in the same host',
            values: fetched,
            isInTurns: true,
          },
          budgets: [{ of: 'difference', atMost: 2 }],
        },
        {
          name: 'change of a cell → document and back',
          unit: 'ms',
          values: edited,
          budgets: [{ of: 'figure', atMost: 50 }],
        },
        {
          name: `sort a table of ${labelsText} labels`,
          unit: 'ms',
          values: sorted,
          budgets: [{ of: 'figure', atMost: 200 }],
        },
        {
          name: `filter a table of ${labelsText} labels`,
          unit: 'ms',
          values: filtered,
          budgets: [{ of: 'figure', atMost: 200 }],
        },
        {
          name: `jump in a table of ${labelsText} labels`,
          unit: 'ms',
          values: jump.times,
          budgets: [{ of: 'figure', atMost: 100 }],
        },
        {
          name: 'rows of a table in its page',
          unit: 'rows',
          values: [jump.most],
          budgets: [{ of: 'figure', atMost: 400 }],
        },
        {
          name: `Replace All in the text of ${labelsText} labels until the table shows it`,
          unit: 's',
          values: [replaced / 1000],
          budgets: [{ of: 'figure', atMost: 3 }],
        },
        {
          name: `memory of a table of ${labelsText} labels in the extension host`,
          unit: 'bytes',
          values: [after - before],
        },
        { ...block, name: 'longest block of the host: open', values: [longestBlock(0, openedAt)] },
        {
          ...block,
          name: 'longest block of the host: edit, sort and filter',
          values: [longestBlock(openedAt, usedAt)],
        },
        {
          ...block,
          name: 'longest block of the host: Replace All',
          values: [longestBlock(usedAt, Infinity)],
        },
      ],
    };
  } finally {
    await window.stop();
  }
}

async function bytesOf(window: BenchWindow): Promise<number> {
  await window.untilIdle();
  return memory.parse(await window.ask('Measure Memory', 'memory')).bytes;
}

/** From the key that starts it in the palette. */
async function timeOfOpening({ workbench }: BenchWindow): Promise<number> {
  const { page, quickInput } = workbench;
  const title = 'Workforce: Open as Table';
  await page.keyboard.press('F1');
  await quickInput.input.waitFor();
  await quickInput.fill(`>${title}`);
  await quickInput.focusedRow(title).waitFor();
  const began = await begins(page.mainFrame(), 'keydown');
  await quickInput.accept();
  await workbench.webview.locator('[data-row="0"] .text').first().waitFor({ timeout: longest });
  const grid = await formFrame(workbench);
  return (await grid.evaluate<number>('globalThis.firstRowAt')) - (await began());
}

/** Notes the next event of a type in `frame`. Returns a function that reads when it came. */
async function begins(frame: Frame, event: 'click' | 'keydown'): Promise<() => Promise<number>> {
  await frame.evaluate(`globalThis.begunAt = new Promise((resolve) => {
    addEventListener(
      ${JSON.stringify(event)},
      () => resolve(performance.timeOrigin + performance.now()),
      { capture: true, once: true },
    );
  }); undefined`);
  return async () => await frame.evaluate<number>('globalThis.begunAt');
}

/** The table that a window shows. */
class TimedTable {
  readonly grid: Frame;
  readonly #window: BenchWindow;
  readonly #table: LabelTable;

  constructor(window: BenchWindow, grid: Frame) {
    this.#window = window;
    this.#table = new LabelTable(window.workbench);
    this.grid = grid;
  }

  /** From Enter in a cell until the page has been told that the document holds the change. */
  async timesOfEdits(): Promise<readonly number[]> {
    const { keyboard } = this.#window.workbench.page;
    const times: number[] = [];
    for (let row = 1; row <= edits; row += 1) {
      await this.#table.goTo(row, 'name');
      await keyboard.type(`Renamed ${row}`);
      await this.#window.untilIdle();
      const condition = summaryBegins(row === 1 ? '1 label ' : `${row} labels `);
      times.push(await this.#time('keydown', condition, async () => await keyboard.press('Enter')));
    }
    return times;
  }

  /** From a click on a header until the rows are in that order. */
  async timesOfSorting(): Promise<readonly number[]> {
    const times: number[] = [];
    for (const column of ['name', 'code', 'status', 'id'] as const) {
      for (const order of ['ascending', 'descending']) {
        const header = `[data-row="-1"] > [data-column="${tableColumns[column]}"]`;
        const condition = `document.querySelector('${header}').ariaSort === '${order}'`;
        const click = async (): Promise<void> => await this.#table.cell(-1, column).click();
        times.push(await this.#time('click', condition, click));
        await this.#window.untilIdle();
      }
    }
    return times;
  }

  /** From each key in the filter until there are fewer rows, or more again. */
  async timesOfFiltering(): Promise<readonly number[]> {
    const { page } = this.#window.workbench;
    const times: number[] = [];
    await this.#table.filter.focus();
    for (const key of ['m', 'e', 'n', 'Backspace', 'Backspace', 'Backspace']) {
      const shown = await this.grid.evaluate<string>(rowCount);
      const condition = `${rowCount} !== ${JSON.stringify(shown)}`;
      const press = async (): Promise<void> => await page.keyboard.press(key);
      times.push(await this.#time('keydown', condition, press));
      await this.#window.untilIdle();
    }
    return times;
  }

  /** From the key that replaces a part of every name in the text beside the table until the table shows it. */
  async timeOfReplacing(): Promise<number> {
    const { workbench } = this.#window;
    const { page } = workbench;
    await workbench.editorAction('Edit Table as Text').click();
    await page.locator('.editor-instance .view-lines').getByText('labelCode').first().waitFor();
    await page.locator('.editor-instance .native-edit-context').focus();
    await page.keyboard.press('Control+h');
    const find = page.locator('.find-widget.visible.replaceToggled');
    const [wanted, replacement] = ['find', 'replace'].map((part) =>
      find.locator(`.${part}-part textarea`),
    );
    await wanted?.press('Alt+r');
    await wanted?.fill('^("[^"]*","[^"]*",")');
    await replacement?.fill('$1New ');
    await find
      .locator('.find-part .matchesCount')
      .getByText(/ of \d/)
      .waitFor({ state: 'attached' });
    await this.#window.untilIdle();
    return await this.#time(
      'keydown',
      summaryBegins(`${labelsText} labels `),
      async () => await replacement?.press('Control+Alt+Enter'),
      page.mainFrame(),
    );
  }

  /** Time from the next event of a type in `from` until what makes `condition` true in the grid is drawn. */
  async #time(
    event: 'click' | 'keydown',
    condition: string,
    act: () => Promise<void>,
    from = this.grid,
  ): Promise<number> {
    await this.grid.evaluate(`globalThis.shownAt = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error('It has not come in time.')), ${longest});
      const observer = new MutationObserver(() => {
        if (${condition}) {
          observer.disconnect();
          requestAnimationFrame(() => {
            setTimeout(() => resolve(performance.timeOrigin + performance.now()));
          });
        }
      });
      observer.observe(document, {
        attributes: true, characterData: true, childList: true, subtree: true,
      });
    }); undefined`);
    const began = await begins(from, event);
    await act();
    return (await this.grid.evaluate<number>('globalThis.shownAt')) - (await began());
  }
}

const rowCount = `document.querySelector('[role=grid]').ariaRowCount`;

/** Condition: the sentence about changed labels begins so. */
function summaryBegins(text: string): string {
  return `document.querySelector('.summary').textContent.startsWith(${JSON.stringify(text)})`;
}
