import type { Directory } from './directory.ts';
import type { GrantStore } from './grants.ts';
import type { LabelStore } from './labelStore.ts';
import type { LiveOptions } from './options.ts';
import type { RequestJournal } from './requestJournal.ts';

/** The app as it is registered with the service. */
export interface RegisteredApp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
  /** The entry of `redirectUris` that is the sandbox's own relay page. */
  readonly relayUri: string;
}

/** What the endpoints share. */
export interface Service {
  readonly app: RegisteredApp;
  readonly options: LiveOptions;
  readonly directory: Directory;
  readonly grants: GrantStore;
  readonly labels: LabelStore;
  readonly journal: RequestJournal;
  readonly now: () => number;
}
