import { randomUUID } from 'node:crypto';
import { isDeeperThan, withoutDeepLevels } from './jsonDepth.ts';
import { endOfString, quotationMark } from './jsonString.ts';

declare global {
  interface JSON {
    /** Wraps JSON source text (ECMAScript, “JSON.parse source text access”). */
    rawJSON(text: string): object;
    isRawJSON(value: unknown): value is object;
  }
}

/**
 * Maximum number of numbers that are kept exactly; a page of labels has far fewer. Each takes some microseconds.
 */
const maximumExact = 200_000;

const minus = 45;

/** Codes that a number may contain apart from digits. */
const numberSigns: ReadonlySet<number> = new Set(Array.from('.eE+-', (sign) => sign.charCodeAt(0)));

/** Length in UTF-16 units from which nesting is checked before parsing; pages of labels are shorter. */
const longText = 2 ** 20;

const wholeNumber = /^-?\d+(?:\.0+)?(?:[eE]\+?\d+)?$/;

/**
 * Ends of numbers that `numberToken` matches: after 16 digits, a fraction or an exponent. Pages of labels
 * have no such numbers, and checking the ends, which are fewer, takes half the time.
 */
const roundableEnd = /\d[ \t\n\r,}\]](?<=(?:\d{16}|[.eE][+-]?\d+).)/s;

/**
 * Parses JSON like `JSON.parse`, but keeps the digits of numbers that JavaScript would round: such a number is
 * an object that `JSON.stringify` writes unchanged. Excessive nesting is cut: the first level beyond the limit
 * is empty. Throws `SyntaxError`, also if there are too many numbers to keep.
 */
export function parseExactJson(text: string): unknown {
  const json = text.length > longText ? withoutDeepLevels(text) : text;
  // `JSON.parse` itself handles any depth; code that processes the value does not.
  const value: unknown = JSON.parse(json);
  if (isDeeperThan(value)) {
    const shallow = withoutDeepLevels(json);
    return exactValue(shallow, JSON.parse(shallow));
  }
  return exactValue(json, value);
}

/** Returns `value`, parsed from the JSON `text`, with the exact digits of its numbers. */
function exactValue(text: string, value: unknown): unknown {
  if (!roundableEnd.test(text)) {
    return value;
  }
  // Unpredictable, so that no text begins with it.
  const mark = randomUUID();
  const marked = markedNumbers(text, mark);
  return marked === undefined ? value : withNumbers(JSON.parse(marked), mark);
}

/**
 * Returns the valid JSON `text` with the numbers that JavaScript would round as strings that begin with `mark`;
 * undefined if there are none. A reviver of `JSON.parse` would take fifty times as long for each value.
 */
function markedNumbers(text: string, mark: string): string | undefined {
  const pieces: string[] = [];
  let kept = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === quotationMark) {
      index = endOfString(text, index);
    } else if (unit === minus || isDigit(unit)) {
      const start = index;
      let isWhole = true;
      for (let next = text.charCodeAt(index + 1); isNumberPart(next);) {
        isWhole &&= isDigit(next);
        index++;
        next = text.charCodeAt(index + 1);
      }
      const source = isWhole && index - start < 15 ? '0' : text.slice(start, index + 1);
      if (!isExact(source)) {
        pieces.push(text.slice(kept, start), `"${mark}${source}"`);
        kept = index + 1;
      }
    }
    if (pieces.length > 2 * maximumExact) {
      throw new SyntaxError('The text has too many numbers with many digits.');
    }
  }
  return pieces.length === 0 ? undefined : pieces.join('') + text.slice(kept);
}

/** Replaces the strings in `value` that begin with `mark` by the numbers after it. */
function withNumbers(value: unknown, mark: string): unknown {
  const root = [value];
  const open: object[] = [root];
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    const owner = container;
    const visit = (key: PropertyKey, each: unknown): void => {
      if (typeof each === 'string' && each.startsWith(mark)) {
        // Not by assignment, which for the key `__proto__` would set the prototype.
        Object.defineProperty(owner, key, {
          value: JSON.rawJSON(each.slice(mark.length)),
          configurable: true,
          enumerable: true,
          writable: true,
        });
      } else if (typeof each === 'object' && each !== null) {
        open.push(each);
      }
    };
    if (Array.isArray(container)) {
      container.forEach((each: unknown, index) => visit(index, each));
    } else {
      Object.entries(container).forEach(([key, each]) => visit(key, each));
    }
  }
  return root[0];
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** Returns whether a number can continue with this code. */
function isNumberPart(unit: number): boolean {
  return isDigit(unit) || numberSigns.has(unit);
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
