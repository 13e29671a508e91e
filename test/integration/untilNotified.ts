import assert from 'node:assert/strict';
import { eventually } from './eventually.ts';
import { person } from './person.ts';

/** Waits for a notification that contains a text, or that is the one meant, and clears all away. */
export async function untilNotified(expected: string | ((text: string) => boolean)): Promise<void> {
  const isMeant =
    typeof expected === 'string' ? (text: string) => text.includes(expected) : expected;
  await eventually(async () => {
    const texts = await person.notifications();
    assert.ok(texts.some(isMeant), texts.join('\n'));
  });
  await person.clearNotifications();
}
