/** Code of the quotation mark, with which a string in JSON begins and ends. */
export const quotationMark = 34;

const backslash = 92;

/** Returns the index of the end of the string that begins at `start` of a JSON text. */
export function endOfString(json: string, start: number): number {
  let index = start + 1;
  while (index < json.length && json.charCodeAt(index) !== quotationMark) {
    index += json.charCodeAt(index) === backslash ? 2 : 1;
  }
  return index;
}
