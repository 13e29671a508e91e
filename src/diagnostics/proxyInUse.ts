import * as l10n from '@vscode/l10n';

/** Proxy settings of VS Code that decide the proxy of a request. */
export interface ProxySettings {
  readonly proxy: string;
  readonly noProxy: readonly string[];
  readonly proxySupport: string;
}

/** Route of a request: through a proxy, or direct. `reason` names the deciding setting. */
export interface ProxyInUse {
  /**
   * Address of the proxy; undefined if direct. It may contain a user name and password, so it must not be
   * shown.
   */
  readonly proxy: URL | undefined;
  readonly reason: string;
}

/** Hosts for which VS Code never uses a proxy. */
const ownHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Environment variables from which VS Code takes a proxy, in order of precedence. */
const proxyVariables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];

const proxySchemes = /^(https?|socks(4a?|5h?)?):$/;

/** Returns the proxy that VS Code uses for `url`, applying the rules of its package @vscode/proxy-agent. */
export function proxyInUse(
  url: URL,
  { noProxy, proxy, proxySupport }: ProxySettings,
  environment: Readonly<Record<string, string | undefined>>,
): ProxyInUse {
  if (proxySupport === 'off') {
    return straight(l10n.t('none (http.proxySupport is off)'));
  }
  if (ownHosts.has(url.hostname)) {
    return straight(l10n.t('none (the service is on this machine)'));
  }
  const variable = environment['no_proxy'] || environment['NO_PROXY'] || '';
  // The variable is ignored if the setting is used.
  const exceptions = noProxy.length > 0 ? noProxy : variable.split(',');
  if (exceptions.some((exception) => matchesException(url, exception))) {
    return straight(
      l10n.t('none (excluded by {0})', noProxy.length > 0 ? 'http.noProxy' : 'NO_PROXY'),
    );
  }
  const fromSetting = parseProxy(proxy);
  if (fromSetting !== undefined) {
    return { proxy: fromSetting, reason: shown(fromSetting, 'http.proxy') };
  }
  for (const name of proxyVariables) {
    const fromEnvironment = parseProxy(environment[name] ?? '');
    if (fromEnvironment !== undefined) {
      return { proxy: fromEnvironment, reason: shown(fromEnvironment, name) };
    }
  }
  return straight(l10n.t('none is set; the operating system may define one'));
}

function straight(reason: string): ProxyInUse {
  return { proxy: undefined, reason };
}

/** Address of a proxy without its user name and password, and the setting or variable that it comes from. */
function shown({ host, password, protocol, username }: URL, source: string): string {
  const address = `${protocol}//${host}`;
  return username === '' && password === ''
    ? l10n.t('{0} ({1})', address, source)
    : l10n.t('{0} ({1}, with a user name)', address, source);
}

function parseProxy(text: string): URL | undefined {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  return url !== undefined && url.host !== '' && proxySchemes.test(url.protocol) ? url : undefined;
}

/**
 * Returns whether a proxy exception matches `url`: `*` matches every host; any other entry matches a domain
 * with its subdomains, on one port if given.
 */
function matchesException(url: URL, exception: string): boolean {
  const [name = '', port] = exception.trim().toLowerCase().split(':', 2);
  if (name === '*') {
    return true;
  }
  const ownPort = url.port || (url.protocol === 'https:' ? '443' : '80');
  const domain = name.startsWith('.') ? name : `.${name}`;
  return (
    name !== '' && `.${url.hostname}`.endsWith(domain) && (port === undefined || port === ownPort)
  );
}
