import * as z from 'zod/mini';

const codesSchema = z.array(z.unknown());
const codeSchema = z.int();

/**
 * Parses a setting that lists envelope codes, dropping invalid ones. Returns `defaults` if none is valid,
 * unless the list is empty.
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
