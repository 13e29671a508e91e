import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import type { AccountId } from '../../src/core/account/account.ts';
import type { Fetch } from '../../src/core/api/fetch.ts';
import { AccountLock, type HeldLock } from '../../src/core/locks/accountLock.ts';
import type { SecretStore } from '../../src/core/secrets/secretStore.ts';

const entrySchema = z.object({
  event: z.enum(['locked', 'sent', 'answered', 'stored', 'readBack']),
  processId: z.int(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** Digest of the refresh token that was sent or stored. */
  token: z.string().optional(),
  /**
   * Duration in milliseconds: the wait for a lock, or the time from the arrival of new tokens to their
   * reading back.
   */
  milliseconds: z.number().optional(),
});

/** Something that a process has done to a session. */
export type SessionEvent = z.output<typeof entrySchema>;

const storedSchema = z.object({ refreshToken: z.string() });

/** A digest that distinguishes a refresh token from others. */
export function digestOf(refreshToken: string): string {
  return createHash('sha256').update(refreshToken).digest('hex').slice(0, 16);
}

/**
 * Log of what several processes do to their sessions, in one file and in order. Each entry is in the file
 * before the process goes on, so that one that is killed leaves a true account.
 */
export class SessionEventLog {
  readonly #path: string;
  readonly #onWillSend: () => void;
  #answeredAt = 0;

  /** `onWillSend` is called before a refresh token is sent. */
  constructor(path: string, onWillSend: () => void = () => undefined) {
    this.#path = path;
    this.#onWillSend = onWillSend;
  }

  /** All entries so far. */
  read(): readonly SessionEvent[] {
    const lines = readFileSync(this.#path, 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => entrySchema.parse(JSON.parse(line)));
  }

  /** The machine's own fetch; notes the refresh tokens that are sent, and when new ones arrive. */
  readonly fetch: Fetch = async (url, init) => {
    const refreshToken = init.body instanceof FormData ? init.body.get('refresh_token') : null;
    if (typeof refreshToken !== 'string') {
      return await fetch(url, init);
    }
    this.#note({ event: 'sent', token: digestOf(refreshToken) });
    this.#onWillSend();
    const response = await fetch(url, init);
    this.#answeredAt = performance.now();
    this.#note({ event: 'answered' });
    return response;
  };

  /** Wraps `secrets`; notes when a session's tokens are stored and read back. */
  recording(secrets: SecretStore): SecretStore {
    let unread: string | undefined;
    return {
      keys: async () => await secrets.keys(),
      get: async (key) => {
        const value = await secrets.get(key);
        if (value !== undefined && value === unread) {
          unread = undefined;
          this.#note({ event: 'readBack', milliseconds: performance.now() - this.#answeredAt });
        }
        return value;
      },
      store: async (key, value) => {
        await secrets.store(key, value);
        const stored = storedSchema.safeParse(JSON.parse(value));
        if (stored.success) {
          this.#note({ event: 'stored', token: digestOf(stored.data.refreshToken) });
          unread = value;
        }
      },
      delete: async (key) => await secrets.delete(key),
      onDidChange: secrets.onDidChange,
    };
  }

  /** Notes that a lock was got, after so many milliseconds. */
  noteLock(milliseconds: number): void {
    this.#note({ event: 'locked', milliseconds });
  }

  #note(entry: Omit<SessionEvent, 'processId' | 'at'>): void {
    const line = JSON.stringify({ ...entry, processId: process.pid, at: Date.now() });
    appendFileSync(this.#path, `${line}\n`);
  }
}

/** A lock that notes how long it was waited for, and reports when it is got. */
export class RecordingLock extends AccountLock {
  readonly #eventLog: SessionEventLog;
  readonly #onAcquire: () => void;

  constructor(
    parameters: ConstructorParameters<typeof AccountLock>,
    eventLog: SessionEventLog,
    onAcquire: () => void,
  ) {
    super(...parameters);
    this.#eventLog = eventLog;
    this.#onAcquire = onAcquire;
  }

  override async acquire(id: AccountId, signal?: AbortSignal): Promise<HeldLock> {
    const started = performance.now();
    const held = await super.acquire(id, signal);
    this.#eventLog.noteLock(performance.now() - started);
    this.#onAcquire();
    return held;
  }
}
