import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { createServer } from 'node:tls';
import { certifiedAddress, certifiedHost, type ServerCertificate } from './certificates.ts';
import { joinSockets, LoopbackServer } from './loopbackServer.ts';

/** Serves a service on loopback by https, as {@link certifiedHost} of this machine. */
export class TlsFront {
  readonly #server: LoopbackServer;

  private constructor(server: LoopbackServer) {
    this.#server = server;
  }

  /** Starts on a free port in front of `baseUrl`, with the certificate in these files. */
  static async start(baseUrl: string, files: ServerCertificate): Promise<TlsFront> {
    const [cert, key] = await Promise.all([readFile(files.certificate), readFile(files.key)]);
    const targetPort = Number(new URL(baseUrl).port);
    const server = createServer({ cert, key }, (client) =>
      joinSockets(client, connect(targetPort, '127.0.0.1')),
    );
    return new TlsFront(await LoopbackServer.listen(server, await certifiedAddress()));
  }

  /** `HOST:PORT` */
  get authority(): string {
    return `${certifiedHost}:${this.#server.port}`;
  }

  get baseUrl(): string {
    return `https://${this.authority}`;
  }

  async close(): Promise<void> {
    await this.#server.close();
  }
}
