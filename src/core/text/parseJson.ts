import { parseExactJson } from './exactJson.ts';

/** Parses JSON, and keeps the digits of all numbers. Returns undefined if `text` is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
