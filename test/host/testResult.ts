import * as z from 'zod';

/**
 * What failed: a test; what its file does around its tests; or a check of what several files did, which
 * `checkOfAllFiles` marks and which would find nothing where its file runs alone.
 */
const failureOf = z.enum(['test', 'file', 'allFiles']);

/** A failure of a test, a hook or a window. */
const failureSchema = z.object({
  of: failureOf,
  title: z.string(),
  /** Error with its stack and what its hooks added; several lines. */
  text: z.string(),
});

/** Result of one file with tests. */
const fileResultSchema = z.object({
  /** Path below the folder of its level, without ending. */
  file: z.string(),
  state: z.enum(['planned', 'begun', 'ended']),
  passed: z.int().min(0),
  /** From its beginning to that of the next file. */
  seconds: z.number(),
  failures: z.array(failureSchema),
});

/** What `ResultReporter` leaves for test/runner: a result for each file, in the order in which they run. */
export const testResultSchema = z.array(fileResultSchema);

export type FailureOf = z.infer<typeof failureOf>;
export type Failure = z.infer<typeof failureSchema>;
export type FileResult = z.infer<typeof fileResultSchema>;
