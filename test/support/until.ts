/** Waits until `done` holds, without a fixed time. */
export async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await done())) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
