import type { SecretRegistry } from '../log/liveSecrets.ts';
import { parseJson } from '../text/exactJson.ts';
import { secretKeyPrefixes, type SecretStore } from './secretStore.ts';

/** Fields of stored JSON that are secrets, by the prefix of the key. */
const secretFields: readonly (readonly [prefix: string, fields: readonly string[]])[] = [
  [secretKeyPrefixes.session, ['accessToken', 'refreshToken', 'handoverKey']],
  [secretKeyPrefixes.pendingAuthorization, ['state']],
];

/** Secret store that registers every secret read from or written to the underlying one. */
export class RegisteringSecretStore implements SecretStore {
  readonly #below: SecretStore;
  readonly #registry: SecretRegistry;

  constructor(below: SecretStore, registry: SecretRegistry) {
    this.#below = below;
    this.#registry = registry;
  }

  get onDidChange(): SecretStore['onDidChange'] {
    return this.#below.onDidChange;
  }

  async keys(): Promise<readonly string[]> {
    return await this.#below.keys();
  }

  async get(key: string): Promise<string | undefined> {
    const value = await this.#below.get(key);
    if (value !== undefined) {
      this.#registry.hold(key, secretsIn(key, value));
    }
    return value;
  }

  async store(key: string, value: string): Promise<void> {
    // Registered first, as the secret is in use even if it cannot be stored.
    this.#registry.hold(key, secretsIn(key, value));
    await this.#below.store(key, value);
  }

  async delete(key: string): Promise<void> {
    this.#registry.release(key);
    await this.#below.delete(key);
  }
}

/** Returns the secrets in `value`, which is stored under `key`. */
function secretsIn(key: string, value: string): readonly string[] {
  if (key.startsWith(secretKeyPrefixes.clientSecret)) {
    return [value];
  }
  const fields = secretFields.find(([prefix]) => key.startsWith(prefix))?.[1] ?? [];
  const json = fields.length === 0 ? undefined : parseJson(value);
  return typeof json === 'object' && json !== null
    ? Object.entries(json).flatMap(([name, text]) =>
        fields.includes(name) && typeof text === 'string' ? [text] : [],
      )
    : [];
}
