import { once } from 'node:events';
import * as z from 'zod';
import { isAccountId } from '../../src/core/account/account.ts';
import { systemClock } from '../../src/core/async/clock.ts';
import { AccountLock } from '../../src/core/locks/accountLock.ts';

/** Options of the process, as JSON in its only argument. */
const optionsSchema = z.object({
  folder: z.string(),
  id: z.string().refine(isAccountId),
  /** Milliseconds without a sign of life that it announces. */
  silence: z.number().optional(),
});

/** A process that holds a lock until its parent disconnects. It sends a message once it holds it. */
const { folder, id, silence } = optionsSchema.parse(JSON.parse(process.argv[2] ?? ''));
const held = await new AccountLock(folder, systemClock).acquire(id);
if (silence !== undefined) {
  await held.expectSilence(silence);
}
const disconnected = once(process, 'disconnect');
process.send?.('held');
await disconnected;
await held.release();
