/** One figure, and the bound that it must not exceed, if there is one. */
export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | 's' | 'bytes';
  readonly bound?: number;
}

/** The median of `values`, of which there is one at least. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}

/** Whether the figure is within its bound. */
export function isWithinBound({ value, bound }: Measurement): boolean {
  return bound === undefined || value <= bound;
}

/** The figure in one line. */
export function describe(measurement: Measurement): string {
  const { name, value, unit, bound } = measurement;
  const figure = `${format(value, unit)} ${unit}`;
  const limit = bound === undefined ? '' : ` (bound ${format(bound, unit)} ${unit})`;
  return `${isWithinBound(measurement) ? 'ok    ' : 'BROKEN'} ${name}: ${figure}${limit}`;
}

function format(value: number, unit: Measurement['unit']): string {
  return value.toFixed(unit === 's' ? 2 : 0);
}
