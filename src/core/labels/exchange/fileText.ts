/** Bytes of a text file, and their encoding. */
export interface FileText {
  readonly bytes: Uint8Array;
  readonly encoding: 'utf-8' | 'utf-16le';
}

/**
 * Detects the encoding of a text file. UTF-16 is recognized by its byte order mark, or by the zeros next to the
 * Latin letters of the header; anything else counts as UTF-8.
 */
export function fileText(bytes: Uint8Array): FileText {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (second === 0 && first !== 0)) {
    return { bytes, encoding: 'utf-16le' };
  }
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) {
    return { bytes: swapped(bytes), encoding: 'utf-16le' };
  }
  return { bytes, encoding: 'utf-8' };
}

function swapped(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, index) => bytes[index % 2 === 0 ? index + 1 : index - 1] ?? byte);
}
