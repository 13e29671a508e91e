declare global {
  interface JSON {
    /** Stands for a piece of JSON as it was written (ECMAScript, “JSON.parse source text access”). */
    rawJSON(text: string): object;
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
  }
}

/**
 * What stands where a value does and is a number; some texts look like that too. Not whole ones of up to 15
 * digits, which are never rounded: a page of labels is full of them.
 */
const numberToken = /[:,[]\s*(-?(?:\d{16,}|\d+(?=[.eE])(?:\.\d+)?(?:[eE][+-]?\d+)?))(?=\s*[,}\]])/g;

const wholeNumber = /^-?\d+(?:\.0+)?(?:[eE]\+?\d+)?$/;

/**
 * Where a number may end that `numberToken` takes: behind 16 digits, a fraction or an exponent. A page of labels
 * has none, and that shows in half of the time by looking at the ends, of which there are fewer.
 */
const mayBeRounded = /\d[ \t\n\r,}\]](?<=(?:\d{16}|[.eE][+-]?\d+).)/s;

/**
 * Parses JSON, as `JSON.parse`, but keeps the digits of numbers that JavaScript would round: such a one
 * is an object that `JSON.stringify` writes as it was. Throws `SyntaxError`.
 */
export function parseExactJson(text: string): unknown {
  if (!mayBeRounded.test(text)) {
    return JSON.parse(text);
  }
  for (const [, source = ''] of text.matchAll(numberToken)) {
    if (!isExact(source)) {
      return JSON.parse(text, (_key, value, { source: written }) =>
        typeof value === 'number' && written !== undefined && !isExact(written)
          ? JSON.rawJSON(written)
          : value,
      );
    }
  }
  return JSON.parse(text);
}

function isExact(source: string): boolean {
  const number = Number(source);
  return (
    String(number) === source ||
    (Number.isSafeInteger(number) && (wholeNumber.test(source) || isToldApart(source, number)))
  );
}

/** Whether no other number of as few digits is read as the same `number`: up to 15 that is sure. */
function isToldApart(source: string, number: number): boolean {
  const [mantissa = ''] = source.split(/e/i);
  const digits = mantissa.replaceAll(/\D/g, '').replace(/^0+/, '');
  return digits.length <= 15 && (number !== 0 || digits === '');
}
