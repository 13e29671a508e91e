import assert from 'node:assert/strict';
import { readText } from '../../../../src/core/api/readText.ts';
import { HttpTransport } from '../../../../src/core/api/transport.ts';
import { systemClock } from '../../../../src/core/async/clock.ts';
import { ResponseSchemaError } from '../../../../src/core/errors/responseSchemaError.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';

const tooMuch = new Uint8Array(64 * 2 ** 20 + 1);

/** An answer that breaks off with the chunk that makes it too large. */
function brokenOff(): Response {
  const body = new ReadableStream(
    {
      pull: (controller) => {
        controller.enqueue(tooMuch);
        controller.error(new TypeError('terminated'));
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body);
}

describe('readText', () => {
  it('says that an answer is too large, also where the rest of it cannot be cancelled', async () => {
    await assert.rejects(readText(brokenOff()), ResponseSchemaError);
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(tooMuch),
      cancel: () => {
        throw new TypeError('cannot be cancelled');
      },
    });
    await assert.rejects(readText(new Response(body)), ResponseSchemaError);
  });

  it('has such an answer loaded once', async () => {
    let requests = 0;
    const transport = new HttpTransport({
      fetch: async () => {
        requests += 1;
        return await Promise.resolve(brokenOff());
      },
      clock: systemClock,
      log: new CollectingLog(),
      timeout: () => 10_000,
    });
    const url = new URL('http://127.0.0.1/');
    await assert.rejects(transport.send({ method: 'GET', url }), ResponseSchemaError);
    assert.equal(requests, 1);
  });
});
