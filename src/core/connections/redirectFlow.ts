import * as l10n from '@vscode/l10n';
import { isLoopbackHttp, parseUrl, type BaseUrl } from '../account/baseUrl.ts';
import { ConfigurationError } from '../errors/configurationError.ts';

/** Details of each redirect flow. */
interface RedirectDetails {
  /** Redirect to VS Code itself, by its URI scheme. */
  readonly uriHandler: unknown;
  /** Redirect to a listener on this machine, during the sign-in (RFC 8252, section 7.3). */
  readonly loopback: { readonly host: string; readonly port: number; readonly path: string };
  /** Redirect to a page that forwards to the address in the state: for VS Code in a browser. */
  readonly relay: unknown;
}

/** Redirect flow from the authorize page: of any kind, or of `Kind`. */
export type RedirectFlow<Kind extends keyof RedirectDetails = keyof RedirectDetails> = {
  readonly [Each in Kind]: { readonly kind: Each } & RedirectDetails[Each];
}[Kind];

/**
 * Connection whose redirect URI is read; `ownCallback` is the callback URI of the running program, with its
 * URI scheme.
 */
interface RedirectQuestion {
  readonly baseUrl: BaseUrl;
  readonly redirectUri: string | undefined;
  readonly ownCallback: string;
}

/** Kind of redirect. */
interface RedirectKind<Kind extends keyof RedirectDetails> {
  /** Form of the redirect URI, for display. */
  readonly form: (ownCallback: string) => string;
  /** False if the browser cannot return in this way to a VS Code that runs in a browser itself. */
  readonly worksInBrowser: boolean;
  /** Returns the flow if the redirect URI has the form of this kind. */
  readonly flowOf: (question: RedirectQuestion) => RedirectFlow<Kind> | undefined;
}

/**
 * Kinds of redirect, in the order in which their forms are tried; the type requires all of them. A page of
 * the service itself is always a relay, as no other program can listen there.
 */
const redirectKinds: { readonly [Kind in keyof RedirectDetails]: RedirectKind<Kind> } = {
  uriHandler: {
    form: (ownCallback) => ownCallback,
    worksInBrowser: false,
    // No other URI with a custom scheme leads here: it opens another program (or build of VS Code), another
    // extension, or nothing at all.
    flowOf: ({ ownCallback, redirectUri = ownCallback }) =>
      redirectUri === ownCallback ? { kind: 'uriHandler' } : undefined,
  },
  relay: {
    form: () => l10n.t('the https address of a relay page'),
    worksInBrowser: true,
    flowOf: ({ baseUrl, redirectUri = '' }) => {
      const url = parseRedirectUri(redirectUri);
      return url?.protocol === 'https:' || url?.origin === new URL(baseUrl).origin
        ? { kind: 'relay' }
        : undefined;
    },
  },
  loopback: {
    form: () => 'http://127.0.0.1:PORT/…',
    worksInBrowser: true,
    flowOf: ({ redirectUri = '' }) => {
      const url = parseRedirectUri(redirectUri);
      if (url === undefined || !isLoopbackHttp(url) || Number(url.port) === 0) {
        return undefined;
      }
      const host = url.hostname.replaceAll(/[[\]]/g, '');
      return { kind: 'loopback', host, port: Number(url.port), path: url.pathname };
    },
  },
};

/**
 * Returns the redirect flow for the form of the redirect URI. `ownCallback` is the callback URI of the
 * running program, with its URI scheme. Throws `ConfigurationError` for an unknown form.
 */
export function redirectFlowOf(
  connection: Omit<RedirectQuestion, 'ownCallback'>,
  ownCallback: string,
): RedirectFlow {
  const { baseUrl, redirectUri } = connection;
  const kinds = Object.values(redirectKinds);
  for (const { flowOf } of kinds) {
    const flow = flowOf({ baseUrl, redirectUri, ownCallback });
    if (flow !== undefined) {
      return flow;
    }
  }
  const forms = kinds.map(({ form }) => form(ownCallback)).join(', ');
  throw new ConfigurationError(
    l10n.t('The redirect URI must be empty or one of these: {0}.', forms),
    'openSettings',
  );
}

/** Parses a redirect URI; undefined if it has a user name or password, which readers mistake for the host. */
function parseRedirectUri(text: string): URL | undefined {
  const url = parseUrl(text);
  return url?.username === '' && url.password === '' ? url : undefined;
}

/** Returns whether the browser can return in this way to a VS Code that runs in a browser itself. */
export function worksInBrowser({ kind }: RedirectFlow): boolean {
  return redirectKinds[kind].worksInBrowser;
}
