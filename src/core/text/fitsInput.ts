/** Maximum length of a grapheme cluster, in UTF-16 units, far above that of any script or emoji. */
const maximumCluster = 100;

/**
 * Returns whether an input can show `text`. Browsers draw a letter with any number of marks, in a time that
 * grows with the square of the number: some ten thousand marks freeze a window.
 */
export function fitsInput(text: string): boolean {
  if (text.length <= maximumCluster) {
    return true;
  }
  const clusters = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text);
  return Array.from(clusters).every(({ segment }) => segment.length <= maximumCluster);
}
