/** Returns whether `label` names a known charset (WHATWG Encoding). */
export function isCharset(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== 'iso-2022-jp';
  } catch {
    return false;
  }
}

/** Encodes a JSON text; escapes characters that the charset does not contain. */
export type EncodeJson = (json: string) => Uint8Array<ArrayBuffer>;

/** Returns the JSON encoder of a charset. */
export function jsonEncoder(label: string): EncodeJson {
  const { encoding } = new TextDecoder(label);
  switch (encoding) {
    case 'utf-8':
      return (json) => Buffer.from(json);
    case 'utf-16le':
      return (json) => Buffer.from(json, 'utf16le');
    case 'utf-16be':
      return (json) => Buffer.from(json, 'utf16le').swap16();
    default: {
      const bytes = bytesOfCharacters(encoding);
      return (json) =>
        Buffer.concat(Array.from(json, (each) => bytes.get(each) ?? Buffer.from(escaped(each))));
    }
  }
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/**
 * Returns the characters that a charset encodes in one or two bytes, each with the first byte sequence that
 * decodes to it.
 */
function bytesOfCharacters(encoding: string): ReadonlyMap<string, Buffer> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const characters = new Map<string, Buffer>();
  const add = (...bytes: readonly number[]): boolean => {
    try {
      const text = decoder.decode(Uint8Array.from(bytes));
      if (!characters.has(text)) {
        characters.set(text, Buffer.from(bytes));
      }
      return true;
    } catch {
      return false;
    }
  };
  for (let first = 0; first < 0x100; first++) {
    if (!add(first)) {
      for (let second = 0x40; second < 0x100; second++) {
        add(first, second);
      }
    }
  }
  return characters;
}
