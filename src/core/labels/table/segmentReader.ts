import { PlacedRow } from './tableRow.ts';
import { textOf, type TextSegment } from './textSegments.ts';

/**
 * Scans one changed segment, and the rows after it that its last row runs into, for example because of an
 * open quotation mark.
 */
export class SegmentReader {
  readonly first: number;
  readonly #segments: readonly TextSegment[];
  readonly #rows: readonly PlacedRow[];
  #text: string;
  #end: number;
  #nextSegment: number;

  constructor(segments: readonly TextSegment[], segment: TextSegment, rows: readonly PlacedRow[]) {
    this.first = segment.first;
    this.#segments = segments;
    this.#rows = rows;
    this.#text = segment.text;
    this.#end = segment.end;
    this.#nextSegment = segments.indexOf(segment) + 1;
  }

  /** Index after the last row that has been read. */
  get end(): number {
    return this.#end;
  }

  /** Index of the first segment that has not been read. */
  get nextSegment(): number {
    return this.#nextSegment;
  }

  /** Scans the rows of the segment's text. */
  *rows(): Generator<PlacedRow, void, undefined> {
    // Read twice as many rows each time, so that the time grows linearly however far a quotation mark reaches.
    let atATime = 1;
    for (let at = 0; at < this.#text.length;) {
      const row = new PlacedRow(this.#text, at);
      if (!row.isTerminated && this.#end < this.#rows.length) {
        this.#text = this.#text.slice(at) + this.#readMore(atATime);
        atATime *= 2;
        at = 0;
      } else {
        yield row;
        at += row.text.length;
      }
    }
  }

  /** Returns the text of the rows that follow: a few unchanged ones, or the next segment. */
  #readMore(count: number): string {
    const next = this.#segments[this.#nextSegment];
    if (next?.first === this.#end) {
      this.#nextSegment++;
      this.#end = next.end;
      return next.text;
    }
    const start = this.#end;
    this.#end = Math.min(start + count, next?.first ?? this.#rows.length);
    return textOf(this.#rows, start, this.#end);
  }
}
