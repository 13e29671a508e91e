import * as z from 'zod/mini';
import { wholeNumber } from './wireNumber.ts';

const count = z.catch(z.optional(wholeNumber.check(z.nonnegative())), undefined);

/**
 * Page of a list (docs/interface.md, section 2.2). Missing or invalid counts are undefined, as only the records
 * are required.
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
  /** Total number of records, if given by the service. */
  readonly total: number | undefined;
  /** Page size used by the service, if given. */
  readonly size: number | undefined;
  /** Number of this page, from 1, if given by the service. */
  readonly current: number | undefined;
  /** Number of pages, if given by the service. */
  readonly pages: number | undefined;
  /**
   * Number of records that the service counted but did not list; only set if all records were read for this
   * page.
   */
  readonly missing?: number;
}
