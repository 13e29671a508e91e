import * as l10n from '@vscode/l10n';
import { isLoopbackHttp, parseUrl, type BaseUrl } from '../account/baseUrl.ts';
import { ConfigurationError } from '../errors/configurationError.ts';

/** What has to be known of each way back from the authorize page. */
interface RedirectDetails {
  /** To VS Code itself, by its URI scheme. */
  readonly uriHandler: unknown;
  /** To a listener on this machine, for the time of the sign-in (RFC 8252, section 7.3). */
  readonly loopback: { readonly host: string; readonly port: number; readonly path: string };
  /** To a page that forwards to the address carried in the state: for VS Code in a browser. */
  readonly relay: unknown;
}

/** How the browser returns from the authorize page: one of all kinds, or of `Kind`. */
export type RedirectFlow<Kind extends keyof RedirectDetails = keyof RedirectDetails> = {
  readonly [Each in Kind]: { readonly kind: Each } & RedirectDetails[Each];
}[Kind];

/**
 * The form of the redirect URI chooses the flow. `ownCallback` is the address by which the running
 * program is reached by its URI scheme. A page of the service itself is always a relay: nobody else can
 * listen there. Throws `ConfigurationError` for a form that has none.
 */
export function redirectFlowOf(
  connection: { readonly baseUrl: BaseUrl; readonly redirectUri: string | undefined },
  ownCallback: string,
): RedirectFlow {
  const { baseUrl, redirectUri } = connection;
  // No other one with a scheme leads here: it opens another program (or build of VS Code), another
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
