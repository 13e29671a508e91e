import * as z from 'zod';

/** Regular expressions to run, as their literals have them. */
export const expressionsSchema = z.array(z.object({ source: z.string(), flags: z.string() }));

/** Report of the thread: it continues with an expression, or a text takes it too long. */
export const reportSchema = z.object({
  index: z.number(),
  slow: z.optional(z.string()),
});

const length = 3000;
/**
 * Time below which an expression is not measured again, in milliseconds. A step for each pair of 3,000
 * characters takes longer.
 */
const unsuspicious = 1.5;
/** Four times the text may take this many times as long; a step for each pair of characters takes 16 times as long. */
const growth = 9;

/** One character of every kind that a class may be about. */
const everyKind = Array.from('aA1 _-.,:;=/\\?&#%"\'()[]{}<>+*|$@~\n\t\0\u200B\u202Eé考\u{1D49C}');

/** Words of the expression as they stand there. */
function wordsOf(source: string): readonly string[] {
  return [...new Set(source.replaceAll(/\\[^]/g, ' ').match(/[\w:/=&-]{2,}/g))];
}

/** Characters that the expression names, and one of each kind. */
function charactersOf(source: string): readonly string[] {
  return Array.from(
    new Set([...everyKind, ...Array.from(source.replaceAll(/\\[pP]\{[^}]*\}|\\[a-zA-Z]/g, ''))]),
  );
}

function* textsFor(source: string): Generator<(length: number) => string> {
  const words = wordsOf(source);
  const characters = charactersOf(source);
  const units = [
    ...characters,
    ...words,
    ...characters.flatMap((one) => characters.map((other) => one + other)),
    ...words.flatMap((word) =>
      characters.flatMap((character) => [word + character, character + word]),
    ),
  ];
  for (const unit of units) {
    for (const [prefix, suffix] of [
      ['', ''],
      ['', '\0'],
      [words[0] ?? '', '!'],
    ] as const) {
      yield (size) => prefix + unit.repeat(Math.ceil(size / unit.length)) + suffix;
    }
  }
}

function timeOf(expression: RegExp, text: string, tries: number): number {
  let shortest = Infinity;
  for (let count = 0; count < tries && shortest > unsuspicious; count++) {
    const started = performance.now();
    text.replace(expression, '');
    shortest = Math.min(shortest, performance.now() - started);
  }
  return shortest;
}

/**
 * Runs a regular expression on texts that are made to take long. Returns one for which the time grows faster than
 * the text, with these times; undefined if there is none.
 */
export function slowTextOf(source: string, flags: string): string | undefined {
  const expression = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  for (const textOf of textsFor(source)) {
    const once = timeOf(expression, textOf(length), 3);
    if (once <= unsuspicious) {
      continue;
    }
    const twice = timeOf(expression, textOf(2 * length), 3);
    const fourTimes = timeOf(expression, textOf(4 * length), 3);
    if (fourTimes > growth * once) {
      const times = [once, twice, fourTimes].map((time) => time.toFixed(1)).join(', ');
      return `${JSON.stringify(textOf(20))}…: ${times} ms`;
    }
  }
  return undefined;
}
