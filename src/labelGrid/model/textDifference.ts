import { textChange } from '../../core/text/textChange.ts';

/** Two texts in parts: equal ones around the one that differs. */
export interface TextDifference {
  /** Equal text before the difference, possibly shortened at its start. */
  readonly start: string;
  readonly removed: string;
  readonly added: string;
  /** Equal text behind the difference, possibly shortened at its end. */
  readonly end: string;
}

/** Characters of equal text that are kept beside a difference. */
const context = 12;

/**
 * Returns the difference between two texts for a narrow place: long equal parts give way to it. Texts of which
 * less than half is equal differ as a whole; single equal letters only make them hard to read.
 */
export function textDifference(before: string, after: string): TextDifference {
  const { content, end, start } = textChange(before, after);
  const equal = start + before.length - end;
  if (equal * 2 < Math.max(before.length, after.length)) {
    return { start: '', removed: before, added: after, end: '' };
  }
  return {
    start: lastCharacters(before.slice(0, start)),
    removed: before.slice(start, end),
    added: content,
    end: firstCharacters(before.slice(end)),
  };
}

function lastCharacters(text: string): string {
  const characters = Array.from(text);
  return characters.length <= context + 1 ? text : `…${characters.slice(-context).join('')}`;
}

function firstCharacters(text: string): string {
  const characters = Array.from(text);
  return characters.length <= context + 1 ? text : `${characters.slice(0, context).join('')}…`;
}
