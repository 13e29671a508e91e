import { isDeeperThan, withoutDeepLevels } from './jsonDepth.ts';

declare global {
  interface JSON {
    /** Wraps JSON source text (ECMAScript, “JSON.parse source text access”). */
    rawJSON(text: string): object;
    isRawJSON(value: unknown): value is object;
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
  }
}

/**
 * Number tokens in value position; parts of strings may look the same. Excludes whole numbers of up to 15
 * digits, which are never rounded and fill pages of labels.
 */
const numberToken = /[:,[]\s*(-?(?:\d{16,}|\d+(?=[.eE])(?:\.\d+)?(?:[eE][+-]?\d+)?))(?=\s*[,}\]])/g;

const wholeNumber = /^-?\d+(?:\.0+)?(?:[eE]\+?\d+)?$/;

/**
 * Ends of numbers that `numberToken` matches: after 16 digits, a fraction or an exponent. Pages of labels
 * have no such numbers, and checking the ends, which are fewer, takes half the time.
 */
const roundableEnd = /\d[ \t\n\r,}\]](?<=(?:\d{16}|[.eE][+-]?\d+).)/s;

/**
 * Parses JSON like `JSON.parse`, but keeps the digits of numbers that JavaScript would round: such a number is
 * an object that `JSON.stringify` writes unchanged. Excessive nesting is cut: the first level beyond the limit
 * is empty. Throws `SyntaxError`.
 */
export function parseExactJson(text: string): unknown {
  // `JSON.parse` itself handles any depth; code that processes the value does not.
  const value: unknown = JSON.parse(text);
  if (isDeeperThan(value)) {
    const shallow = withoutDeepLevels(text);
    return exactValue(shallow, JSON.parse(shallow));
  }
  return exactValue(text, value);
}

/** Returns `value`, parsed from the JSON `text`, with the exact digits of its numbers. */
function exactValue(text: string, value: unknown): unknown {
  if (!roundableEnd.test(text)) {
    return value;
  }
  for (const [, source = ''] of text.matchAll(numberToken)) {
    if (!isExact(source)) {
      return JSON.parse(text, (_key, each, { source: written }) =>
        typeof each === 'number' && written !== undefined && !isExact(written)
          ? JSON.rawJSON(written)
          : each,
      );
    }
  }
  return value;
}

/** Returns the digits of a number parsed by `parseExactJson`; undefined if `value` is not a number. */
export function numberText(value: unknown): string | undefined {
  return typeof value === 'number' || JSON.isRawJSON(value) ? JSON.stringify(value) : undefined;
}

function isExact(source: string): boolean {
  const number = Number(source);
  return (
    String(number) === source ||
    (Number.isSafeInteger(number) && (wholeNumber.test(source) || isUnambiguous(source, number)))
  );
}

/** Returns whether no other number with as few digits parses to the same `number`; certain up to 15 digits. */
function isUnambiguous(source: string, number: number): boolean {
  const [mantissa = ''] = source.split(/e/i);
  const digits = mantissa.replaceAll(/\D/g, '').replace(/^0+/, '');
  return digits.length <= 15 && (number !== 0 || digits === '');
}

/** Parses JSON, preserving the digits of all numbers. Returns undefined if `text` is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
