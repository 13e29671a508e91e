import type { Event } from '../async/event.ts';

/** Where secrets are kept. VS Code's `SecretStorage` has this shape. */
export interface SecretStore {
  /** The keys of what was stored. */
  keys(): PromiseLike<readonly string[]>;
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  /** Something was stored or deleted, here or, if the platform reports it, in another window. */
  readonly onDidChange: Event<{ readonly key: string }>;
}

/** How the keys of each kind of secret begin. What is stored under them outlives the release that wrote it. */
export const secretKeys = {
  session: 'workforce.session.',
  renewalClaim: 'workforce.renewalClaim.',
  clientSecret: 'workforce.clientSecret.',
  pendingAuthorization: 'workforce.pendingAuthorization.',
} as const;
