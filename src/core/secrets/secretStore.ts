import type { Event } from '../async/event.ts';

/** Store for secrets, with the shape of VS Code's `SecretStorage`. */
export interface SecretStore {
  /** Returns the stored keys. */
  keys(): PromiseLike<readonly string[]>;
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  /** Fires when a secret is stored or deleted, here or, if the platform reports it, in another window. */
  readonly onDidChange: Event<{ readonly key: string }>;
}

/** Key prefixes of each kind of secret. Stored secrets outlive the release that wrote them. */
export const secretKeyPrefixes = {
  session: 'workforce.session.',
  signedOut: 'workforce.signedOut.',
  renewalClaim: 'workforce.renewalClaim.',
  clientSecret: 'workforce.clientSecret.',
  pendingAuthorization: 'workforce.pendingAuthorization.',
} as const;
