import * as z from 'zod/mini';
import { trimmedText } from '../../text/trimmedText.ts';
import type { LabelFilter } from './labelCriteria.ts';
import { savedFilterSchema } from './labelFilter.ts';

/** A named filter. */
export interface SavedFilter {
  readonly name: string;
  readonly filter: LabelFilter;
}

const entrySchema = z.strictObject({ name: trimmedText, filter: savedFilterSchema });

const storedSchema = z.catch(z.array(z.unknown()), []);

/** Parses stored filters with their names; invalid ones are dropped. */
export function readSavedFilters(stored: unknown): readonly SavedFilter[] {
  return storedSchema.parse(stored).flatMap((each) => entrySchema.safeParse(each).data ?? []);
}

/** Returns `filters` and `added`, sorted by name; `added` replaces a filter with the same name. */
export function withSavedFilter(
  filters: readonly SavedFilter[],
  added: SavedFilter,
): readonly SavedFilter[] {
  return [...withoutSavedFilter(filters, added.name), added].toSorted((one, other) =>
    one.name.localeCompare(other.name),
  );
}

/** Returns `filters` without the filter called `name`. */
export function withoutSavedFilter(
  filters: readonly SavedFilter[],
  name: string,
): readonly SavedFilter[] {
  return filters.filter((each) => each.name !== name);
}
