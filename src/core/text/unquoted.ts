/** Double quotation marks of all languages, and characters that look like one, alone or several together. */
const quotationMarks =
  /[[\p{Quotation_Mark}--['‘’‚‛‹›＇]]ʺ˝ˮ˶״᳓″‴‶‷⁗〃《》≪≫⟪⟫❝❞❠🙶🙷🙸]|['‘’‚‛‹›′‵❛❜❟＇]{2,}/gv;

/** Returns `text` with plain quotation marks in place of typographic ones. */
export function unquoted(text: string): string {
  return text.replaceAll(quotationMarks, '"');
}
