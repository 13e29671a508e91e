import * as z from 'zod';

const defaultCodes: readonly number[] = [401];

const codesSchema = z.array(z.unknown());
const codeSchema = z.int();

/**
 * Reads the setting `workforce.request.unauthorizedCodes`. What is not an integer is left out; without
 * any that is one, the default counts, unless the list is empty.
 */
export function readUnauthorizedCodes(setting: unknown): readonly number[] {
  const list = codesSchema.safeParse(setting).data;
  if (list === undefined) {
    return defaultCodes;
  }
  const codes = list.flatMap((element) => codeSchema.safeParse(element).data ?? []);
  return codes.length === 0 && list.length > 0 ? defaultCodes : codes;
}
