import { createServer } from 'node:net';

/** A TCP port on 127.0.0.1 that nobody listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once('error', reject);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => {
      if (address === null || typeof address === 'string') {
        reject(new Error('The server got no TCP port.'));
      } else {
        resolve(address.port);
      }
    });
  });
  return await promise;
}
