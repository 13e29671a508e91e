import * as z from 'zod';

/** A test or a hook that failed. */
const failureSchema = z.object({
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

export type TestFailure = z.infer<typeof failureSchema>;
export type FileResult = z.infer<typeof fileResultSchema>;
