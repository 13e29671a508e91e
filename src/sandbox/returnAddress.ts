import { editorSchemes } from './editorSchemes.ts';

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);
const editorProtocols: ReadonlySet<string> = new Set(editorSchemes.map((scheme) => `${scheme}:`));

/**
 * Returns the address in the last dot-separated part of the state (base64url), if the relay may redirect to
 * it: a VS Code scheme, http on loopback, or one of `relayOrigins`. Undefined otherwise.
 */
export function returnAddressIn(state: string, relayOrigins: readonly string[]): URL | undefined {
  const [encoded, ...others] = state.split('.').toReversed();
  if (encoded === undefined || others.length === 0 || !/^[\w-]+$/.test(encoded)) {
    return undefined;
  }
  const text = Buffer.from(encoded, 'base64url').toString('utf8');
  if (!URL.canParse(text)) {
    return undefined;
  }
  const address = new URL(text);
  if (address.username !== '' || address.password !== '' || address.hash !== '') {
    return undefined;
  }
  const allowed =
    editorProtocols.has(address.protocol) ||
    (address.protocol === 'http:' && loopbackHosts.has(address.hostname)) ||
    relayOrigins.includes(address.origin);
  return allowed ? address : undefined;
}
