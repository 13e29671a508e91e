import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect as connectSocket, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import * as l10n from '@vscode/l10n';
import type { BaseUrl } from '../core/account/baseUrl.ts';
import type { HttpResponse } from '../core/api/httpResponse.ts';
import { parseHttpDate } from '../core/api/retryAfterHeader.ts';
import type { HttpTransport } from '../core/api/transport.ts';
import type { Clock } from '../core/async/clock.ts';
import { Probe, type ProbeStep } from './probe.ts';
import type { ProxyInUse } from './proxyInUse.ts';

interface ConnectionProbeOptions {
  readonly baseUrl: BaseUrl;
  readonly way: ProxyInUse;
  /** Transport of the extension's requests. */
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Tests the connection to a service step by step to find where it fails: with plain sockets up to TLS, then
 * with a normal request. Sends no token or client secret, and changes nothing. Throws `CancelledError` only.
 */
export async function probeConnection(
  options: ConnectionProbeOptions,
): Promise<readonly ProbeStep[]> {
  const { baseUrl, clock, signal, transport } = options;
  const probe = new Probe(clock, signal);
  const sockets: Socket[] = [];
  const own = <T extends Socket>(socket: T): T => {
    // Each step handles the errors that it waits for; later ones are ignored.
    socket.on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  try {
    await probeSockets(probe, options, own);
  } finally {
    // Destroy each TLS socket before the socket that it uses: Node.js 24 crashes in the opposite order.
    for (const socket of sockets.toReversed()) {
      socket.destroy();
    }
  }
  const url = new URL(`${baseUrl}/api/v1/test/index`);
  const response = await probe.step(
    'HTTP',
    async (limit) => await transport.send({ method: 'GET', url }, limit),
    ({ status }) => l10n.t('status {0} for a request without an access token', status),
  );
  if (response !== undefined) {
    const result = clockDifference(response, clock.now());
    return [...probe.steps, { title: l10n.t('Clock'), succeeded: true, result }];
  }
  return probe.steps;
}

async function probeSockets(
  probe: Probe,
  { baseUrl, way }: ConnectionProbeOptions,
  own: <T extends Socket>(socket: T) => T,
): Promise<void> {
  const target = placeOf(new URL(baseUrl));
  const { proxy } = way;
  const next = proxy === undefined ? target : placeOf(proxy);
  const addresses = await probe.step(
    'DNS',
    async () => await lookup(next.host, { all: true }),
    (found) => `${next.host}: ${found.map(({ address }) => address).join(', ')}`,
  );
  if (addresses === undefined) {
    return;
  }
  const overTcp = await probe.step(
    'TCP',
    async (signal) => await connected(own(connectSocket(next.port, next.host)), 'connect', signal),
    ({ remoteAddress, remotePort }) => `${remoteAddress}:${remotePort}`,
  );
  if (overTcp === undefined) {
    return;
  }
  let socket: Socket | undefined = overTcp;
  if (proxy !== undefined) {
    if (proxy.protocol === 'https:') {
      socket = await tlsStep(probe, 'TLS (proxy)', overTcp, next.host, own);
    } else if (proxy.protocol !== 'http:') {
      return;
    }
    if (socket === undefined || !(await tunnelStep(probe, socket, proxy, target))) {
      return;
    }
  }
  if (target.isSecure) {
    await tlsStep(probe, 'TLS', socket, target.host, own);
  }
}

interface Place {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
}

function placeOf(url: URL): Place {
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(url.port) || (isSecure ? 443 : 80), isSecure };
}

async function connected<T extends Socket>(
  socket: T,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<T> {
  await once(socket, event, { signal });
  return socket;
}

/**
 * Asks the proxy to open a tunnel (RFC 9110, section 9.3.6), with the credentials that VS Code would send.
 * Returns whether it did.
 */
async function tunnelStep(
  probe: Probe,
  socket: Socket,
  proxy: URL,
  { host, port }: Place,
): Promise<boolean> {
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const authorization =
    credentials === ':'
      ? ''
      : `Proxy-Authorization: Basic ${Buffer.from(credentials).toString('base64')}\r\n`;
  const opened = await probe.step(
    l10n.t('Proxy'),
    async (signal) => {
      socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${authorization}\r\n`);
      const status = await readStatus(socket, signal);
      if (status < 200 || status > 299) {
        throw new Error(l10n.t('the proxy refuses with HTTP status {0}', status));
      }
      return true;
    },
    () => l10n.t('connected to {0}', authority),
  );
  return opened === true;
}

/**
 * Reads the head of a response, up to 16 kB, and returns the status. Throws an error if the connection ends,
 * or if the response is not HTTP.
 */
async function readStatus(socket: Socket, signal: AbortSignal): Promise<number> {
  let head = '';
  const ended = once(socket, 'close', { signal }).then(() => undefined);
  // The loop may have ended before the socket closes: avoid an unhandled rejection.
  ended.catch(() => undefined);
  while (!head.includes('\r\n\r\n') && head.length < 16_384) {
    const received: unknown[] | undefined = await Promise.race([
      once(socket, 'data', { signal }),
      ended,
    ]);
    if (received === undefined) {
      throw new Error(l10n.t('the proxy closed the connection'));
    }
    head += String(received[0]);
  }
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1];
  if (status === undefined) {
    throw new Error(l10n.t('this is not an HTTP proxy'));
  }
  return Number(status);
}

/** Reads the server's certificate, whoever issued it; a later request shows whether VS Code trusts it. */
async function tlsStep(
  probe: Probe,
  title: string,
  socket: Socket,
  host: string,
  own: <T extends Socket>(socket: T) => T,
): Promise<TLSSocket | undefined> {
  const name = isIP(host) === 0 ? { servername: host } : {};
  return await probe.step(
    title,
    async (signal) => {
      const secured = own(connectTls({ socket, rejectUnauthorized: false, ...name }));
      return await connected(secured, 'secureConnect', signal);
    },
    (secured) => {
      const { issuer, subject, valid_to: validTo } = secured.getPeerCertificate();
      return l10n.t(
        '{0}, certificate of {1}, issued by {2}, valid until {3}',
        secured.getProtocol() ?? '-',
        nameOf(subject),
        nameOf(issuer),
        new Date(validTo).toISOString().slice(0, 10),
      );
    },
  );
}

function nameOf({ CN, O }: { readonly CN?: unknown; readonly O?: unknown }): string {
  return (
    [CN, O]
      .filter((part) => part !== undefined)
      .map(String)
      .join(', ')
      .slice(0, 200) || '-'
  );
}

/**
 * Returns a text about the difference between the clocks, which is only accurate to a second, the resolution
 * of the `Date` header.
 */
function clockDifference({ headers }: HttpResponse, now: number): string {
  const sent = parseHttpDate(headers.get('date') ?? '');
  if (sent === undefined) {
    return l10n.t('the service does not say what time it is');
  }
  const seconds = Math.round((sent + 500 - now) / 1000);
  if (Math.abs(seconds) <= 2) {
    return l10n.t('agrees with the service within 2 s');
  }
  return seconds > 0
    ? l10n.t('the service is {0} s ahead of this machine', seconds)
    : l10n.t('the service is {0} s behind this machine', -seconds);
}
