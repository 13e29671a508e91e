import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { Clock } from '../../../async/clock.ts';
import { WorkerThread } from '../../../async/workerThread.ts';
import { PatternError } from '../../../errors/patternError.ts';
import type { ProgressListener } from '../../percentSteps.ts';
import { compiledRule, type ReplaceRequest, type ReplaceRule } from './replaceRule.ts';

/** Options for replacing text. */
export interface TextReplacementOptions {
  /** Path of the bundled script `replaceWorker`. */
  readonly script: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called with the number of finished texts. */
  readonly onProgress?: ProgressListener | undefined;
}

/** Number of texts per request to the thread. */
const batchSize = 1000;

/** Maximum time for a batch, in milliseconds, hundreds of times what a reasonable expression needs. */
const batchTime = 5000;

/**
 * Memory limit of the thread, more than any reasonable replacement needs; without it, the thread could use
 * all memory of the machine.
 */
const workerMegabytes = 256;

const answerSchema = z.array(z.string());

/**
 * Applies `rule` to `texts`, and returns the new text of each one that changes. An endless expression never
 * blocks the caller. Throws `PatternError` and `CancelledError`.
 */
export async function replaceInTexts(
  texts: Iterable<string>,
  rule: ReplaceRule,
  { clock, onProgress, script, signal }: TextReplacementOptions,
): Promise<ReadonlyMap<string, string>> {
  const compiled = compiledRule(rule);
  const distinct = Array.from(new Set(texts));
  const replaced = new Map<string, string>();
  // Starting the thread has no time limit: a slow start says nothing about the expression.
  await using thread = await WorkerThread.start({
    script,
    signal,
    megabytes: workerMegabytes,
    // The thread has run out of memory or stack space.
    errorOf: tooCostly,
  });
  for (let start = 0; start < distinct.length; start += batchSize) {
    const batch = distinct.slice(start, start + batchSize);
    const answer = await ask(thread, { ...compiled, texts: batch }, clock);
    for (const [index, text] of batch.entries()) {
      const result = answer[index];
      if (result !== undefined && result !== text) {
        replaced.set(text, result);
      }
    }
    onProgress?.(start + batch.length, distinct.length);
  }
  return replaced;
}

/** Returns the response of the thread. Throws `PatternError` if it takes too long. */
async function ask(
  thread: WorkerThread,
  request: ReplaceRequest,
  clock: Clock,
): Promise<readonly string[]> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = clock.schedule(batchTime, () => reject(tooCostly()));
  try {
    return answerSchema.parse(await Promise.race([thread.ask(request), tooLate]));
  } finally {
    timer.dispose();
  }
}

function tooCostly(cause?: unknown): PatternError {
  return new PatternError(
    l10n.t(
      'The regular expression takes too long on these labels. Repetitions within repetitions, as in (a+)+, are often the reason.',
    ),
    { cause },
  );
}
