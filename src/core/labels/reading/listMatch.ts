import type { Label } from '../../api/label.ts';
import {
  foldedCode,
  isCodeLike,
  isConjunction,
  isRemark,
  readingsOf,
  sectionsOf,
  wordPiecesOf,
  type ListLine,
} from './listText.ts';

/** Labels that list entries name. */
export interface ListMatch {
  readonly labels: readonly Label[];
  /** True if the code or ID matches a reading of the entry exactly. */
  readonly isExact: boolean;
  /** True if the labels are named among other words of the entry. */
  readonly isInside: boolean;
  /** Other words of the entry that look like codes but match no label. */
  readonly rest: readonly string[];
}

/** One entry of a line, or several that form one code, with the matching labels. */
export interface MatchedEntry {
  readonly text: string;
  /** Matching labels; undefined if there are none. */
  readonly match: ListMatch | undefined;
  /**
   * True if the entry is not expected to match: a conjunction, a cell next to a code, or the rest of a name
   * after a comma.
   */
  readonly isSilent: boolean;
}

/** Maximum number of entries or words that form one code. */
const maximumJoined = 8;

/** Minimum length of a code in the middle of a sentence. */
const shortestInSentence = 3;

/** Labels by code and ID. */
export class LabelsByCodeOrId {
  readonly #byCode = new Map<string, Map<string, Label>>();
  readonly #byId = new Map<string, Label>();
  /** Codes by their folded form. */
  readonly #codes = new Map<string, Set<string>>();

  add(label: Label): void {
    const { id, labelCode: code } = label;
    this.#byId.set(id, label);
    if (code !== undefined) {
      this.#byCode.set(code, (this.#byCode.get(code) ?? new Map<string, Label>()).set(id, label));
      const folded = foldedCode(code);
      this.#codes.set(folded, (this.#codes.get(folded) ?? new Set<string>()).add(code));
    }
  }

  /** Returns the labels with this code, otherwise the label with this ID. */
  exactly(name: string): readonly Label[] {
    const labels = this.#byCode.get(name);
    const byId = this.#byId.get(name);
    return labels === undefined ? (byId === undefined ? [] : [byId]) : Array.from(labels.values());
  }

  /**
   * Returns the labels with the only code that differs from `name` just in case, width or dashes; empty if
   * several codes do.
   */
  alike(name: string): readonly Label[] {
    const [code, ...others] = this.#codes.get(foldedCode(name)) ?? [];
    return code === undefined || others.length > 0 ? [] : this.exactly(code);
  }
}

/** Matches the entries of `line` as written, then without decoration, then by their words. */
export function matchLine(line: ListLine, labels: LabelsByCodeOrId): readonly MatchedEntry[] {
  const entries: MatchedEntry[] = [];
  let isNamed = false;
  for (let index = 0; index < line.pieces.length;) {
    const { count, match, text: entry } = matchFrom(index, line, labels);
    index += count;
    const isSilent: boolean = isConjunction(entry) || (isNamed && !mayHaveCode(entry, line));
    entries.push({ text: entry, match, isSilent });
    isNamed = match === undefined ? isNamed && isSilent : match.isInside || isRemark(line, index);
  }
  return isTableRow(line) && hasCodeAndName(entries)
    ? entries.map((entry) => ({
        ...entry,
        isSilent: !(line.isOnly && mayHaveCode(entry.text, line)),
      }))
    : entries;
}

/**
 * Returns whether an entry looks like a code. In an only line, one such word is enough: the end of one line
 * may be joined with a code from the next.
 */
function mayHaveCode(entry: string, { isOnly }: ListLine): boolean {
  return isOnly ? isCodeLikeText(entry) : isCodeLike(entry);
}

/** Returns whether a line is a table row: its first cell ends with a tab. */
function isTableRow({ pieces, text }: ListLine): boolean {
  return text.slice(pieces[0]?.end, pieces[1]?.start).includes('\t');
}

/**
 * Returns whether some entries match labels and another is a name, so that the line is not a list of codes.
 */
function hasCodeAndName(entries: readonly MatchedEntry[]): boolean {
  return (
    entries.some(({ match }) => match !== undefined) &&
    entries.some(({ match, text }) => match === undefined && !isCodeLike(text))
  );
}

/**
 * Returns the longest entry that begins at a piece and matches labels as a whole, otherwise the piece itself.
 */
