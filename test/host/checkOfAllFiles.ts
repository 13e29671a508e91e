const mark = Symbol.for('checkOfAllFiles');

/**
 * Runs a check of what several files of tests did together, such as what stands in their common log. Its failure
 * stays one: the file that it is in finds nothing when it runs alone, so it does not run again for it.
 */
export async function checkOfAllFiles(check: () => void | Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    throw Object.assign(error instanceof Error ? error : new Error(String(error)), {
      [mark]: true,
    });
  }
}

/** Whether `error` comes from such a check. */
export function isOfAllFiles(error: unknown): boolean {
  return error instanceof Error && mark in error;
}
