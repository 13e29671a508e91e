import type { BaseUrl } from './baseUrl.ts';

/** An app at a service: what a client secret belongs to (docs/interface.md, section 5 rule 2). */
export interface ClientApp {
  readonly baseUrl: BaseUrl;
  readonly clientId: string;
}

/** Whether both are the same app at the same service. */
export function isSameApp(one: ClientApp, other: ClientApp): boolean {
  return one.baseUrl === other.baseUrl && one.clientId === other.clientId;
}
