import * as z from 'zod/mini';
import type { ClientApp } from '../core/account/clientApp.ts';
import { themeColor, type Connection } from '../core/connections/connection.ts';
import { parseBaseUrl, tryParseBaseUrl } from '../core/connections/parseBaseUrl.ts';
import { defaultScopes } from '../core/connections/scope.ts';
import { trimmedText } from '../core/text/trimmedText.ts';

const text = z.catch(z.string().check(z.trim()), '');

const draftSchema = z.object({
  name: text,
  baseUrl: text,
  clientId: text,
  redirectUri: text,
  scopes: z.catch(z.array(trimmedText).check(z.minLength(1)), [...defaultScopes]),
  // The steps do not ask for these two fields. An invalid `readOnly` counts as true, to be safe.
  readOnly: z.catch(z.nullish(z.boolean()), true),
  color: z.catch(z.nullish(themeColor), undefined),
});

/** Draft of a connection, with each field as typed. */
export type ConnectionDraft = z.output<typeof draftSchema> & {
  /** Client secret; empty to keep the stored one. */
  clientSecret: string;
};

/** Returns the draft for an entry of the setting. Missing and invalid fields are empty. */
export function draftOf(entry: unknown): ConnectionDraft {
  const values = draftSchema.safeParse(entry).data ?? draftSchema.parse({});
  return { ...values, clientSecret: '' };
}

/** Returns the connection of `draft`. Throws `ConfigurationError` if the base URL is invalid. */
export function connectionOf(draft: ConnectionDraft): Connection {
  const { clientId, color, name, readOnly, redirectUri, scopes } = draft;
  return {
    name,
    baseUrl: parseBaseUrl(draft.baseUrl),
    clientId,
    redirectUri: redirectUri === '' ? undefined : redirectUri,
    scopes,
    readOnly: readOnly ?? false,
    color: color ?? undefined,
  };
}

/** Returns the app of `draft`; undefined if it is incomplete or invalid. */
export function appOf({ baseUrl, clientId }: ConnectionDraft): ClientApp | undefined {
  const address = tryParseBaseUrl(baseUrl);
  return clientId === '' || address === undefined ? undefined : { baseUrl: address, clientId };
}
