import type { Results } from './result.ts';
import {
  judged,
  medianOf,
  missedBudgets,
  quantileOf,
  ratioOf,
  type Budget,
  type Growth,
  type Row,
  type Unit,
} from './row.ts';
import { subjects } from './subjects.ts';

const heading = [
  ['What', 'Median', 'Middle half', 'Compared with', 'Its median', 'Ratio', 'Budget', ''],
  ['---', '---:', '---:', '---', '---:', '---:', '---', '---'],
];

const widestBar = 40;

/** The rows as a table in Markdown. */
export function rowTable(rows: readonly Row[]): string {
  const lines = [...heading, ...rows.map(cellsOf)];
  const widths = heading[0]?.map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  return lines
    .map((cells) => {
      const padded = cells.map((cell, column) =>
        cell.startsWith('---')
          ? ruleOf(cell, widths?.[column] ?? 0)
          : cell.padEnd(widths?.[column] ?? 0),
      );
      return `| ${padded.join(' | ')} |\n`;
    })
    .join('');
}

/** The results as a page in Markdown. */
export function resultText(results: Results): string {
  const rows = Object.values(results).flatMap((result) => result.rows);
  const growth = Object.values(results).flatMap((result) => result.growth ?? []);
  const missed = rows.flatMap(missedLines);
  const places = Object.entries(results).map(
    ([name, { at, load, machine }]) =>
      `| ${name} | ${subjects[name]?.why ?? ''} | ${at} | ${load.map((each) => each.toFixed(1)).join(' → ')} | ${machine} |`,
  );
  return `# Results

Written by \`npm run bench\`, which measures everything anew; \`npm run bench -- NAME…\` measures some subjects and keeps what was measured of the others. With \`--check\` it exits with 1 where a budget is missed. All single values are in \`results.json\`.

A comparison is measured in the same run. Where both were measured in turns, what else the machine does meets both, and the ratio is the median of the ratios of these pairs; otherwise it is that of the medians.

${rowTable(rows)}
## Budgets that are missed

${missed.length === 0 ? 'None.' : missed.join('\n')}

## How the cost grows

The bars show what one label costs: they are equal where a list ten times as long costs ten times as much.

\`\`\`
${growth.map(plotOf).join('\n')}\`\`\`

## Why, when and where

| Subject | Why it is measured | Measured at | Load of the machine, before → after | Machine |
| --- | --- | --- | --- | --- |
${places.join('\n')}
`;
}

function cellsOf(row: Row): string[] {
  const { budgets = [], comparison, name, unit, values } = row;
  const ratio = ratioOf(row);
  return [
    name,
    figureText(medianOf(values), unit),
    values.length === 1
      ? 'once'
      : `${figureText(quantileOf(values, 0.25), unit)} to ${figureText(quantileOf(values, 0.75), unit)}`,
    comparison?.name ?? '',
    comparison === undefined ? '' : figureText(medianOf(comparison.values), unit),
    ratio === undefined ? '' : ratio.toFixed(2),
    budgets.map((budget) => budgetText(budget, unit)).join(', '),
    budgets.length === 0 ? '' : missedBudgets(row).length === 0 ? 'kept' : '**missed**',
  ];
}

/** What a row misses, with the reason once; nothing where it misses no budget. */
function missedLines(row: Row): string[] {
  const missed = missedBudgets(row).map((budget) => {
    const value = judged(row, budget);
    const shown = budget.of === 'ratio' ? value.toFixed(2) : figureText(value, row.unit);
    return `${shown} where ${budgetText(budget, row.unit)} is allowed`;
  });
  const reason = row.reason === undefined ? '' : ` ${row.reason}`;
  return missed.length === 0 ? [] : [`- ${row.name}: ${missed.join(', ')}.${reason}`];
}

function budgetText(budget: Budget, unit: Unit): string {
  const [sign, limit] = 'atMost' in budget ? ['≤', budget.atMost] : ['≥', budget.atLeast];
  switch (budget.of) {
    case 'figure':
      return `${sign} ${figureText(limit, unit)}`;
    case 'ratio':
      return `${sign} ${limit} ×`;
    case 'difference':
      return `${sign} + ${figureText(limit, unit)}`;
  }
}

function figureText(value: number, unit: Unit): string {
  switch (unit) {
    case 'ms':
      return `${Math.abs(value) < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
    case 's':
      return `${value.toFixed(2)} s`;
    case 'bytes':
      return `${value < 10_000 ? value.toFixed(0) : `${(value / 1000).toFixed(0)} k`}B`;
    case 'requests':
    case 'rows':
      return `${value.toFixed(0)} ${unit}`;
    case 'per second':
      return `${value.toFixed(0)}/s`;
  }
}

/** Three bars: what one label costs in lists of several lengths. */
function plotOf({ name, unit, values }: Growth): string {
  const costs = values.map(([labels, value]) => value / labels);
  const most = Math.max(...costs);
  const lines = values.map(([labels, value], index) => {
    const bar = '█'.repeat(Math.max(1, Math.round(((costs[index] ?? 0) / most) * widestBar)));
    const count = labels.toLocaleString('en').padStart(9);
    return `${count} ${figureText(value, unit).padStart(10)} ${bar}\n`;
  });
  return `${name}\n${lines.join('')}`;
}

function ruleOf(cell: string, width: number): string {
  return cell.endsWith(':')
    ? `${'-'.repeat(Math.max(2, width - 1))}:`
    : '-'.repeat(Math.max(3, width));
}
