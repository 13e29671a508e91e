import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../support/listenOnLoopback.ts';
import type { Person } from './person.ts';
import { personRequestSchema, type PersonAnswer } from './personProtocol.ts';

/** Lets tests in the extension host ask the person at the window: HTTP on loopback, one POST each. */
export class PersonEndpoint {
  /** Cannot be guessed. */
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
    const port = await listenOnLoopback(server);
    const endpoint = new PersonEndpoint(server, `http://127.0.0.1:${port}${path}`);
    return endpoint;
  }

  /** From now on this person answers. */
  answerWith(person: Person): void {
    this.#person = person;
  }

  /** Stops listening, and cuts off the requests that are not answered yet. */
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
