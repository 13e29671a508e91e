import type { TextReplacement } from '../document/labelDocumentEdit.ts';
import type { RowPlaces } from './rowPlaces.ts';

/** Consecutive rows whose text has changed. */
export interface TextSegment {
  /** Indexes of the first row, and of the one after the last. */
  readonly first: number;
  readonly end: number;
  /** Their text after the change. */
  readonly text: string;
}

/** Rows of a text, and their places. */
export interface PlacedTexts {
  readonly rows: readonly { readonly text: string }[];
  readonly places: Pick<RowPlaces, 'rowAt' | 'placeOf'>;
}

/**
 * Returns the segments of rows that `changes` affect, in order and without overlap. Offsets refer to the text
 * before all changes, as editors report them; several changes of one row make one segment.
 */
export function textSegments(
  changes: readonly TextReplacement[],
  texts: PlacedTexts,
): readonly TextSegment[] {
  const segments: TextSegment[] = [];
  const fromEnd = changes.toSorted(
    (one, other) => other.offset - one.offset || other.length - one.length,
  );
  // Begin at the end, so that the offsets of the remaining changes stay valid.
  for (const change of fromEnd) {
    const above = segments.pop();
    const { merged, others } = withChange(change, above, texts);
    segments.push(...others, merged);
  }
  return segments.toReversed();
}

function withChange(
  { content, length, offset }: TextReplacement,
  above: TextSegment | undefined,
  { places, rows }: PlacedTexts,
): { readonly merged: TextSegment; readonly others: readonly TextSegment[] } {
  const start = places.rowAt(offset);
  const last = places.rowAt(offset + length).index;
  const isApart = above === undefined || last < above.first;
  const end = isApart ? last + 1 : above.end;
  const between = textOf(rows, start.index, isApart ? end : above.first);
  const before = isApart ? between : between + above.text;
  // The segment `above` may begin before this row.
  const from = isApart ? start : placeOfSegment(start, above, places);
  const at = offset - from.offset;
  const text = before.slice(0, at) + content + before.slice(at + length);
  const merged = withRowBefore({ first: from.index, end, text }, rows);
  return { merged, others: isApart && above !== undefined ? [above] : [] };
}

function placeOfSegment(
  start: { readonly index: number; readonly offset: number },
  { first }: TextSegment,
  places: PlacedTexts['places'],
): { readonly index: number; readonly offset: number } {
  return first < start.index ? { index: first, offset: places.placeOf(first).offset } : start;
}

/** Extends a segment that begins with a line break to the row before it, which blank lines belong to. */
function withRowBefore(segment: TextSegment, rows: PlacedTexts['rows']): TextSegment {
  const before = rows[segment.first - 1];
  return before !== undefined && /^[\r\n]/.test(segment.text)
    ? { ...segment, first: segment.first - 1, text: before.text + segment.text }
    : segment;
}

/** Text of the rows from `start` up to but not including `end`. */
export function textOf(
  rows: readonly { readonly text: string }[],
  start: number,
  end: number,
): string {
  let text = '';
  for (let index = start; index < end; index++) {
    text += rows[index]?.text ?? '';
  }
  return text;
}
