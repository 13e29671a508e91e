import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what systems give to connections that ask for no port: 32,768 on Linux, 49,152 elsewhere. */
const portsToChooseFrom = { first: 15_000, count: 15_000 } as const;

/** A TCP port that nobody listens on: below 1,024, not in use by anything, and not refused by `fetch`. */
export const closedPort = 2;

/**
 * A TCP port on 127.0.0.1 that nobody listens on at the moment, nor will unless it asks for this very
 * one: a port that the system chooses can be somebody else's before it is listened on.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const { first, count } = portsToChooseFrom;
    const port = first + Math.floor(Math.random() * count);
    const server = createServer();
    server.listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
