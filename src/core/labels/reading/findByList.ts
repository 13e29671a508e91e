import type { Label, LabelOrUnreadable } from '../../api/label.ts';
import type { LabelQuery } from '../../api/labelEndpoints.ts';
import { itemsInSlices } from '../../async/slices.ts';
import { searchLabels, type LabelSearchOptions, type SoughtLabels } from './labelSearch.ts';
import { LabelsByCodeOrId, matchEntry, matchLine } from './listMatch.ts';
import {
  bareReading,
  isCodeLike,
  isConjunction,
  readingsOf,
  sectionsOf,
  wordPiecesOf,
  type ListLine,
} from './listText.ts';

/** Labels found by a list of codes and ids. */
export interface FoundByList {
  /** Distinct labels in the order of the list. */
  readonly labels: readonly Label[];
  /** Entries without a label, as written. */
  readonly notFound: readonly string[];
  /** Entries that are the code of several labels, all of which are in `labels`. */
  readonly ambiguous: readonly string[];
  /** Number of labels that the service counted but did not list; these may match. */
  readonly missing: number;
}

/** Maximum number of queries per entry, the most likely first. */
const queriesOfEntry = 12;

/** Finds labels by the codes or ids in a list; codes take precedence. Throws the errors of `searchLabels`. */
export async function findByList(
  lines: readonly ListLine[],
  options: LabelSearchOptions,
): Promise<FoundByList> {
  const sought = new ListedLabels(lines);
  const { missing } = await searchLabels(sought, options);
  return await sought.result(missing);
}

class ListedLabels implements SoughtLabels {
  /** True: several labels may share a code. */
  readonly mayHaveNamesakes = true;
  readonly #lines: readonly ListLine[];
  readonly #found = new LabelsByCodeOrId();
  #open: readonly ListLine[];

  constructor(lines: readonly ListLine[]) {
    this.#lines = lines;
    this.#open = lines;
  }

  /** Returns whether more labels may match, for example if an entry has no exact match. */
  async isOpen(): Promise<boolean> {
    const open: ListLine[] = [];
    for await (const line of itemsInSlices(this.#open)) {
      const isOpen = matchLine(line, this.#found).some(
        ({ match, text }) =>
          (match?.isExact !== true || match.rest.length > 0) && !isConjunction(text),
      );
      if (isOpen) {
        open.push(line);
      }
    }
    this.#open = open;
    return open.length > 0;
  }

  *queries(): Generator<Iterable<LabelQuery>, void, undefined> {
    for (const { isOnly, pieces, text } of this.#lines) {
      for (const { end, start } of pieces) {
        const entry = text.slice(start, end);
        if (!isConjunction(entry)) {
          yield this.#queriesFor(entry, isOnly);
        }
      }
    }
  }

  take(entries: readonly LabelOrUnreadable[]): void {
    for (const { label } of entries.filter((entry) => entry.kind === 'label')) {
      this.#found.add(label);
    }
  }

  async result(missing: number): Promise<FoundByList> {
    const labels = new Map<string, Label>();
    const notFound = new Set<string>();
    const ambiguous = new Set<string>();
    for await (const line of itemsInSlices(this.#lines)) {
      for (const { isSilent, match, text } of matchLine(line, this.#found)) {
        if (match === undefined && !isSilent) {
          notFound.add(text);
        }
        match?.rest.forEach((entry) => notFound.add(entry));
        const codes = new Set<string>();
        for (const label of match?.labels ?? []) {
          const { id, labelCode: code = '' } = label;
          if (codes.has(code) && !labels.has(id)) {
            ambiguous.add(code);
          }
          codes.add(code);
          labels.set(id, label);
        }
      }
    }
    return {
      labels: Array.from(labels.values()),
      notFound: Array.from(notFound),
      ambiguous: Array.from(ambiguous),
      missing,
    };
  }

  *#queriesFor(entry: string, mayBeJoined: boolean): Generator<LabelQuery, void, undefined> {
    for (const labelCode of likelyCodes(entry)) {
      const match = matchEntry(entry, this.#found, mayBeJoined);
      // If one word of an entry is a code, other code-like words may be codes too; a name next to it is not.
      const isNamed = match?.isExact === true && (!match.isInside || !isCodeLike(labelCode));
      if (!isNamed) {
        yield { labelCode };
      }
    }
  }
}

/** Codes that an entry may mean: as written, without decoration, its sections, and its words. */
function likelyCodes(entry: string): readonly string[] {
  const [literal, ...readings] = readingsOf(entry);
  const words = wordPiecesOf(entry).map(({ end, start }) => bareReading(entry.slice(start, end)));
  const codes = [
    ...(literal === undefined ? [] : [literal]),
    ...readings.slice(-1),
    ...sectionsOf(entry).map(bareReading),
    ...words.filter(isCodeLike),
    ...readings.slice(0, -1),
  ];
  return Array.from(new Set(codes)).slice(0, queriesOfEntry);
}
