import { join } from 'node:path';
import * as z from 'zod';
import { callTestEndpoint } from '../../src/core/api/testEndpoint.ts';
import { isAccountId } from '../../src/core/account/account.ts';
import { systemClock } from '../../src/core/async/clock.ts';
import { AppError } from '../../src/core/errors/appError.ts';
import { FileSecretStore } from './fileSecretStore.ts';
import { SessionWindow } from './sessionFixture.ts';
import { SessionJournal, WatchedLock } from './sessionJournal.ts';

/** What a worker is started with, as JSON in its only argument. */
const workerOptionsSchema = z.object({
  baseUrl: z.string(),
  clientId: z.string(),
  /** Shared by all. */
  folder: z.string(),
  accountId: z.string().refine(isAccountId),
});

/** What a worker says. */
export const workerMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  /** It holds the lock of a session, to renew it. */
  z.object({ kind: z.literal('renewing') }),
  /** How its call ended: `ok`, or the code of the error. */
  z.object({ kind: z.literal('answer'), outcome: z.string() }),
  /** It has notified the user that the session has ended. */
  z.object({ kind: z.literal('ended') }),
]);

/** What a worker says. */
export type WorkerMessage = z.output<typeof workerMessageSchema>;

/** The secrets that the windows of `folder` share, watched by `journal`. */
export function sharedSecrets(
  folder: string,
  journal: SessionJournal,
): ReturnType<SessionJournal['watch']> {
  return journal.watch(new FileSecretStore(join(folder, 'secrets')));
}

/** The journal of the windows of `folder`. */
export function sharedJournal(folder: string): SessionJournal {
  return new SessionJournal(join(folder, 'journal'));
}

function say(message: WorkerMessage): void {
  process.send?.(message);
}

/** One window in a process of its own: every message of the parent makes it call the API. */
function run(): void {
  const options = workerOptionsSchema.parse(JSON.parse(process.argv[2] ?? ''));
  const { accountId, baseUrl, clientId, folder } = options;
  const journal = sharedJournal(folder);
  const secrets = sharedSecrets(folder, journal);
  const window = new SessionWindow({
    baseUrl,
    clientId,
    folder,
    secrets,
    createLock: (path) =>
      new WatchedLock([path, systemClock], journal, () => say({ kind: 'renewing' })),
    fetch: journal.fetch,
  });
  window.renewal.onDidEnd(() => say({ kind: 'ended' }));
  const client = window.client(accountId);
  process.on('message', () => {
    callTestEndpoint(client).then(
      () => say({ kind: 'answer', outcome: 'ok' }),
      (error: unknown) =>
        say({ kind: 'answer', outcome: error instanceof AppError ? error.code : String(error) }),
    );
  });
  say({ kind: 'ready' });
}

if (import.meta.main) {
  run();
}
