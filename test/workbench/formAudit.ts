import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Frame } from 'playwright-core';
import * as z from 'zod';
import type { Workbench } from './workbench.ts';

const violationsSchema = z.array(
  z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }),
);

/** Runs axe on the form that is shown. Throws an `AssertionError` that names what it finds. */
export async function assertAccessible(workbench: Workbench): Promise<void> {
  const frame = await formFrame(workbench);
  await frame.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8'));
  const violations = await frame.evaluate<unknown>(
    // Without fetching styles anew, which the page's policy would not let it do.
    'axe.run(document, { preload: false }).then(({ violations }) => violations)',
  );
  const found = violationsSchema.parse(violations);
  assert.deepEqual(
    found.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) })),
    [],
  );
}

/** Whether all of the form can be seen without scrolling sideways. */
export async function fitsInWidth(workbench: Workbench): Promise<boolean> {
  const frame = await formFrame(workbench);
  return await frame.evaluate<boolean>(
    'document.documentElement.scrollWidth <= document.documentElement.clientWidth',
  );
}

/** The frame of the form that is shown. */
export async function formFrame(workbench: Workbench): Promise<Frame> {
  const element = await workbench.webview.owner().elementHandle();
  const frame = await element?.contentFrame();
  assert.ok(frame);
  return frame;
}
