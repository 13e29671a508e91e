/** Joins sentences. There is no space after a Chinese or Japanese full stop, which includes it. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.reduce(
    (text, sentence) =>
      text === '' || text.endsWith('。') ? `${text}${sentence}` : `${text} ${sentence}`,
    '',
  );
}
