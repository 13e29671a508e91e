import { join } from 'node:path';
import * as z from 'zod';
import { isAccountId } from '../../src/core/account/account.ts';
import { callTestEndpoint } from '../../src/core/api/testEndpoint.ts';
import { systemClock } from '../../src/core/async/clock.ts';
import { AppError } from '../../src/core/errors/appError.ts';
import { FileSecretStore } from './fileSecretStore.ts';
import { SessionEventLog, RecordingLock } from './sessionEventLog.ts';
import { SessionWindow } from './sessionFixture.ts';

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

/** The secrets that the windows of `folder` share, recorded in `eventLog`. */
export function sharedSecrets(
  folder: string,
  eventLog: SessionEventLog,
): ReturnType<SessionEventLog['recording']> {
  return eventLog.recording(new FileSecretStore(join(folder, 'secrets')));
}

/** The event log of the windows of `folder`. */
export function sharedEventLog(folder: string): SessionEventLog {
  return new SessionEventLog(join(folder, 'events'));
}

function say(message: WorkerMessage): void {
  process.send?.(message);
}

/** One window in a process of its own: every message of the parent makes it call the API. */
function run(): void {
  const options = workerOptionsSchema.parse(JSON.parse(process.argv[2] ?? ''));
  const { accountId, baseUrl, clientId, folder } = options;
  const eventLog = sharedEventLog(folder);
  const secrets = sharedSecrets(folder, eventLog);
  const window = new SessionWindow({
    baseUrl,
    clientId,
    folder,
    secrets,
    createLock: (path) =>
      new RecordingLock([path, systemClock], eventLog, () => say({ kind: 'renewing' })),
    fetch: eventLog.fetch,
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
