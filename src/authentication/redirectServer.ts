import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { delay } from '../core/async/abort.ts';
import type { Clock } from '../core/async/clock.ts';
import { CancelledError } from '../core/errors/cancelledError.ts';
import { isSystemError } from '../core/errors/systemError.ts';

/**
 * Time for which a port stays open after a callback, in milliseconds: a link scanner may arrive before the
 * browser.
 */
export const lingerTime = 5000;

/** Maximum size of a request's head, in bytes: browsers send the cookies of all programs on this machine. */
const maxHeaderSize = 256 * 1024;

/**
 * Time for which the connection of a refused request stays open, in milliseconds: an immediate reset would
 * keep the browser from showing the page.
 */
const drainTime = 2000;

const responseHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'",
  'referrer-policy': 'no-referrer',
  connection: 'close',
} as const;

/** System error codes for an address that this machine does not have. */
const missingAddressCodes: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** Address of a listener on this machine. */
export interface ListenerAddress {
  readonly host: string;
  readonly port: number;
  readonly path: string;
}

/** Returns the addresses to which a browser may resolve `host`; a machine may not have all of them. */
export function addressesOf(host: string): readonly string[] {
  return host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
}

/** Options of a redirect server. */
export interface RedirectServerOptions extends ListenerAddress {
  /** Addresses of the host, see {@link addressesOf}. */
  readonly addresses: readonly string[];
  /** Returns the HTML page shown after a callback, or after an unreadable request. */
  readonly page: (outcome: 'received' | 'unreadable') => string;
  /** Called with the address of each callback. */
  readonly onCallback: (callback: string) => void;
  /** Called for each unreadable request, such as one that is too large. */
  readonly onUnreadable: () => void;
  readonly clock: Clock;
}

/** Server for the loopback redirect URI (RFC 8252, section 7.3). */
export class RedirectServer {
  readonly #options: RedirectServerOptions;
  readonly #origin: string;
  readonly #servers: Server[] = [];
  #hasReceived = false;

  private constructor(options: RedirectServerOptions) {
    const { host, port } = options;
    this.#options = options;
    this.#origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  }

  /**
   * Listens on those of the addresses that this machine has. Throws a system error if one is in use, or if
   * the machine has none of them.
   */
  static async listen(options: RedirectServerOptions): Promise<RedirectServer> {
    const redirectServer = new RedirectServer(options);
    let missing: unknown;
    for (const address of options.addresses) {
      try {
        await redirectServer.#listenAt(address);
      } catch (error) {
        if (!isAddressMissing(error)) {
          redirectServer.#close();
          throw error;
        }
        missing = error;
      }
    }
    if (redirectServer.#servers.length === 0) {
      throw missing;
    }
    return redirectServer;
  }

  /**
   * Closes the port: immediately, or {@link lingerTime} milliseconds after a callback, or earlier if `signal`
   * is aborted.
   */
  async close(signal?: AbortSignal): Promise<void> {
    try {
      if (this.#hasReceived) {
        await delay(this.#options.clock, lingerTime, signal);
      }
    } catch (error) {
      if (!(error instanceof CancelledError)) {
        throw error;
      }
    } finally {
      this.#close();
    }
  }

  async #listenAt(address: string): Promise<void> {
    const server = createServer({ maxHeaderSize }, (request, response) =>
      this.#answer(request, response),
    );
    server.on('clientError', (error, socket) => this.#refuse(error, socket));
    const listening = Promise.withResolvers<void>();
    server.once('error', listening.reject);
    server.listen(this.#options.port, address, listening.resolve);
    await listening.promise;
    this.#servers.push(server);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { onCallback, page, path } = this.#options;
    const url = URL.parse(request.url ?? '/', this.#origin);
    if (request.method !== 'GET' || url?.pathname !== path) {
      response.writeHead(404, responseHeaders).end();
      return;
    }
    this.#hasReceived = true;
    response.writeHead(200, responseHeaders).end(page('received'));
    onCallback(url.href);
  }

  /** Writes a response directly to the socket, as Node.js could not parse the request. */
  #refuse(error: Error, socket: Duplex): void {
    const code = 'code' in error ? String(error.code) : '';
    if (!socket.writable || !code.startsWith('HPE_')) {
      // The browser has closed the connection, or opened it in advance and sent nothing.
      socket.destroy();
      return;
    }
    const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
    const page = this.#options.page('unreadable');
    const head = Object.entries({ ...responseHeaders, 'content-length': Buffer.byteLength(page) });
    const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${page}`);
    // Read the rest of the request: browsers show no response on a connection that breaks while they are
    // sending.
    socket.resume();
    const timer = this.#options.clock.schedule(drainTime, () => socket.destroy());
    socket.once('close', () => timer.dispose());
    this.#options.onUnreadable();
  }

  #close(): void {
    for (const server of this.#servers.splice(0)) {
      server.close();
      server.closeIdleConnections();
    }
  }
}

function isAddressMissing(error: unknown): boolean {
  return isSystemError(error) && missingAddressCodes.has(error.code ?? '');
}
