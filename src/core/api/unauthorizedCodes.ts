import * as z from 'zod';

const defaultCodes: readonly number[] = [401];

const codesSchema = z.array(z.unknown());
const codeSchema = z.int();

/**
 * Reads the setting `workforce.request.unauthorizedCodes`. Elements that are not integers are ignored. If
 * none is left, the default applies, unless the list was empty to begin with.
 */
export function readUnauthorizedCodes(setting: unknown): readonly number[] {
  const list = codesSchema.safeParse(setting).data;
  if (list === undefined) {
    return defaultCodes;
  }
  const codes = list.flatMap((element) => codeSchema.safeParse(element).data ?? []);
  return codes.length === 0 && list.length > 0 ? defaultCodes : codes;
}
