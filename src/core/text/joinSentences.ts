/**
 * Returns sentences as one text. After a full stop of Chinese or Japanese there is no space: it brings
 * its own.
 */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.reduce(
    (text, sentence) =>
      text === '' || text.endsWith('。') ? `${text}${sentence}` : `${text} ${sentence}`,
    '',
  );
}
