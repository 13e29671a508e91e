import * as z from 'zod/mini';
import type { ClientApp } from '../core/account/clientApp.ts';
import type { Connection } from '../core/connections/connection.ts';
import { parseBaseUrl, readBaseUrl } from '../core/connections/parseBaseUrl.ts';
import { defaultScopes } from '../core/connections/scope.ts';
import { trimmedText } from '../core/text/trimmedText.ts';

const text = z.catch(z.string().check(z.trim()), '');

const draftSchema = z.object({
  name: text,
  baseUrl: text,
  clientId: text,
  redirectUri: text,
  scopes: z.catch(z.array(trimmedText).check(z.minLength(1)), [...defaultScopes]),
});

/** A connection while the user is asked about it: each field as it is typed. */
export type ConnectionDraft = z.output<typeof draftSchema> & {
  /** Empty to keep the one that is stored. */
  clientSecret: string;
};

/** Reads an entry of the setting field by field: what is missing or wrong is empty. */
export function draftOf(entry: unknown): ConnectionDraft {
  const values = draftSchema.safeParse(entry).data ?? draftSchema.parse({});
  return { ...values, clientSecret: '' };
}

/** Returns the connection that has been typed. Throws `ConfigurationError` if the base address is not valid. */
export function connectionOf(draft: ConnectionDraft): Connection {
  const { clientId, name, redirectUri, scopes } = draft;
  return {
    name,
    baseUrl: parseBaseUrl(draft.baseUrl),
    clientId,
    redirectUri: redirectUri === '' ? undefined : redirectUri,
    scopes,
  };
}

/** Returns the app that `draft` leads to; undefined if it leads nowhere. */
export function appOf({ baseUrl, clientId }: ConnectionDraft): ClientApp | undefined {
  const address = readBaseUrl(baseUrl);
  return clientId === '' || address === undefined ? undefined : { baseUrl: address, clientId };
}
