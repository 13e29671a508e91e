import * as l10n from '@vscode/l10n';
import type { BaseUrl } from '../account/baseUrl.ts';
import type { ClientApp } from '../account/clientApp.ts';
import { isClientSecret, type ClientSecret } from '../account/tokens.ts';
import { ConfigurationError } from '../errors/configurationError.ts';
import { StorageError } from '../errors/storageError.ts';
import { TokenEndpointError } from '../errors/tokenEndpointError.ts';
import { FallbackSecretStore } from '../secrets/fallbackSecretStore.ts';
import { secretKeyPrefixes, type SecretStore } from '../secrets/secretStore.ts';
import { hexDigestOf } from '../text/digest.ts';
import { displayText } from '../text/displayText.ts';

/** App that a secret belongs to. */
export interface ClientIdentity extends ClientApp {
  readonly connectionName: string;
}

/** Stored secret that would be replaced by another one. */
interface LostSecret {
  /** The secret; undefined if it cannot be read. */
  readonly secret: ClientSecret | undefined;
}

/**
 * Client secrets in the secret store, one for each app at each service. A secret that the secret store fails
 * to keep lasts until the window closes. Methods throw `StorageError`.
 */
export class ClientSecrets {
  readonly #secrets: SecretStore;
  /** Secrets that the service refused when this window last sent them, by key. In memory only. */
  readonly #refused = new Map<string, ClientSecret>();

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

  /**
   * Sends `request`, which contains the `secret` of `app`, returns its response, and remembers whether the
   * service refused the secret. Throws the errors of `request`.
   */
  async send<T>(app: ClientApp, secret: ClientSecret, request: () => Promise<T>): Promise<T> {
    const key = keyOf(app.baseUrl, app.clientId);
    try {
      const response = await request();
      if (this.#refused.get(key) === secret) {
        this.#refused.delete(key);
      }
      return response;
    } catch (error) {
      if (error instanceof TokenEndpointError && error.outcome === 'clientRefused') {
        this.#refused.set(key, secret);
      }
      throw error;
    }
  }

  /**
   * Returns whether `replacement` may replace the stored secret of `app`: if no secret is lost, or if the
   * user agrees, as asked by `agree`. Asks again if another secret would be lost after the answer, as another
   * window may have stored it meanwhile.
   */
  async mayReplace(
    app: ClientApp,
    replacement: string,
    agree: () => Promise<boolean>,
  ): Promise<boolean> {
    let agreed: LostSecret | undefined;
    for (;;) {
      const lost = await this.#lostBy(app, replacement);
      if (lost === undefined || (agreed !== undefined && lost.secret === agreed.secret)) {
        return true;
      }
      if (!(await agree())) {
        return false;
      }
      agreed = lost;
    }
  }

  /** Stores the secret of `clientId` at `baseUrl`. */
  async write(baseUrl: BaseUrl, clientId: string, secret: ClientSecret): Promise<void> {
    const key = keyOf(baseUrl, clientId);
    if (this.#refused.get(key) !== secret) {
      this.#refused.delete(key);
    }
    await this.#secrets.store(key, secret);
  }

  /** Deletes the secret of `clientId` at `baseUrl`, if there is one. */
  async delete(baseUrl: BaseUrl, clientId: string): Promise<void> {
    const key = keyOf(baseUrl, clientId);
    this.#refused.delete(key);
    await this.#secrets.delete(key);
  }

  /**
   * Returns the secret that is lost if `replacement` is stored for `app`: a different one that the service
   * has not refused in this window, or one that cannot be read. Undefined if none is lost.
   */
  async #lostBy(
    { baseUrl, clientId }: ClientApp,
    replacement: string,
  ): Promise<LostSecret | undefined> {
    try {
      const secret = await this.read(baseUrl, clientId);
      const refused = this.#refused.get(keyOf(baseUrl, clientId));
      return secret === undefined || secret === replacement || secret === refused
        ? undefined
        : { secret };
    } catch (error) {
      if (error instanceof StorageError) {
        return { secret: undefined };
      }
      throw error;
    }
  }
}

function keyOf(baseUrl: BaseUrl, clientId: string): string {
  return secretKeyPrefixes.clientSecret + hexDigestOf(JSON.stringify([baseUrl, clientId]), 24);
}