function matchFrom(
  index: number,
  { isOnly, pieces, text }: ListLine,
  labels: LabelsByCodeOrId,
): { readonly text: string; readonly count: number; readonly match: ListMatch | undefined } {
  const start = pieces[index]?.start ?? 0;
  const longest = Math.min(pieces.length - index, maximumJoined);
  const counts = index === 0 && longest < pieces.length ? [pieces.length] : [];
  for (let count = longest; count > 0; count--) {
    counts.push(count);
  }
  for (const count of counts) {
    // Includes the surrounding separators, which may be a part of the code.
    const joined = text.slice(index === 0 ? 0 : start, pieces[index + count]?.start).trim();
    const found = firstOf(readingsOf(joined), (reading) => labels.exactly(reading));
    if (found.length > 0) {
      const match = { labels: found, isExact: true, isInside: false, rest: [] };
      return { text: joined, count, match };
    }
  }
  const entry = text.slice(start, pieces[index]?.end);
  return { text: entry, count: 1, match: matchEntry(entry, labels, isOnly) };
}

/**
 * Returns the labels that an entry names; undefined if there are none. If `mayBeJoined`, each word that looks
 * like a code is an entry, too.
 */
export function matchEntry(
  text: string,
  labels: LabelsByCodeOrId,
  mayBeJoined: boolean,
): ListMatch | undefined {
  const whole = matchText(text, labels);
  return whole === undefined
    ? (matchSections(sectionsOf(text), labels, mayBeJoined) ??
        matchWords(text, labels, mayBeJoined) ??
        matchSections(text.split('/'), labels, mayBeJoined))
    : { ...whole, isInside: false, rest: [] };
}

function matchText(
  text: string,
  labels: LabelsByCodeOrId,
): Pick<ListMatch, 'labels' | 'isExact'> | undefined {
  const readings = readingsOf(text);
  const exact = firstOf(readings, (reading) => labels.exactly(reading));
  if (exact.length > 0) {
    return { labels: exact, isExact: true };
  }
  const alike = firstOf(readings, (reading) => labels.alike(reading));
  return alike.length === 0 ? undefined : { labels: alike, isExact: false };
}

/** Finds labels whose codes are sections of an entry, next to names or other codes. */
function matchSections(
  texts: readonly string[],
  labels: LabelsByCodeOrId,
  mayBeJoined: boolean,
): ListMatch | undefined {
  const sections = texts.map((section) => ({ section, found: matchText(section, labels) }));
  if (sections.every(({ found }) => found === undefined)) {
    return undefined;
  }
  const matches = sections.map(({ found, section }) =>
    found === undefined
      ? (matchWords(section, labels, mayBeJoined) ?? unmatched(section, mayBeJoined))
      : { labels: found.labels, isExact: found.isExact, rest: [] },
  );
  return {
    labels: matches.flatMap((match) => match.labels),
    isExact: matches.every(({ isExact }) => isExact),
    isInside: true,
    rest: matches.flatMap(({ rest }) => rest),
  };
}

/**
 * Result for a section without labels: its code-like words count as unmatched, unless the section is a
 * remark.
 */
function unmatched(
  text: string,
  mayBeJoined: boolean,
): Pick<ListMatch, 'labels' | 'isExact' | 'rest'> {
  const words = wordPiecesOf(text).map(({ end, start }) => text.slice(start, end));
  const isList = mayBeJoined || words.every(isCodeLike);
  return { labels: [], isExact: true, rest: isList ? words.filter(isCodeLike) : [] };
}

/** Finds labels whose codes are among the words of an entry. */
function matchWords(
  text: string,
  labels: LabelsByCodeOrId,
  mayBeJoined: boolean,
): ListMatch | undefined {
  const words = wordPiecesOf(text);
  const wordAt = (index: number): string => text.slice(words[index]?.start, words[index]?.end);
  const isList = words.length > 1 && words.every((_, index) => isCodeLike(wordAt(index)));
  const found: Pick<ListMatch, 'labels' | 'isExact'>[] = [];
  const rest: string[] = [];
  for (let index = 0; index < words.length;) {
    let count = Math.min(maximumJoined, words.length - index);
    let match: (typeof found)[number] | undefined;
    for (; match === undefined && count > 0; count -= match === undefined ? 1 : 0) {
      const span = text.slice(words[index]?.start, words[index + count - 1]?.end);
      const isLikely = isList || (span.length >= shortestInSentence && isCodeLikeText(span));
      match = isLikely ? matchText(span, labels) : undefined;
    }
    if (match === undefined) {
      rest.push(wordAt(index));
    } else {
      found.push(match);
    }
    index += Math.max(count, 1);
  }
  return found.length === 0
    ? undefined
    : {
        labels: found.flatMap((each) => each.labels),
        isExact: found.every(({ isExact }) => isExact),
        isInside: !isList,
        rest: mayBeJoined ? rest.filter(isCodeLike) : isList ? rest : [],
      };
}

/** Returns whether one of the words looks like a code. */
function isCodeLikeText(text: string): boolean {
  return text.split(/\s+/u).some(isCodeLike);
}

function firstOf(
  texts: readonly string[],
  find: (text: string) => readonly Label[],
): readonly Label[] {
  for (const text of texts) {
    const found = find(text);
    if (found.length > 0) {
      return found;
    }
  }
  return [];
}
