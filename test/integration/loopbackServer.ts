import { once } from 'node:events';
import type { Server, Socket } from 'node:net';
import { listenOnLoopback } from '../support/listenOnLoopback.ts';

/** A listening server of any kind on loopback that takes its connections along when it ends. */
export class LoopbackServer {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets: ReadonlySet<Socket>;

  private constructor(server: Server, port: number, sockets: ReadonlySet<Socket>) {
    this.#server = server;
    this.port = port;
    this.#sockets = sockets;
  }

  /** Lets `server` listen on a free port of another address of this machine, if one is given. */
  static async listen(server: Server, address?: string): Promise<LoopbackServer> {
    const sockets = new Set<Socket>();
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    return new LoopbackServer(server, await listenOnLoopback(server, 0, address), sockets);
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) {
      socket.destroy();
    }
    await closed;
  }
}

/** Passes on what either side sends, until one of them is cut off. */
export function joinSockets(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    // The side that is cut off sees that itself.
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  }
}
