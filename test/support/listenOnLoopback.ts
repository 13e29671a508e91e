import { once } from 'node:events';
import type { Server } from 'node:net';

/** Lets `server` listen on 127.0.0.1 and returns the port: a free one unless given. */
export async function listenOnLoopback(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('The server got no TCP port.');
  }
  return address.port;
}
