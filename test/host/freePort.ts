import { once } from 'node:events';
import { createServer } from 'node:net';
import { listenOnLoopback } from '../support/listenOnLoopback.ts';

/** A TCP port on 127.0.0.1 that nobody listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server);
  server.close();
  await once(server, 'close');
  return port;
}
