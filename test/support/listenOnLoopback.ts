import { once } from 'node:events';
import type { Server } from 'node:net';

/** Lets `server` listen, on 127.0.0.1 unless another address is given, and returns the port: a free one unless given. */
export async function listenOnLoopback(
  server: Server,
  port = 0,
  address = '127.0.0.1',
): Promise<number> {
  server.listen(port, address);
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') {
    throw new Error('The server got no TCP port.');
  }
  return bound.port;
}
