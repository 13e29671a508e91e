import { textChange } from '../../core/text/textChange.ts';

/** Two texts in parts: the part that differs, between equal parts. */
export interface TextDifference {
  /** Equal text before the difference, possibly shortened at its start. */
  readonly start: string;
  readonly removed: string;
  readonly added: string;
  /** Equal text after the difference, possibly shortened at its end. */
  readonly end: string;
}

/** Number of equal characters kept on each side of a difference, however little room there is. */
const minimumContext = 12;

/** Maximum number of equal characters on each side: no window has room for more, and measuring more is slow. */
const maximumContext = 500;

/**
 * Returns the difference between two texts for a narrow place: equal parts are shortened if `fits` rejects
 * the whole texts. Texts that are less than half equal count as completely different, as single equal letters
 * only make them hard to read.
 */
export function textDifference(
  before: string,
  after: string,
  fits: (before: string, after: string) => boolean,
): TextDifference {
  const { content, end, start } = textChange(before, after);
  const equal = start + before.length - end;
  if (equal * 2 < Math.max(before.length, after.length)) {
    return { start: '', removed: before, added: after, end: '' };
  }
  const removed = before.slice(start, end);
  if (fits(before, after)) {
    return { start: before.slice(0, start), removed, added: content, end: before.slice(end) };
  }
  const startCharacters = Array.from(before.slice(0, start));
  const endCharacters = Array.from(before.slice(end));
  const withContext = (count: number): TextDifference => ({
    start: lastCharacters(startCharacters, count),
    removed,
    added: content,
    end: firstCharacters(endCharacters, count),
  });
  let best = withContext(minimumContext);
  const longest = Math.max(startCharacters.length, endCharacters.length);
  let [tooFew, tooMany] = [minimumContext, Math.min(longest, maximumContext) + 1];
  while (tooMany - tooFew > 1) {
    const count = Math.floor((tooFew + tooMany) / 2);
    const wider = withContext(count);
    if (fits(wider.start + removed + wider.end, wider.start + content + wider.end)) {
      best = wider;
      tooFew = count;
    } else {
      tooMany = count;
    }
  }
  return best;
}

function lastCharacters(characters: readonly string[], count: number): string {
  return characters.length <= count + 1
    ? characters.join('')
    : `…${characters.slice(-count).join('')}`;
}

function firstCharacters(characters: readonly string[], count: number): string {
  return characters.length <= count + 1
    ? characters.join('')
    : `${characters.slice(0, count).join('')}…`;
}
