import { readLabel, type Label } from '../../api/label.ts';
import { inSlices, itemsInSlices } from '../../async/slices.ts';
import { parseJson } from '../../text/exactJson.ts';

/** Maximum length of the records that are stored with a table, in UTF-16 units. */
export const maximumRecordsLength = 40_000_000;

/** Number of records per text: a few milliseconds of work, even with the longest records. */
const recordsPerText = 100;

/**
 * Returns the records of labels as JSON texts of many records each; none if they are too long to store: with
 * only some of the records, the other labels would seem to lack fields. Works in slices.
 */
export async function recordTexts(labels: Iterable<Label>): Promise<readonly string[]> {
  const texts: string[] = [];
  let length = 0;
  for await (const slice of inSlices(labels, recordsPerText)) {
    const text = JSON.stringify(slice.map(({ record }) => record));
    length += text.length;
    if (length > maximumRecordsLength) {
      return [];
    }
    texts.push(text);
  }
  return texts;
}

/** Yields the labels in `texts`, made by `recordTexts`, one text at a time. Works in slices. */
export async function* labelsOf(
  texts: readonly string[],
): AsyncGenerator<readonly Label[], void, undefined> {
  for await (const text of itemsInSlices(texts)) {
    const records = parseJson(text);
    yield (Array.isArray(records) ? records : [])
      .map(readLabel)
      .flatMap((read) => (read.kind === 'label' ? [read.label] : []));
  }
}
