import {
  createServer,
  request as requestOf,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { listenOnLoopback } from './listenOnLoopback.ts';

/** A request that has reached the proxy. */
interface ReceivedRequest {
  readonly endpoint: string;
  /** True if its connection is silent, so that the service never sees it. */
  readonly isSilent: boolean;
}

/**
 * A proxy in front of a service that keeps its connections open, and can let those that are open fall silent
 * without closing them: as it is after sleep, or in another network.
 */
export class SilencingProxy {
  readonly #target: URL;
  readonly #server = createServer((incoming, outgoing) => this.#answer(incoming, outgoing));
  readonly #open = new Set<Socket>();
  readonly #silent = new WeakSet<Socket>();
  #port = 0;

  /** Received requests in order, including silent ones. */
  readonly received: ReceivedRequest[] = [];

  private constructor(target: URL) {
    this.#target = target;
    this.#server.keepAliveTimeout = 600_000;
    this.#server.on('connection', (socket) => {
      this.#open.add(socket);
      socket.on('close', () => this.#open.delete(socket));
      socket.on('error', () => socket.destroy());
    });
  }

  /** Starts a proxy in front of `baseUrl`. */
  static async start(baseUrl: string): Promise<SilencingProxy> {
    const proxy = new SilencingProxy(new URL(baseUrl));
    proxy.#port = await listenOnLoopback(proxy.#server);
    return proxy;
  }

  /** `http://127.0.0.1:PORT`. */
  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Number of open connections. */
  get connections(): number {
    return this.#open.size;
  }

  /** Number of requests for `endpoint`, such as `POST /auth/oauth/token`. */
  count(endpoint: string): number {
    return this.received.filter((each) => each.endpoint === endpoint).length;
  }

  /** From now on nothing comes back on the connections that are open, but for the first `living` ones. */
  silence(living = 0): void {
    for (const socket of Array.from(this.#open).slice(living)) {
      this.#silent.add(socket);
    }
  }

  /** Stops listening, and ends the connections. */
  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    this.#server.closeAllConnections();
    await promise;
  }

  #answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { headers, method = '', socket, url: path = '' } = incoming;
    const isSilent = this.#silent.has(socket);
    this.received.push({ endpoint: `${method} ${path.split('?', 1)[0]}`, isSilent });
    if (isSilent) {
      return;
    }
    const { hostname, port } = this.#target;
    const forwarded = requestOf(
      { hostname, port, path, method, headers, agent: false },
      (answer) => {
        const { connection: _, 'keep-alive': __, ...rest } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, rest);
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }
}
