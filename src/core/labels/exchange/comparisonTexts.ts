import * as l10n from '@vscode/l10n';
import type { Label } from '../../api/label.ts';
import { editableFields } from '../../api/labelFields.ts';
import { singleLine } from '../../text/displayText.ts';
import type { AccountComparison } from '../changes/accountComparison.ts';
import type { StatusNames } from '../statusNames.ts';
import { fieldText, labelHeading } from './labelChangesText.ts';

/** Two texts that differ where the labels of two accounts do: to be compared by an editor. */
export function comparisonTexts(
  { different, one, other }: AccountComparison,
  names: StatusNames,
): { readonly one: string; readonly other: string } {
  const sidesByCode = [
    ...different,
    ...one.only.map((label) => ({ code: label.labelCode ?? '', one: label, other: undefined })),
    ...other.only.map((label) => ({ code: label.labelCode ?? '', one: undefined, other: label })),
  ].sort((first, second) => (first.code < second.code ? -1 : 1));
  const textOf = (side: 'one' | 'other', ambiguous: readonly Label[]): string =>
    [
      ...sidesByCode.map((sides) => labelBlock(sides[side], names)),
      ...ambiguousBlock(ambiguous),
    ].join('');
  return {
    one: textOf('one', one.ambiguous),
    other: textOf('other', other.ambiguous),
  };
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

function ambiguousBlock(labels: readonly Label[]): readonly string[] {
  if (labels.length === 0) {
    return [];
  }
  const headings = labels.map(
    ({ id, labelCode: code, labelName: name }) => `  ${labelHeading({ id, code, name })}\n`,
  );
  return [`\n${l10n.t('Not compared, as they have no code of their own:')}\n`, ...headings];
}
