import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { isLoopbackHttp, parseBaseUrl, parseUrl, type BaseUrl } from '../base/baseUrl.ts';
import { ConfigurationError } from '../base/errors/configurationError.ts';
import { defaultScopes } from './scope.ts';

/** A service to sign in to, as the setting `workforce.connections` names it. */
export interface Connection {
  readonly name: string;
  readonly baseUrl: BaseUrl;
  readonly clientId: string;
  /** Registered for the app; undefined for the one of VS Code on the desktop. */
  readonly redirectUri: string | undefined;
  /** What to ask for at sign-in. */
  readonly scopes: readonly string[];
}

const connectionSchema = z.looseObject({
  name: z.string().trim().min(1),
  baseUrl: z.string().trim().min(1),
  clientId: z.string().trim().min(1),
  redirectUri: z.string().trim().nullish(),
  scopes: z.array(z.string().trim().min(1)).nullish(),
});

/**
 * Reads one entry of the setting; `ownCallback` as for `redirectFlowOf`. Throws `ConfigurationError` that
 * names what is wrong.
 */
export function parseConnection(entry: unknown, ownCallback: string): Connection {
  const result = connectionSchema.safeParse(entry);
  if (!result.success) {
    const fields = new Set(result.error.issues.map(({ path }) => String(path[0] ?? 'connection')));
    throw new ConfigurationError(
      l10n.t('Missing or wrong: {0}.', [...fields].join(', ')),
      'openSettings',
    );
  }
  const { name, baseUrl, clientId, redirectUri, scopes } = result.data;
  const connection: Connection = {
    name,
    baseUrl: parseBaseUrl(baseUrl),
    clientId,
    redirectUri: redirectUri || undefined,
    scopes: scopes && scopes.length > 0 ? scopes : defaultScopes,
  };
  // Told at once, not only when somebody signs in.
  redirectFlowOf(connection, ownCallback);
  return connection;
}

/** How the browser comes back from the authorize page. */
export type RedirectFlow =
  /** To VS Code itself, by its URI scheme. */
  | { readonly kind: 'uriHandler' }
  /** To a listener on this machine, for the time of the sign-in (RFC 8252, section 7.3). */
  | {
      readonly kind: 'loopback';
      readonly host: string;
      readonly port: number;
      readonly path: string;
    }
  /** To a page that forwards to the address carried in the state: for VS Code in a browser. */
  | { readonly kind: 'relay' };

/**
 * The form of the redirect URI chooses the flow. `ownCallback` is the address by which the running
 * program is reached by its URI scheme. A page of the service itself is always a relay: nobody else can
 * listen there. Throws `ConfigurationError` for a form that has none.
 */
export function redirectFlowOf(
  connection: Pick<Connection, 'baseUrl' | 'redirectUri'>,
  ownCallback: string,
): RedirectFlow {
  const { baseUrl, redirectUri } = connection;
  // No other one with a scheme comes back here: it opens another program (or build of VS Code), another
  // extension, or nothing at all.
  if (redirectUri === undefined || redirectUri === ownCallback) {
    return { kind: 'uriHandler' };
  }
  const url = parseUrl(redirectUri);
  if (url?.protocol === 'https:' || (url !== undefined && url.origin === new URL(baseUrl).origin)) {
    return { kind: 'relay' };
  }
  if (url !== undefined && isLoopbackHttp(url) && Number(url.port) > 0) {
    const host = url.hostname.replaceAll(/[[\]]/g, '');
    return { kind: 'loopback', host, port: Number(url.port), path: url.pathname };
  }
  throw new ConfigurationError(
    l10n.t(
      'The redirect URI must be empty, {0}, http://127.0.0.1:PORT/…, or the https address of a relay page.',
      ownCallback,
    ),
    'openSettings',
  );
}
