/** Signature of a compound file: an old format, or an encrypted workbook. */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0];

/** Signature of a ZIP archive. */
const archive = [0x50, 0x4b, 0x03, 0x04];

/** Returns whether `bytes` begin with the signature of an Excel file. */
export function isSpreadsheetFile(bytes: Uint8Array): boolean {
  return isCompoundFile(bytes) || archive.every((byte, index) => bytes[index] === byte);
}

/** Returns whether `bytes` are a compound file: an old workbook (.xls), or an encrypted one. */
export function isCompoundFile(bytes: Uint8Array): boolean {
  return compoundFile.every((byte, index) => bytes[index] === byte);
}
