import { createHash } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { BaseUrl } from '../account/baseUrl.ts';
import type { ClientApp } from '../account/clientApp.ts';
import { isClientSecret, type ClientSecret } from '../account/tokens.ts';
import { ConfigurationError } from '../errors/configurationError.ts';
import { FallbackSecretStore } from '../secrets/fallbackSecretStore.ts';
import { secretKeys, type SecretStore } from '../secrets/secretStore.ts';
import { displayText } from '../text/displayText.ts';

/** The app whose secret is meant. */
export interface ClientIdentity extends ClientApp {
  readonly connectionName: string;
}

/**
 * Client secrets in the secret store, one for each app at each service. One that the secret store does
 * not keep lasts until the window closes. Methods throw `StorageError`.
 */
export class ClientSecrets {
  readonly #secrets: SecretStore;

  constructor(secrets: SecretStore) {
    this.#secrets = new FallbackSecretStore(secrets);
  }

  /** The secret of `clientId` at `baseUrl`, or undefined if none was set. */
  async read(baseUrl: BaseUrl, clientId: string): Promise<ClientSecret | undefined> {
    const secret = await this.#secrets.get(keyOf(baseUrl, clientId));
    return secret !== undefined && isClientSecret(secret) ? secret : undefined;
  }

  /** The secret of `client`. Throws `ConfigurationError` if none was set. */
  async require(client: ClientIdentity): Promise<ClientSecret> {
    const secret = await this.read(client.baseUrl, client.clientId);
    if (secret === undefined) {
      throw new ConfigurationError(
        l10n.t('The client secret of {0} is not known here.', displayText(client.connectionName)),
        'setClientSecret',
        { app: { baseUrl: client.baseUrl, clientId: client.clientId } },
      );
    }
    return secret;
  }

  /** Sets the secret of `clientId` at `baseUrl`. */
  async write(baseUrl: BaseUrl, clientId: string, secret: ClientSecret): Promise<void> {
    await this.#secrets.store(keyOf(baseUrl, clientId), secret);
  }

  /** Deletes the secret of `clientId` at `baseUrl`, if there is one. */
  async delete(baseUrl: BaseUrl, clientId: string): Promise<void> {
    await this.#secrets.delete(keyOf(baseUrl, clientId));
  }
}

function keyOf(baseUrl: BaseUrl, clientId: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([baseUrl, clientId]))
    .digest('hex');
  return secretKeys.clientSecret + digest.slice(0, 24);
}
