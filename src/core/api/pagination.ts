import * as z from 'zod';

/**
 * The pagination envelope (interface document, section 2.2). Counts that are missing or unusable are
 * undefined: the records are what matters.
 */
export const pageSchema = z.looseObject({
  records: z
    .array(z.unknown())
    .nullish()
    .transform((records) => records ?? []),
  total: z.int().nonnegative().optional().catch(undefined),
  size: z.int().nonnegative().optional().catch(undefined),
  current: z.int().nonnegative().optional().catch(undefined),
  pages: z.int().nonnegative().optional().catch(undefined),
});

/** A page of records. */
export interface Page<T> {
  readonly records: readonly T[];
  /** How many records there are in all, where the service said so. */
  readonly total: number | undefined;
  /** Page size that the service used, where it said so. */
  readonly size: number | undefined;
  /** Number of this page, counted from 1, where the service said so. */
  readonly current: number | undefined;
  /** How many pages there are, where the service said so. */
  readonly pages: number | undefined;
}
