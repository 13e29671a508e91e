import { codePointEscape, comparedText } from './visibleText.ts';

/** Double quotation marks of all languages, and characters that look like one, individually or combined. */
const quotationMarks =
  /[[\p{Quotation_Mark}--['‘’‚‛‹›＇]]ʺ˝ˮ˶״᳓″‴‶‷⁗〃《》≪≫⟪⟫❝❞❠🙶🙷🙸]|['‘’‚‛‹›′‵❛❜❟＇ʼˈ´՚ꞌʹ]{2,}/gv;

/** Returns `text` with plain quotation marks in place of typographic ones. */
export function unquoted(text: string): string {
  return text.replaceAll(quotationMarks, '"');
}

/**
 * Returns a compared value for use in quotation marks of our own text: its typographic quotation marks become
 * escapes.
 */
export function quotedComparedText(value: string, others: readonly string[]): string {
  return comparedText(value, others).replaceAll(quotationMarks, (marks) =>
    Array.from(marks, codePointEscape).join(''),
  );
}
