/** Byte order mark at the start of every file, which makes VS Code read it as UTF-8, whatever the settings. */
export const byteOrderMark = { text: '\uFEFF', length: 3 } as const;

/** Returns the content of a file with this text. */
export function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(byteOrderMark.text + text);
}
