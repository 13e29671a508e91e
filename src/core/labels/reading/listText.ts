/** Line of a pasted list, with the ranges of its entries. */
export interface ListLine {
  readonly text: string;
  readonly pieces: readonly ListPiece[];
  /** True for the only line of a text, which an input box may have made from several lines. */
  readonly isOnly: boolean;
}

/** Range of a line that may name one label. */
export interface ListPiece {
  readonly start: number;
  readonly end: number;
}

/** Zero-width characters, which e-mail programs and web pages leave in copied text. */
const invisible = /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;

/** Separators of entries in a line, in all languages. */
const separators = /[,;|\t、，；｜،؛﹐﹑﹔・･‧•¶‖¦\u2028\u2029]+/gu;

/** Words between entries; any of them may also be a code. */
const conjunctions = new Set([
  'and',
  'or',
  'und',
  'oder',
  'sowie',
  'et',
  'ou',
  'y',
  'o',
  'e',
  '&',
  '+',
]);

/** Conjunctions of languages that write without spaces. */
const attachedConjunction = /(?:以及|或者|または|および|和|与|與|及|或|と|や)/gu;

/** Dashes, colons, brackets and the like between a code and a remark. */
const sectionBreak = /(?<=\s)[-‐-―−~/]+(?=\s)|[:：=→⇒()（）[\]【】<>]/gu;

/** Bullets, e-mail quote marks, and emphasis. */
const bullets = '>»›-‐‑‒–—―−*+•◦▪▫■□●○◆◇►▸▶‣⁃∙·✓✔☐☑☒→➤➢#~_';

const opening = '"\'`´“”„‟‘’‚‛«»‹›「『《〈【〔([{<（［｛＜';
const closing = '"\'`´“”„‟‘’‚‛«»‹›」』》〉】〕)]}>）］｝＞';
const punctuation = '.,;:!?。．，、；：！？…';

const leading = new Set(bullets + opening);
const trailing = new Set(`${closing}${punctuation}*_~`);

/** List numbering, such as “1.”, “a)”, “iv.” or “①”, and check boxes. */
const numbering = /^(?:\p{Nd}{1,4}[.):、．）：]|(?:\p{L}|[ivx]{2,5})[.)](?=\s)|\p{No}|\[[ x]?\])/iu;

