import * as z from 'zod/mini';

/** Schema of a branded text; `isOne` checks it. */
export function brandedText<Branded extends string>(isOne: (text: string) => text is Branded) {
  return z.pipe(z.string(), z.custom<Branded, string>(isOne));
}
