import type { MiddlewareHandler } from 'hono';
import { failureBody } from './envelope.ts';

/** Maximum size of a request body, in bytes. */
const maximumBodySize = 1_048_576;

/**
 * Returns the body; `undefined` if it is too large. Always reads it to the end: a client that is still
 * sending when the connection closes would not see the response.
 */
async function boundedBody(request: Request): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    if (chunk instanceof Uint8Array) {
      size += chunk.byteLength;
      if (size <= maximumBodySize) {
        chunks.push(chunk);
      }
    }
  }
  return size > maximumBodySize ? undefined : Buffer.concat(chunks);
}

/** Methods whose requests have no body: checking for one would take half as long as the rest of the work. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Rejects requests with a body of more than 1 MiB. */
export const limitBody: MiddlewareHandler = async (context, next) => {
  const { raw } = context.req;
  if (!bodiless.has(raw.method) && raw.body !== null) {
    const body = await boundedBody(raw);
    if (body === undefined) {
      return context.json(failureBody(413, 'The body is too large.'), 413);
    }
    const { headers, method, url } = raw;
    context.req.raw = new Request(url, { body, headers, method });
  }
  await next();
  return undefined;
};
