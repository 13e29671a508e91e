import * as z from 'zod/mini';

/** What the thread that replaces is asked for; it answers with the texts, replaced. */
export const replaceRequestSchema = z.object({
  /** Of a regular expression. */
  source: z.string(),
  flags: z.string(),
  /** As `String.prototype.replace` takes it. */
  replacement: z.string(),
  texts: z.array(z.string()),
});

/** What the thread that replaces is asked for. */
export type ReplaceRequest = z.output<typeof replaceRequestSchema>;
