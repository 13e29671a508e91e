import * as l10n from '@vscode/l10n';
import { ResponseSchemaError } from '../errors/responseSchemaError.ts';

/** The largest answer that is read: far more than the largest page of labels, and no burden on the memory. */
const largestMegabytes = 64;
const largestBytes = largestMegabytes * 2 ** 20;

/**
 * Reads the body of `response` as text. Throws `ResponseSchemaError` as soon as it turns out to be too
 * large, which ends the connection, and what reading throws; unless `isEnough` accepts what has arrived
 * before.
 */
export async function readText(
  response: Response,
  isEnough: (text: string) => boolean = () => false,
): Promise<string> {
  if (response.body === null) {
    return '';
  }
  if (Number(response.headers.get('content-length')) > largestBytes) {
    await response.body.cancel();
    throw tooLarge();
  }
  // Not `for await`: its iterator takes a twentieth of the time of a small page.
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      bytes += chunk.value.byteLength;
      if (bytes > largestBytes) {
        // That this cannot be done does not matter: nothing more is read.
        await reader.cancel().catch(() => undefined);
        throw tooLarge();
      }
      parts.push(decoder.decode(chunk.value, { stream: true }));
    }
  } catch (error) {
    const arrived = parts.join('');
    if (isEnough(arrived)) {
      return arrived;
    }
    throw error;
  }
  parts.push(decoder.decode());
  return parts.join('');
}

function tooLarge(): ResponseSchemaError {
  return new ResponseSchemaError(l10n.t('larger than {0} MB', largestMegabytes));
}
