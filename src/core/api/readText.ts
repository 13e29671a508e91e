import * as l10n from '@vscode/l10n';
import { ResponseSchemaError } from '../errors/responseSchemaError.ts';
import { decodeBody, legibleText, type BodyText } from './bodyText.ts';

/** Maximum size of a response, far above the largest page of labels. */
const maximumMegabytes = 16;
const maximumBytes = maximumMegabytes * 2 ** 20;

/**
 * Reads the body of `response` as text. Throws `ResponseSchemaError` if it is too large, which ends the
 * connection, and the errors of reading; but if `isEnough` accepts the part received, returns that part.
 */
export async function readText(
  response: Response,
  isEnough: (text: string) => boolean = () => false,
): Promise<BodyText> {
  const contentType = response.headers.get('content-type');
  if (response.body === null) {
    return { kind: 'text', text: '' };
  }
  if (Number(response.headers.get('content-length')) > maximumBytes) {
    await response.body.cancel();
    throw tooLarge();
  }
  // Not `for await`: its iterator would take a twentieth of the time of a small page.
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      bytes += chunk.value.byteLength;
      if (bytes > maximumBytes) {
        // A failure to cancel does not matter: nothing more is read.
        await reader.cancel().catch(() => undefined);
        throw tooLarge();
      }
      chunks.push(chunk.value);
    }
  } catch (error) {
    const arrived = decodeBody(joined(chunks), contentType, false);
    if (isEnough(legibleText(arrived))) {
      return arrived;
    }
    throw error;
  }
  return decodeBody(joined(chunks), contentType);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [first, ...more] = chunks;
  return first !== undefined && more.length === 0 ? first : Buffer.concat(chunks);
}

function tooLarge(): ResponseSchemaError {
  return new ResponseSchemaError(l10n.t('larger than {0} MB', maximumMegabytes));
}
