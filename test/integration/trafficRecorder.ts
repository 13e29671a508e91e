import { createWriteStream } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { joinSockets, LoopbackServer } from './loopbackServer.ts';

/** Passes TCP connections on to a service on loopback and keeps what goes through, both ways. */
export class TrafficRecorder {
  readonly #listening: Promise<LoopbackServer>;
  #targetPort: number | undefined;

  private constructor(folder: string) {
    const server = createServer((client) => {
      if (this.#targetPort === undefined) {
        client.destroy();
        return;
      }
      const service = connect(this.#targetPort, '127.0.0.1');
      const file = createWriteStream(path.join(folder, `${crypto.randomUUID()}.http`));
      client.on('data', (chunk: Buffer) => file.write(chunk));
      service.on('data', (chunk: Buffer) => file.write(chunk));
      service.on('close', () => file.end());
      joinSockets(client, service);
    });
    this.#listening = LoopbackServer.listen(server);
  }

  /** Listens on a free port; every connection becomes a file in `folder`. */
  static async start(folder: string): Promise<TrafficRecorder> {
    const recorder = new TrafficRecorder(folder);
    await recorder.#listening;
    return recorder;
  }

  async baseUrl(): Promise<string> {
    return `http://127.0.0.1:${(await this.#listening).port}`;
  }

  /** Where to pass connections on to; until then they are refused. */
  forwardTo(baseUrl: string): void {
    this.#targetPort = Number(new URL(baseUrl).port);
  }

  async close(): Promise<void> {
    await (await this.#listening).close();
  }
}
