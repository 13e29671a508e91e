import assert from 'node:assert/strict';
import { readText } from '../../../../src/core/api/readText.ts';
import { HttpTransport } from '../../../../src/core/api/transport.ts';
import { systemClock } from '../../../../src/core/async/clock.ts';
import { ResponseSchemaError } from '../../../../src/core/errors/responseSchemaError.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';

const tooMuch = new Uint8Array(16 * 2 ** 20 + 1);

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

/** An answer that comes in chunks of `size` bytes, and breaks off behind them if `isCut`. */
function inChunks(bytes: Uint8Array, charset: string, size: number, isCut = false): Response {
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (at < bytes.length) {
        controller.enqueue(bytes.subarray(at, (at += size)));
      } else if (isCut) {
        controller.error(new TypeError('terminated'));
      } else {
        controller.close();
      }
    },
  });
  return new Response(body, { headers: { 'content-type': `text/plain;charset=${charset}` } });
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

  it('reads characters and byte order marks that fall apart into chunks', async () => {
    const text = 'Müller 你好 😀';
    for (const [charset, bytes] of [
      ['utf-8', Buffer.from(text)],
      ['utf-8', Buffer.from(`\ufeff${text}`)],
      ['utf-16le', Buffer.from(text, 'utf16le')],
      ['gbk', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ] as const) {
      for (const size of [1, 2, 3, 5]) {
        assert.deepEqual(await readText(inChunks(bytes, charset, size)), { kind: 'text', text });
      }
    }
    const gbk = Buffer.from('\xc4\xe3\xba\xc3', 'latin1');
    for (const size of [1, 3]) {
      const body = await readText(inChunks(gbk, 'GBK', size));
      assert.deepEqual(body, { kind: 'text', text: '你好' });
    }
  });

  it('takes what has arrived for enough up to a character that is cut', async () => {
    const cut = inChunks(Buffer.from('{}\xe4\xbd', 'latin1'), 'utf-8', 3, true);
    const body = await readText(cut, (text) => text === '{}');
    assert.deepEqual(body, { kind: 'text', text: '{}' });
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
