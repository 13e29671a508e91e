import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { reasonOf } from '../errors/reasonOf.ts';
import type { SecretRegistry } from '../log/liveSecrets.ts';
import type { Log } from '../log/log.ts';
import { secretKeyPrefixes } from '../secrets/secretStore.ts';
import { parseJson } from '../text/exactJson.ts';
import type { SessionFolder } from './sessionFolder.ts';
import {
  accountOfSession,
  decodeSession,
  encodeSession,
  fileNameOf,
  lineageOf,
  type SessionLineage,
  type StoredSession,
} from './storedSession.ts';

const algorithm = 'aes-256-gcm';
const keyLength = 32;
/** Nonce length that NIST SP 800-38D recommends for GCM, in bytes. */
const nonceLength = 12;
const tagLength = 16;
const kind = 'handover';

const bytesSchema = z.pipe(z.base64(), z.transform(decodeBytes));

const sealedSchema = z.object({
  version: z.literal(1),
  generation: z.int().check(z.nonnegative()),
  nonce: bytesSchema.check(z.refine(hasLength(nonceLength))),
  tag: bytesSchema.check(z.refine(hasLength(tagLength))),
  /** Stored session, encrypted. */
  session: bytesSchema,
});

/** Creates a key for the handovers of one sign-in, which is stored with its session. */
export function createHandoverKey(): string {
  return randomBytes(keyLength).toString('base64');
}

/**
 * Hands over renewed tokens to windows that do not see secrets stored by this window: in a file next to the
 * generation marker, sealed with a key that those windows have had since the sign-in. The stored secret
 * remains the record of the session.
 */
export class SessionHandover {
  readonly #folder: SessionFolder;
  readonly #secrets: SecretRegistry;
  readonly #log: Log;

  /** `secrets` registers the secrets of the sessions that are read. */
  constructor(folder: SessionFolder, secrets: SecretRegistry, log: Log) {
    this.#folder = folder;
    this.#secrets = secrets;
    this.#log = log;
  }

  /**
   * Leaves `session`, as `generation`, for the windows that know `earlier`. Does nothing without a key.
   * Throws `StorageError`.
   */
  async write(session: StoredSession, earlier: StoredSession, generation: number): Promise<void> {
    if (earlier.handoverKey === undefined) {
      return;
    }
    const lineage = lineageOf(earlier);
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv(algorithm, decodeBytes(earlier.handoverKey), nonce, {
      authTagLength: tagLength,
    });
    cipher.setAAD(contextOf(lineage, generation));
    const sealed = Buffer.concat([cipher.update(encodeSession(session), 'utf8'), cipher.final()]);
    const content: z.input<typeof sealedSchema> = {
      version: 1,
      generation,
      nonce: nonce.toString('base64'),
      tag: cipher.getAuthTag().toString('base64'),
      session: sealed.toString('base64'),
    };
    await this.#folder.write(fileNameOf(lineage, kind), JSON.stringify(content));
  }

  /**
   * Returns the session left for windows that know `known`; undefined if this window can open and trust none.
   * Rejects sessions older than the generation `newest`.
   */
  async read(known: StoredSession, newest: number): Promise<StoredSession | undefined> {
    try {
      const lineage = lineageOf(known);
      const text = await this.#folder.read(fileNameOf(lineage, kind));
      if (text === undefined || known.handoverKey === undefined) {
        return undefined;
      }
      const session = open(text, decodeBytes(known.handoverKey), lineage, newest);
      if (session !== undefined) {
        const { accessToken, handoverKey = '', refreshToken } = session;
        // Held under the key of the secret store, so that a sign-out releases the secrets.
        const key = secretKeyPrefixes.session + lineage.id;
        this.#secrets.hold(key, [handoverKey, accessToken, refreshToken]);
      }
      return session;
    } catch (error) {
      const { id } = accountOfSession(known);
      this.#log.warn(`The handover of session ${id} was refused: ${reasonOf(error)}`);
      return undefined;
    }
  }
}

function open(
  text: string,
  key: Buffer,
  lineage: SessionLineage,
  newest: number,
): StoredSession | undefined {
  const content = sealedSchema.safeParse(parseJson(text)).data;
  if (content === undefined) {
    throw new TypeError('it is no handover');
  }
  const { generation, nonce, tag } = content;
  if (generation < newest) {
    throw new RangeError('it is older than what has been stored since');
  }
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength });
  decipher.setAAD(contextOf(lineage, generation));
  decipher.setAuthTag(tag);
  const decoded = decodeSession(unsealed(decipher, content.session));
  if (decoded.kind === 'newer') {
    return undefined;
  }
  const fits =
    decoded.kind === 'session' &&
    accountOfSession(decoded.session).id === lineage.id &&
    (decoded.session.lineage !== lineage.lineage || decoded.session.generation === generation);
  if (!fits) {
    throw new TypeError('it holds no session of this account');
  }
  return decoded.session;
}

function unsealed(decipher: ReturnType<typeof createDecipheriv>, sealed: Buffer): string {
  try {
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
  } catch {
    // The original message would reveal how far the decryption got.
    throw new TypeError('its seal does not fit');
  }
}

/** Context authenticated by the seal: the account and lineage of the session, and its generation. */
function contextOf({ id, lineage }: SessionLineage, generation: number): Buffer {
  return Buffer.from(JSON.stringify(['workforce.handover', 1, id, lineage, generation]));
}

function decodeBytes(text: string): Buffer {
  return Buffer.from(text, 'base64');
}

function hasLength(length: number): (bytes: Buffer) => boolean {
  return (bytes) => bytes.length === length;
}
