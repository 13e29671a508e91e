import * as z from 'zod/mini';

const codesSchema = z.array(z.unknown());
const codeSchema = z.int();

/**
 * Reads a setting that lists codes of the envelope. What is not an integer is left out; without any that
 * is one, `defaults` count, unless the list is empty.
 */
export function readEnvelopeCodes(
  setting: unknown,
  defaults: readonly number[],
): readonly number[] {
  const list = codesSchema.safeParse(setting).data;
  if (list === undefined) {
    return defaults;
  }
  const codes = list.flatMap((element) => codeSchema.safeParse(element).data ?? []);
  return codes.length === 0 && list.length > 0 ? defaults : codes;
}
