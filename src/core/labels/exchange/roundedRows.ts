import * as l10n from '@vscode/l10n';
import type { Label } from '../../api/label.ts';
import { groupInSlices, inSlices, itemsInSlices, sortInSlices } from '../../async/slices.ts';
import {
  RowCollector,
  type ImportProblem,
  type ImportRows,
  type LabelRow,
  type RoundedRow,
} from './importRows.ts';

/** Returns the codes of the rows whose IDs a spreadsheet has rounded, yielding to other work in between. */
export async function codesOfRounded({ rounded }: ImportRows): Promise<readonly string[]> {
  const codes = new Set<string>();
  for await (const slice of inSlices(rounded)) {
    slice.flatMap(({ changes }) => changes.labelCode ?? []).forEach((code) => codes.add(code));
  }
  return Array.from(codes);
}

/**
 * Matches rows with rounded IDs to `labels` by their codes, if the label's ID rounds to that of the row, yielding to
 * other work in between.
 */
export async function matchedByCode(
  rows: ImportRows,
  labels: Iterable<Label>,
): Promise<ImportRows> {
  const labelsByCode = await groupInSlices(labels, ({ labelCode }) => labelCode);
  const rowsOfLabels: LabelRow[] = Array.from(rows.rows, ([id, row]) => ({ id, ...row }));
  const problems: ImportProblem[] = Array.from(rows.problems);
  for await (const row of itemsInSlices(rows.rounded)) {
    const { changes, id: written, line } = row;
    const withCode =
      changes.labelCode === undefined ? [] : (labelsByCode.get(changes.labelCode) ?? []);
    const [label, ...others] = withCode.filter(({ id }) => isRoundedFrom(id, written));
    if (label === undefined || others.length > 0) {
      problems.push({ id: written, line, reason: reasonFor(row, withCode.length) });
    } else {
      rowsOfLabels.push({ id: label.id, line, changes });
    }
  }
  const matched = new RowCollector();
  const inOrder = await sortInSlices(rowsOfLabels, (one, other) => one.line - other.line);
  for await (const row of itemsInSlices(inOrder)) {
    matched.add(row);
  }
  return {
    ...(await matched.result(problems)),
    rounded: [],
    ignoredColumns: rows.ignoredColumns,
  };
}

/** Rejects the rows whose IDs a spreadsheet has rounded, yielding to other work in between. */
export async function withoutRounded(rows: ImportRows): Promise<ImportRows> {
  const problems: ImportProblem[] = Array.from(rows.problems);
  for await (const { id, line } of itemsInSlices(rows.rounded)) {
    problems.push({ id, line, reason: roundedText() });
  }
  return { ...rows, rounded: [], problems };
}

function reasonFor({ changes }: RoundedRow, count: number): string {
  if (changes.labelCode === undefined) {
    return roundedText();
  }
  return count === 0
    ? l10n.t('A spreadsheet has rounded this ID, and no label has the code of this row.')
    : l10n.t(
        'A spreadsheet has rounded this ID, and several labels or rows have the code of this row.',
      );
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
