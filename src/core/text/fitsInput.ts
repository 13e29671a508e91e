/** Maximum length of what is drawn as one character, in UTF-16 units; no script and no emoji comes near. */
const maximumCluster = 100;

/**
 * Returns whether an input can show `text`. Browsers draw a letter with its marks, however many, in a time that grows
 * with their square: some ten thousand of them stop a window.
 */
export function fitsInput(text: string): boolean {
  if (text.length <= maximumCluster) {
    return true;
  }
  const clusters = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text);
  return Array.from(clusters).every(({ segment }) => segment.length <= maximumCluster);
}
