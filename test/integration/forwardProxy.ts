import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { joinSockets, LoopbackServer } from './loopbackServer.ts';

/** An HTTP proxy (RFC 9110, section 9.3.6) to which every host is this machine. */
export class ForwardProxy {
  /** The authorities that it was asked to connect to, in order. */
  readonly asked: readonly string[];
  readonly #server: LoopbackServer;

  private constructor(server: LoopbackServer, asked: readonly string[]) {
    this.#server = server;
    this.asked = asked;
  }

  /** Starts on a free port. */
  static async start(): Promise<ForwardProxy> {
    const asked: string[] = [];
    const server = createServer((_request, response) => {
      response.writeHead(405).end();
    });
    server.on('connect', ({ url = '' }, client: Socket) => {
      asked.push(url);
      const service = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        joinSockets(client, service);
      });
      service.on('error', () => client.destroy());
    });
    return new ForwardProxy(await LoopbackServer.listen(server), asked);
  }

  /** `http://127.0.0.1:PORT` */
  get address(): string {
    return `http://127.0.0.1:${this.#server.port}`;
  }

  async close(): Promise<void> {
    await this.#server.close();
  }
}