/** Bullets, dashes and numbering between entries, where an input box has joined several lines. */
const joints =
  /(?<=^|\s)(?:[>»›‐-―−*+•◦▪▫■□●○◆◇►▸▶‣⁃∙·✓✔☐☑☒→➤➢#~_-]+|\p{Nd}{1,4}[.)]|\(\p{Nd}{1,4}\)|\[[ x]?\])(?=\s)/gu;

/** Entries in brackets or quotation marks that stand apart from other words; longer ones are sentences. */
const enclosures =
  /(?<=^|\s)["'`´“”„‟‘’‚‛«»‹›「『《〈【〔([{<（［｛＜]\s?\S[^「『《〈【〔([{<（［｛＜]{0,100}?["'`´“”„‟‘’‚‛«»‹›」』》〉】〕)\]}>）］｝＞][.:!?。．：！？…]*(?=\s|$)/gu;

/** Maximum length of a line, in UTF-16 units; a longer line is read as several. */
const longestLine = 4000;

/** Maximum number of decorations removed on each side; their combinations grow with the square. */
const maximumDecorations = 8;

/** Parses a list into lines and entries, yielded one at a time: a list may have hundreds of thousands. */
export function* readList(text: string): Generator<ListLine, void, undefined> {
  const lines = text.split(/\r\n|[\r\n]/);
  const isOnly = !hasSeveral(lines, (line) => cleaned(line) !== '');
  for (const line of lines) {
    for (const part of partsOf(line)) {
      if (cleaned(part) !== '') {
        yield { text: part, pieces: isOnly ? joinedPieces(part) : piecesOf(part), isOnly };
      }
    }
  }
}

/** Returns the entries of a line, as written. */
export function entriesOf({ pieces, text }: ListLine): readonly string[] {
  return pieces
    .map(({ end, start }) => text.slice(start, end))
    .filter((entry) => !isConjunction(entry));
}

/**
 * Returns whether a piece is a remark about the previous one, separated from it by a dash that is not the
 * bullet of the line.
 */
export function isRemark({ pieces, text }: ListLine, index: number): boolean {
  const separator = text.slice(pieces[index - 1]?.end ?? 0, pieces[index]?.start).trim();
  return /^[-‐-―−~]+$/u.test(separator) && !text.trimStart().startsWith(separator);
}

/** Returns whether `text` is a conjunction between entries. */
export function isConjunction(text: string): boolean {
  return conjunctions.has(text.toLowerCase());
}

/** Returns whether `word` looks like a code rather than a word of a sentence. */
export function isCodeLike(word: string): boolean {
  const isWord = !/\s/u.test(word);
  return isWord && (/[\p{Nd}_]/u.test(word) || (/\p{Lu}/u.test(word) && !/\p{Ll}/u.test(word)));
}

/** Returns readings of `text` with more and more decoration removed, the most literal first. */
export function readingsOf(text: string): readonly string[] {
  const clean = cleaned(text);
  const starts = startsOf(clean);
  const ends = endsOf(clean);
  const readings = new Set([text.trim(), clean]);
  for (let taken = 1; taken < starts.length + ends.length - 1; taken++) {
    for (const [index, start] of starts.entries()) {
      const end = ends[taken - index];
      if (end !== undefined && start < end) {
        const reading = clean.slice(start, end);
        readings.add(reading).add(reading.replaceAll('""', '"'));
      }
    }
  }
  return Array.from(readings);
}

/** Sections of an entry that consists of a code and a remark; empty if there are none. */
export function sectionsOf(text: string): readonly string[] {
  const sections = text.split(sectionBreak).map(cleaned);
  return sections.length === 1 ? [] : sections.filter((section) => section !== '');
}

/** Words of `text` with their ranges. */
export function wordPiecesOf(text: string): readonly ListPiece[] {
  return matchesIn(text, /\S+/gu);
}

/** Returns `text` without all of its decoration. */
export function bareReading(text: string): string {
  return readingsOf(text).at(-1) ?? text;
}

/** Returns the canonical form of a code: without differences in width, dashes and case. */
export function foldedCode(code: string): string {
  return cleaned(code.normalize('NFKC'))
    .replaceAll(/[‐-―−]/gu, '-')
    .replaceAll(/[‘’‚‛`´]/gu, "'")
    .replaceAll(/\s+/gu, ' ')
    .toLowerCase();
}

function cleaned(text: string): string {
  return text.replaceAll(invisible, '').trim();
}

function hasSeveral<T>(items: readonly T[], accepts: (item: T) => boolean): boolean {
  const first = items.findIndex(accepts);
  return first !== -1 && items.slice(first + 1).some(accepts);
}

/** Parts of a line, of limited length, each of which ends with a separator or, failing that, with a space. */
function* partsOf(line: string): Generator<string, void, undefined> {
  for (let start = 0; start < line.length;) {
    const part = line.slice(start, start + longestLine);
    const isRest = part.length < longestLine;
    const end = isRest ? part.length : (endOfLast(part, separators) ?? endOfLast(part, /\s+/gu));
    yield part.slice(0, end);
    start += end ?? part.length;
  }
}

/** End of the last match in `text`; undefined if there is none. */
function endOfLast(text: string, pattern: RegExp): number | undefined {
  return matchesIn(text, pattern).at(-1)?.end;
}

function piecesOf(line: string): readonly ListPiece[] {
  return between(line, matchesIn(line, separators)).flatMap((piece) =>
    splitAtConjunctions(line, piece),
  );
}

/** Entries of a line in which decoration or spaces may have replaced the line breaks. */
function joinedPieces(line: string): readonly ListPiece[] {
  const entries = between(line, [...matchesIn(line, separators), ...matchesIn(line, joints)]);
  const parts = entries.flatMap((entry) => enclosedApart(line, entry));
  const pieces = parts.flatMap((part) => {
    const text = line.slice(part.start, part.end);
    const words = wordPiecesOf(text).map((word) => moved(word, part.start));
    const isList =
      parts.length === 1
        ? sectionsOf(text).length === 0
        : entries.length === 1 &&
          words.every(({ end, start }) => isCodeLike(line.slice(start, end)));
    return isList ? words : [part];
  });
  return pieces.flatMap((piece) => splitAtConjunctions(line, piece));
}

/** Splits an entry before and after text in brackets or quotation marks. */
function enclosedApart(line: string, entry: ListPiece): readonly ListPiece[] {
  const enclosed = matchesIn(line.slice(entry.start, entry.end), enclosures, entry.start);
  const edges = enclosed.flatMap(({ end, start }) => [start, end]);
  return between(
    line,
    edges.map((edge) => ({ start: edge, end: edge })),
    entry,
  );
}

function moved({ end, start }: ListPiece, offset: number): ListPiece {
  return { start: start + offset, end: end + offset };
}

/** Splits an entry at conjunctions. A conjunction that is a word of its own also becomes a piece, as it may be a code. */
function splitAtConjunctions(line: string, piece: ListPiece): readonly ListPiece[] {
  const text = line.slice(piece.start, piece.end);
  const words = matchesIn(text, /(?<=\s)\S+(?=\s)/gu, piece.start).filter(({ end, start }) =>
    isConjunction(line.slice(start, end)),
  );
  const breaks = [...words, ...matchesIn(text, attachedConjunction, piece.start)];
  return [...between(line, breaks, piece), ...words].toSorted(
    (one, other) => one.start - other.start,
  );
}

/** Ranges of the matches in `text`, which begins at `offset`. */
function matchesIn(text: string, pattern: RegExp, offset = 0): readonly ListPiece[] {
  return Array.from(text.matchAll(pattern), ({ 0: { length }, index }) => ({
    start: offset + index,
    end: offset + index + length,
  }));
}

/** Remaining ranges of `line` between `breaks`, trimmed. */
function between(
  line: string,
  breaks: readonly ListPiece[],
  { end: last, start: first }: ListPiece = { start: 0, end: line.length },
): readonly ListPiece[] {
  const sorted = breaks.toSorted((one, other) => one.start - other.start);
  const starts = [first, ...sorted.map(({ end }) => end)];
  const ends = [...sorted.map(({ start }) => start), last];
  return starts.flatMap((start, index) => {
    const raw = line.slice(start, ends[index]);
    const trimmed = raw.trim();
    const from = start + raw.length - raw.trimStart().length;
    return cleaned(trimmed) === '' ? [] : [{ start: from, end: from + trimmed.length }];
  });
}

/** Possible starts of `text`, the first including all decoration. */
function startsOf(text: string): readonly number[] {
  const starts = [0];
  for (let start = 0; starts.length < maximumDecorations;) {
    const rest = text.slice(start);
    const [number] = numbering.exec(rest) ?? [];
    const taken = number?.length ?? (leading.has(text.charAt(start)) ? 1 : 0);
    if (taken === 0) {
      break;
    }
    start = text.length - rest.slice(taken).trimStart().length;
    starts.push(start);
  }
  return starts;
}

/** Possible ends of `text`, the first including all decoration. */
function endsOf(text: string): readonly number[] {
  const ends = [text.length];
  for (let end = text.length; ends.length < maximumDecorations;) {
    if (!trailing.has(text.charAt(end - 1))) {
      break;
    }
    end = text.slice(0, end - 1).trimEnd().length;
    ends.push(end);
  }
  return ends;
}
