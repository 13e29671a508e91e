import * as z from 'zod/mini';
import { brandedText } from '../text/brandedText.ts';
import { isBaseUrl, type BaseUrl } from './baseUrl.ts';

/** An app at a service, to which a client secret belongs (docs/interface.md, section 5 rule 2). */
export interface ClientApp {
  readonly baseUrl: BaseUrl;
  readonly clientId: string;
}

/** Schema of an app that a command is run on. */
export const clientAppSchema = z.object({ baseUrl: brandedText(isBaseUrl), clientId: z.string() });

/** Returns whether both are the same app at the same service. */
export function isSameApp(one: ClientApp, other: ClientApp): boolean {
  return one.baseUrl === other.baseUrl && one.clientId === other.clientId;
}
