import * as z from 'zod/mini';

const count = z.catch(z.optional(z.int().check(z.nonnegative())), undefined);

/**
 * A page of a list (docs/interface.md, section 2.2). Counts that are missing or invalid are undefined: the
 * records are what matters. Without these it is no page, and not an empty one either.
 */
export const pageSchema = z.looseObject({
  records: z.array(z.unknown()),
  total: count,
  size: count,
  current: count,
  pages: count,
});

/** A page of records. */
export interface Page<T> {
  readonly records: readonly T[];
  /** How many records there are in all, if the service says so. */
  readonly total: number | undefined;
  /** The page size that the service used, if it says so. */
  readonly size: number | undefined;
  /** The number of this page, counted from 1, if the service says so. */
  readonly current: number | undefined;
  /** How many pages there are, if the service says so. */
  readonly pages: number | undefined;
}
