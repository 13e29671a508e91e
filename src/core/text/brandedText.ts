import * as z from 'zod/mini';

/** The schema of a text that `isOne` accepts, and that is then of its branded type. */
export function brandedText<Branded extends string>(isOne: (text: string) => text is Branded) {
  return z.pipe(z.string(), z.custom<Branded, string>(isOne));
}
