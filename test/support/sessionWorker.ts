import { join } from 'node:path';
import * as z from 'zod';
import { isAccountId } from '../../src/core/account/account.ts';
import { callTestEndpoint } from '../../src/core/api/testEndpoint.ts';
import { systemClock } from '../../src/core/async/clock.ts';
import { AppError } from '../../src/core/errors/appError.ts';
import type { SecretStore } from '../../src/core/secrets/secretStore.ts';
import { FileSecretStore } from './fileSecretStore.ts';
import { InMemorySecretStore } from './inMemorySecretStore.ts';
import { SessionEventLog, RecordingLock } from './sessionEventLog.ts';
import { SessionWindow } from './sessionFixture.ts';

/** Options of a worker, as JSON in its only argument. */
const workerOptionsSchema = z.object({
  baseUrl: z.string(),
  clientId: z.string(),
  /** Shared by all: the secrets and the event log are in it. */
  folder: z.string(),
  /** The storage folder, if not that one. */
  storageFolder: z.string().optional(),
  /**
   * Secrets that the window sees: the shared ones, those of its load time (VS Code in a browser), or only its
   * own (no keyring), for which it signs in itself.
   */
  sees: z.enum(['shared', 'asLoaded', 'own']).default('shared'),
  clientSecret: z.string().optional(),
  accountId: z.string().refine(isAccountId).optional(),
});

/** Message of a worker. */
export const workerMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  /** The worker holds the lock of a session, to renew it. */
  z.object({ kind: z.literal('renewing') }),
  /** The worker sends a refresh token. */
  z.object({ kind: z.literal('sending') }),
  /** Result of the worker's call: `ok`, or the code of the error. */
  z.object({ kind: z.literal('answer'), outcome: z.string() }),
  /** The worker has notified the user that the session has ended. */
  z.object({ kind: z.literal('ended') }),
]);

/** Message of a worker. */
export type WorkerMessage = z.output<typeof workerMessageSchema>;

/** The secrets that the windows of `folder` share, recorded in `eventLog`. */
export function sharedSecrets(
  folder: string,
  eventLog: SessionEventLog,
): ReturnType<SessionEventLog['recording']> {
  return eventLog.recording(new FileSecretStore(join(folder, 'secrets')));
}

/** The event log of the windows of `folder`. `onWillSend` as for `SessionEventLog`. */
export function sharedEventLog(folder: string, onWillSend?: () => void): SessionEventLog {
  return new SessionEventLog(join(folder, 'events'), onWillSend);
}

function say(message: WorkerMessage): void {
  process.send?.(message);
}

/** The secrets of a window that has read `secrets` when it was loaded, and reads nothing later. */
async function asLoaded(secrets: SecretStore): Promise<SecretStore> {
  const own = new InMemorySecretStore();
  for (const key of await secrets.keys()) {
    own.values.set(key, (await secrets.get(key)) ?? '');
  }
  return {
    keys: async () => await own.keys(),
    get: async (key) => await own.get(key),
    store: async (key, value) => {
      await secrets.store(key, value);
      await own.store(key, value);
    },
    delete: async (key) => {
      await secrets.delete(key);
      await own.delete(key);
    },
    onDidChange: own.onDidChange,
  };
}

/** One window in a process of its own: every message of the parent makes it call the API. */
async function run(): Promise<void> {
  const options = workerOptionsSchema.parse(JSON.parse(process.argv[2] ?? ''));
  const { baseUrl, clientId, clientSecret, folder, sees, storageFolder } = options;
  const eventLog = sharedEventLog(folder, () => say({ kind: 'sending' }));
  const shared = sharedSecrets(folder, eventLog);
  const secrets =
    sees === 'own'
      ? eventLog.recording(new InMemorySecretStore())
      : sees === 'shared'
        ? shared
        : await asLoaded(shared);
  const window = new SessionWindow({
    baseUrl,
    clientId,
    folder: storageFolder ?? folder,
    secrets,
    createLock: (path) =>
      new RecordingLock([path, systemClock], eventLog, () => say({ kind: 'renewing' })),
    fetch: eventLog.fetch,
  });
  if (clientSecret !== undefined) {
    await window.setClientSecret(clientSecret);
  }
  const accountId = options.accountId ?? (await window.signIn()).account.id;
  window.onDidEnd(() => say({ kind: 'ended' }));
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
  // Waits of the product do not keep a process alive, and before it listens nothing else does.
  const alive = setInterval(() => undefined, 1000);
  await run();
  clearInterval(alive);
}
