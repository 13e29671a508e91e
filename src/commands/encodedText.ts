/**
 * Byte order mark at the start of every file: VS Code then reads the file as UTF-8, regardless of its
 * settings.
 */
export const byteOrderMark = { text: '\uFEFF', length: 3 } as const;

/** Returns the content of a file with `text`. */
export function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(byteOrderMark.text + text);
}
