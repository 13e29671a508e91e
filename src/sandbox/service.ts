import type { Directory } from './directory.ts';
import type { GrantStore } from './grants.ts';
import type { LabelStore } from './labelStore.ts';
import type { LiveOptions } from './options.ts';
import type { RequestJournal } from './requestJournal.ts';

/** App registered with the service. */
export interface RegisteredApp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
  /** Redirect URI of the sandbox's own relay page, which is also in `redirectUris`. */
  readonly relayUri: string;
}

/** Parts shared by the endpoints. */
export interface Service {
  readonly app: RegisteredApp;
  readonly options: LiveOptions;
  readonly directory: Directory;
  readonly grants: GrantStore;
  readonly labels: LabelStore;
  readonly journal: RequestJournal;
  readonly now: () => number;
}
