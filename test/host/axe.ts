import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Frame } from 'playwright-core';
import * as z from 'zod';

const violationsSchema = z.array(
  z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }),
);

/** Runs axe on a frame, but for some rules. Throws an `AssertionError` that names what it finds. */
export async function assertFrameAccessible(
  frame: Frame,
  leftOut: readonly string[] = [],
): Promise<void> {
  if (!(await frame.evaluate<boolean>("typeof axe === 'object'"))) {
    await frame.evaluate(
      await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8'),
    );
  }
  const rules = Object.fromEntries(leftOut.map((rule) => [rule, { enabled: false }]));
  const violations = await frame.evaluate<unknown>(
    // Without fetching styles anew, which the page's policy would not let it do.
    `axe.run(document, { preload: false, resultTypes: ['violations'], rules: ${JSON.stringify(rules)} })
      .then(({ violations }) => violations)`,
  );
  const found = violationsSchema.parse(violations);
  assert.deepEqual(
    found.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) })),
    [],
  );
}
