import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Person } from './person.ts';
import { personRequestSchema } from './personProtocol.ts';
import type { PersonAnswer } from './personProtocol.ts';

/** Lets tests in the extension host ask the person at the window: HTTP on loopback, one POST each. */
export class PersonEndpoint {
  /** Unknown to anybody who was not told. */
  readonly address: string;
  readonly #server: Server;
  #person: Person | undefined;

  private constructor(server: Server, address: string) {
    this.#server = server;
    this.address = address;
  }

  /** Listens on a free port. There is nobody at the window yet. */
  static async listen(): Promise<PersonEndpoint> {
    const path = `/${randomUUID()}`;
    const server = createServer((request, response) => {
      if (request.method !== 'POST' || request.url !== path) {
        response.writeHead(404).end();
        return;
      }
      void text(request)
        .then(async (body) => await endpoint.#answer(body))
        .then((answer) => {
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(JSON.stringify(answer));
        });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const listening = server.address();
    if (listening === null || typeof listening === 'string') {
      throw new Error('The server got no TCP port.');
    }
    const endpoint = new PersonEndpoint(server, `http://127.0.0.1:${listening.port}${path}`);
    return endpoint;
  }

  /** From now on this person answers. */
  answerWith(person: Person): void {
    this.#person = person;
  }

  /** Stops listening, whoever still waits. */
  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(body: string): Promise<PersonAnswer> {
    const person = this.#person;
    let kind = 'request';
    try {
      const request = personRequestSchema.parse(JSON.parse(body));
      kind = request.kind;
      if (person === undefined) {
        throw new Error('Nobody is at the window.');
      }
      return { outcome: 'done', texts: await person.do(request) };
    } catch (error) {
      await person?.takeScreenshot(`failed-${kind}`);
      // Only the first line: what follows may hold what was typed.
      const [reason = ''] = String(error).split('\n');
      return { outcome: 'failed', message: `${kind}: ${reason}` };
    }
  }
}
