import * as l10n from '@vscode/l10n';
import type { Label } from '../../api/label.ts';
import { editableFields } from '../../api/labelFields.ts';
import { inSlices, sortInSlices } from '../../async/slices.ts';
import { singleLine } from '../../text/displayText.ts';
import type { AccountComparison } from '../changes/accountComparison.ts';
import type { StatusNames } from '../statusNames.ts';
import { fieldText, labelHeading } from './labelChangesText.ts';

/** How many labels are written at a time: few milliseconds' work. */
const sliceSize = 500;

/** The labels of two accounts with one code; undefined for an account that has none. */
interface Sides {
  readonly code: string;
  readonly one: Label | undefined;
  readonly other: Label | undefined;
}

/**
 * Two texts that differ where the labels of two accounts do: to be compared by an editor. They are made in
 * slices with turns for other work of this process in between.
 */
export async function comparisonTexts(
  comparison: AccountComparison,
  names: StatusNames,
): Promise<{ readonly one: string; readonly other: string }> {
  const sorted = await sortInSlices(sidesOf(comparison), (first, second) =>
    first.code < second.code ? -1 : 1,
  );
  const [one, other]: [string[], string[]] = [[], []];
  for await (const slice of inSlices(sorted, sliceSize)) {
    one.push(slice.map((sides) => labelBlock(sides.one, names)).join(''));
    other.push(slice.map((sides) => labelBlock(sides.other, names)).join(''));
  }
  await addAmbiguous(one, comparison.one.ambiguous);
  await addAmbiguous(other, comparison.other.ambiguous);
  return { one: one.join(''), other: other.join('') };
}

/** What differs: pairs, and labels of one side only. */
function* sidesOf({ different, one, other }: AccountComparison): Generator<Sides, void, undefined> {
  yield* different;
  for (const label of one.only) {
    yield { code: label.labelCode ?? '', one: label, other: undefined };
  }
  for (const label of other.only) {
    yield { code: label.labelCode ?? '', one: undefined, other: label };
  }
}

/**
 * A label by its code, which both sides share, and in one line what may differ: lines that many labels have,
 * such as a status alone, would make an editor match those of different labels.
 */
function labelBlock(label: Label | undefined, names: StatusNames): string {
  if (label === undefined) {
    return '';
  }
  const fields = editableFields
    .filter((field) => field !== 'labelCode' && label[field] !== undefined)
    .map((field) => fieldText(field, label[field], names));
  return `${singleLine(label.labelCode ?? '')}\n  ${fields.join(', ')}\n`;
}

async function addAmbiguous(lines: string[], labels: readonly Label[]): Promise<void> {
  if (labels.length > 0) {
    lines.push(`\n${l10n.t('Not compared, as they have no code of their own:')}\n`);
  }
  for await (const slice of inSlices(labels, sliceSize)) {
    const headings = slice.map(
      ({ id, labelCode: code, labelName: name }) => `  ${labelHeading({ id, code, name })}\n`,
    );
    lines.push(headings.join(''));
  }
}
