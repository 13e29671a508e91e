/**
 * Joins any number of sentences. There is no space after a Chinese or Japanese full stop, which includes it.
 */
export function joinSentences(sentences: readonly string[]): string {
  return sentences
    .map((sentence, index) => {
      const before = sentences[index - 1] ?? '';
      return before === '' || before.endsWith('。') ? sentence : ` ${sentence}`;
    })
    .join('');
}
