import * as z from 'zod/mini';
import { trimmedText } from '../../text/trimmedText.ts';
import { storedFilterSchema, type LabelFilter } from './labelFilter.ts';

/** A filter that the user has given a name. */
export interface SavedFilter {
  readonly name: string;
  readonly filter: LabelFilter;
}

const savedFilterSchema = z.strictObject({
  name: trimmedText,
  filter: storedFilterSchema,
});

const storedSchema = z.catch(z.array(z.unknown()), []);

/** Reads stored filters, by their names; what is not a filter is left out. */
export function readSavedFilters(stored: unknown): readonly SavedFilter[] {
  return storedSchema.parse(stored).flatMap((each) => savedFilterSchema.safeParse(each).data ?? []);
}

/** `filters` with one more, in place of one of the same name, in the order of the names. */
export function withSavedFilter(
  filters: readonly SavedFilter[],
  added: SavedFilter,
): readonly SavedFilter[] {
  return [...withoutSavedFilter(filters, added.name), added].toSorted((one, other) =>
    one.name.localeCompare(other.name),
  );
}

/** `filters` without the one of that name. */
export function withoutSavedFilter(
  filters: readonly SavedFilter[],
  name: string,
): readonly SavedFilter[] {
  return filters.filter((each) => each.name !== name);
}
