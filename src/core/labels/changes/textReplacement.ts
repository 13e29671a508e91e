import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { abortable } from '../../async/abort.ts';
import type { Clock } from '../../async/clock.ts';
import { PatternError } from '../../errors/patternError.ts';
import type { Progress } from '../percentSteps.ts';
import type { ReplaceRequest } from './replaceRequest.ts';
import { compiledRule, type ReplaceRule } from './replaceRule.ts';

/** How to replace in texts. */
export interface TextReplacementOptions {
  /** Path of the script of the thread: `replaceWorker`, bundled. */
  readonly script: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** How many texts are done. */
  readonly onProgress?: Progress | undefined;
}

/** How many texts the thread gets at a time. */
const batchSize = 1000;

/** For how long a batch may keep the thread, in milliseconds: hundreds of times what a sound expression takes. */
const batchTime = 5000;

/** More than any sound replacement takes; without a limit, one could take all that the machine has. */
const workerMegabytes = 256;

const answerSchema = z.array(z.string());

/**
 * Replaces in `texts`. Returns what has become of each that it changes. The caller is never kept waiting
 * by an expression that has no end. Throws `PatternError` and `CancelledError`.
 */
export async function replaceInTexts(
  texts: Iterable<string>,
  rule: ReplaceRule,
  { clock, onProgress, script, signal }: TextReplacementOptions,
): Promise<ReadonlyMap<string, string>> {
  const compiled = compiledRule(rule);
  const distinct = Array.from(new Set(texts));
  const replaced = new Map<string, string>();
  const worker = new Worker(script, {
    resourceLimits: { maxOldGenerationSizeMb: workerMegabytes },
  });
  try {
    // Starting it takes long on a busy machine, which is no fault of the expression.
    await abortable(once(worker, 'online'), signal);
    for (let start = 0; start < distinct.length; start += batchSize) {
      const batch = distinct.slice(start, start + batchSize);
      const answer = await ask(worker, { ...compiled, texts: batch }, { clock, signal });
      for (const [index, text] of batch.entries()) {
        const result = answer[index];
        if (result !== undefined && result !== text) {
          replaced.set(text, result);
        }
      }
      onProgress?.(start + batch.length, distinct.length);
    }
  } finally {
    await worker.terminate();
  }
  return replaced;
}

async function ask(
  worker: Worker,
  request: ReplaceRequest,
  { clock, signal }: Pick<TextReplacementOptions, 'clock' | 'signal'>,
): Promise<readonly string[]> {
  const { promise, reject, resolve } = Promise.withResolvers<readonly string[]>();
  const onMessage = (message: unknown): void => resolve(answerSchema.parse(message));
  // The thread has run out of memory, or of the stack.
  const onError = (error: unknown): void => reject(tooCostly(error));
  const timer = clock.schedule(batchTime, () => reject(tooCostly()));
  worker.on('message', onMessage).on('error', onError);
  worker.postMessage(request);
  try {
    return await abortable(promise, signal);
  } finally {
    timer.dispose();
    worker.off('message', onMessage).off('error', onError);
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
