/** What a figure counts. Of `per second` more is better. */
export type Unit = 'ms' | 's' | 'bytes' | 'per second' | 'requests' | 'rows';

/** What a row must keep. `ratio`: the figure ÷ what it is compared with. `difference`: the figure − that. */
export type Budget =
  | { readonly of: 'figure' | 'ratio' | 'difference'; readonly atMost: number }
  | { readonly of: 'figure' | 'ratio'; readonly atLeast: number };

/** What a figure is measured against in the same run, such as the same work without this extension. */
interface Comparison {
  readonly name: string;
  readonly values: readonly number[];
  /** Set if the value at each place was measured right before or after the figure at that place. */
  readonly isInTurns?: true;
}

/** One row of the table: a figure, what it is compared with in the same run, and what it must be. */
export interface Row {
  readonly name: string;
  readonly unit: Unit;
  /** As often as it was measured, which is once at least. */
  readonly values: readonly number[];
  readonly comparison?: Comparison;
  readonly budgets?: readonly Budget[];
  /** Where a budget cannot be reached: what the profile shows and why. Printed where it is missed. */
  readonly reason?: string;
}

/** A figure at 1,000, 10,000 and 100,000 labels. */
export interface Growth {
  readonly name: string;
  readonly unit: Unit;
  /** By the number of labels. */
  readonly values: readonly (readonly [labels: number, value: number])[];
}

/** What a subject has measured. */
export interface Measurement {
  readonly rows: readonly Row[];
  readonly growth?: readonly Growth[];
}

/** The value below which `part` of the values lie; `part` is from 0 to 1. */
export function quantileOf(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const position = part * (sorted.length - 1);
  const below = sorted[Math.floor(position)] ?? NaN;
  const above = sorted[Math.ceil(position)] ?? NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/** The median of `values`, of which there is one at least. */
export function medianOf(values: readonly number[]): number {
  return quantileOf(values, 0.5);
}

/** The figure ÷ what it is compared with: the median of the pairs where they were measured in turns. */
export function ratioOf({ values, comparison }: Row): number | undefined {
  return comparison === undefined ? undefined : ofPairs(values, comparison, (a, b) => a / b);
}

/** What `budget` is about. Throws an `Error` where the row has nothing to compare its figure with. */
export function judged(row: Row, budget: Budget): number {
  if (budget.of === 'figure') {
    return medianOf(row.values);
  }
  if (row.comparison === undefined) {
    throw new Error(`“${row.name}” is compared with nothing.`);
  }
  return ofPairs(row.values, row.comparison, (figure, other) =>
    budget.of === 'ratio' ? figure / other : figure - other,
  );
}

/** The budgets that the row misses. */
export function missedBudgets(row: Row): readonly Budget[] {
  return (row.budgets ?? []).filter((budget) => {
    const value = judged(row, budget);
    return 'atMost' in budget ? !(value <= budget.atMost) : !(value >= budget.atLeast);
  });
}

function ofPairs(
  values: readonly number[],
  { isInTurns, values: others }: Comparison,
  combine: (figure: number, other: number) => number,
): number {
  return isInTurns === true
    ? medianOf(values.map((value, index) => combine(value, others[index] ?? NaN)))
    : combine(medianOf(values), medianOf(others));
}
