/** The codes of the labels among rows: the row of a label has its code in its accessible name. */
export function codesIn(rows: readonly string[]): string[] {
  return rows.flatMap((row) => /, code ([^,]+), /.exec(row)?.[1] ?? []);
}
