import * as l10n from '@vscode/l10n';
import type { BaseUrl } from '../account/baseUrl.ts';
import type { ClientApp } from '../account/clientApp.ts';
import { isClientSecret, type ClientSecret } from '../account/tokens.ts';
import { ConfigurationError } from '../errors/configurationError.ts';
import { FallbackSecretStore } from '../secrets/fallbackSecretStore.ts';
import { secretKeys, type SecretStore } from '../secrets/secretStore.ts';
import { hexDigestOf } from '../text/digest.ts';
import { displayText } from '../text/displayText.ts';

/** App that a secret belongs to. */
export interface ClientIdentity extends ClientApp {
  readonly connectionName: string;
}

/**
 * Client secrets in the secret store, one for each app at each service. If the secret store fails to keep one,
 * it lasts until the window closes. Methods throw `StorageError`.
 */
export class ClientSecrets {
  readonly #secrets: SecretStore;

  constructor(secrets: SecretStore) {
    this.#secrets = new FallbackSecretStore(secrets);
  }

  /** Returns the secret of `clientId` at `baseUrl`; undefined if none was set. */
  async read(baseUrl: BaseUrl, clientId: string): Promise<ClientSecret | undefined> {
    const secret = await this.#secrets.get(keyOf(baseUrl, clientId));
    return secret !== undefined && isClientSecret(secret) ? secret : undefined;
  }

  /** Returns the secret of `client`. Throws `ConfigurationError` if none was set. */
  async require(client: ClientIdentity): Promise<ClientSecret> {
    const secret = await this.read(client.baseUrl, client.clientId);
    if (secret === undefined) {
      throw new ConfigurationError(
        l10n.t(
          'The client secret of {0} is not stored on this machine.',
          displayText(client.connectionName),
        ),
        'setClientSecret',
        { app: { baseUrl: client.baseUrl, clientId: client.clientId } },
      );
    }
    return secret;
  }

  /** Stores the secret of `clientId` at `baseUrl`. */
  async write(baseUrl: BaseUrl, clientId: string, secret: ClientSecret): Promise<void> {
    await this.#secrets.store(keyOf(baseUrl, clientId), secret);
  }

  /** Deletes the secret of `clientId` at `baseUrl`, if there is one. */
  async delete(baseUrl: BaseUrl, clientId: string): Promise<void> {
    await this.#secrets.delete(keyOf(baseUrl, clientId));
  }
}

function keyOf(baseUrl: BaseUrl, clientId: string): string {
  return secretKeys.clientSecret + hexDigestOf(JSON.stringify([baseUrl, clientId]), 24);
}
