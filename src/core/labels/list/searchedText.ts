import { textFields, type LabelValues } from '../../api/labelFields.ts';
import { foldedText } from '../../text/searchWords.ts';

/** Returns the texts of a label in which words are searched for, folded. */
export function searchedText(label: LabelValues): string {
  return foldedText(textFields.map((field) => label[field] ?? '').join('\n'));
}
