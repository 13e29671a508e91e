import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenOnLoopback } from '../../support/listenOnLoopback.ts';

/** A request that a registry has had, apart from those that only ask. */
export interface Upload {
  readonly registry: 'marketplace' | 'openVsx';
  readonly body: Buffer;
}

/** The resources of the gallery of the Visual Studio Marketplace that vsce asks for. */
const locations = [
  ['a41192c8-9525-4b58-bc86-179fa549d80d', '_apis/{area}/{resource}'],
  [
    'e11ea35a-16fe-4b80-ab11-c4cab88a0966',
    '_apis/{area}/publishers/{publisherName}/{resource}/{extensionName}',
  ],
] as const;

/** Both registries on this machine, as far as publishing uses them, without any extension at first. */
export class FakeRegistries {
  readonly uploads: Upload[] = [];
  readonly #server: Server;
  readonly baseUrl: string;

  private constructor(server: Server, baseUrl: string) {
    this.#server = server;
    this.baseUrl = baseUrl;
    server.on('request', (request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<FakeRegistries> {
    const server = createServer();
    return new FakeRegistries(server, `http://127.0.0.1:${await listenOnLoopback(server)}`);
  }

  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    this.#server.closeAllConnections();
    await promise;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.baseUrl);
    const body = await buffer(request);
    const answer = (status: number, value: object): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    if (request.method === 'OPTIONS') {
      const value = locations.map(([id, routeTemplate]) => ({
        id,
        area: 'gallery',
        resourceName: 'extensions',
        routeTemplate,
        resourceVersion: 2,
        minVersion: '1.0',
        maxVersion: '7.2',
        releasedVersion: '7.1',
      }));
      answer(200, { count: value.length, value });
    } else if (request.method === 'POST' && pathname === '/_apis/gallery/extensions') {
      this.uploads.push({ registry: 'marketplace', body });
      answer(200, {});
    } else if (request.method === 'POST' && pathname === '/api/-/publish') {
      this.uploads.push({ registry: 'openVsx', body });
      answer(201, { namespace: 'workforce-tools', name: 'workforce-labels', version: '0.0.0' });
    } else {
      answer(404, {});
    }
  }
}
