import type { NetworkFailure } from '../errors/networkError.ts';

/** System codes of connection failures. */
const unreachableCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * System codes of a rejected certificate, which occurs before the first byte of a request is sent: the codes
 * that Node.js lists ("X509 certificate error codes" in its documentation of `tls`), and its own code for a
 * wrong host name.
 */
const certificateCodes: ReadonlySet<string> = new Set([
  'CERT_CHAIN_TOO_LONG',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
  'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Message of undici for a proxy that refuses the tunnel; contains the status. */
const proxyRefusal = /^Proxy response \((\d{3})\)/;

/** Returns the kind of failure for an `error` of `fetch`. */
export function networkFailureOf(error: unknown): NetworkFailure {
  const chain = chainOf(error);
  const [, status] =
    chain.map(({ message }) => proxyRefusal.exec(message)).find((match) => match !== null) ?? [];
  if (status !== undefined) {
    return { kind: 'refusedByProxy', systemCode: undefined, httpStatus: Number(status) };
  }
  const systemCode = systemCodeOf(chain);
  if (systemCode !== undefined && certificateCodes.has(systemCode)) {
    return { kind: 'untrustedCertificate', systemCode };
  }
  const isUnreachable = systemCode !== undefined && unreachableCodes.has(systemCode);
  return { kind: isUnreachable ? 'unreachable' : 'broken', systemCode };
}

/** Error chain of `error`, innermost last: `fetch` wraps the system's error once or twice. */
function chainOf(error: unknown): readonly Error[] {
  const chain: Error[] = [];
  for (let current = error; current instanceof Error && chain.length < 5;) {
    chain.push(current);
    current = current instanceof AggregateError ? current.errors[0] : current.cause;
  }
  return chain;
}

/** Returns the innermost code, which is the most specific. */
function systemCodeOf(chain: readonly Error[]): string | undefined {
  return chain
    .map((each) => ('code' in each && typeof each.code === 'string' ? each.code : undefined))
    .findLast((code) => code !== undefined);
}
