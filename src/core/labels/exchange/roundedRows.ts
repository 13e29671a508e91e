import * as l10n from '@vscode/l10n';
import type { Label } from '../../api/label.ts';
import {
  codesOf,
  RowCollector,
  type ImportProblem,
  type ImportRows,
  type LabelRow,
  type RoundedRow,
} from './importRows.ts';

/** Codes of the rows whose IDs a spreadsheet has rounded. */
export function codesOfRounded({ rounded }: ImportRows): readonly string[] {
  return Array.from(new Set(rounded.flatMap(({ changes }) => changes.labelCode ?? [])));
}

/** Matches rows with rounded IDs to `labels` by their codes, if the label's ID rounds to that of the row. */
export function matchedByCode(rows: ImportRows, labels: Iterable<Label>): ImportRows {
  const labelsByCode = Map.groupBy(labels, ({ labelCode }) => labelCode);
  const rowsOfLabels: LabelRow[] = Array.from(rows.rows, ([id, row]) => ({ id, ...row }));
  const refused: ImportProblem[] = [];
  for (const row of rows.rounded) {
    const { changes, id: written, line } = row;
    const withCode =
      changes.labelCode === undefined ? [] : (labelsByCode.get(changes.labelCode) ?? []);
    const [label, ...others] = withCode.filter(({ id }) => isRoundedFrom(id, written));
    if (label === undefined || others.length > 0) {
      refused.push({ id: written, line, reason: reasonFor(row, withCode.length) });
    } else {
      rowsOfLabels.push({ id: label.id, line, changes });
    }
  }
  const matched = new RowCollector();
  rowsOfLabels.toSorted((one, other) => one.line - other.line).forEach((row) => matched.add(row));
  return {
    rows: matched.rows,
    codes: new Map(Array.from(matched.rows, ([id, row]) => [id, codesOf(row)])),
    rounded: [],
    problems: [...rows.problems, ...refused, ...matched.contradictions()],
    ignoredColumns: rows.ignoredColumns,
  };
}

/** Rejects the rows whose IDs a spreadsheet has rounded. */
export function withoutRounded(rows: ImportRows): ImportRows {
  const problems = rows.rounded.map(({ id, line }) => ({ id, line, reason: roundedText() }));
  return { ...rows, rounded: [], problems: [...rows.problems, ...problems] };
}

function reasonFor({ changes }: RoundedRow, count: number): string {
  if (changes.labelCode === undefined) {
    return roundedText();
  }
  return count === 0
    ? l10n.t('A spreadsheet has rounded this ID, and no label has the code of this row.')
    : l10n.t('A spreadsheet has rounded this ID, and the code does not tell which label is meant.');
}

function roundedText(): string {
  return l10n.t('A spreadsheet has rounded this ID.');
}

/** Returns whether a spreadsheet may have rounded `id` to `written`. */
function isRoundedFrom(id: string, written: string): boolean {
  const number = written.replace(',', '.');
  const [mantissa = ''] = number.split(/e/iu);
  // A spreadsheet keeps 15 digits.
  const decimals = mantissa === number ? 14 : mantissa.replace('.', '').length - 1;
  return Number(id).toExponential(decimals) === Number(number).toExponential(decimals);
}
