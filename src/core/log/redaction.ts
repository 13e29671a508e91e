const replacement = '•••';

const secretShapes: readonly (readonly [RegExp, string])[] = [
  // The query and fragment of any address.
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s?#"'<>]*)[?#][^\s"'<>]*/gi, `$1?${replacement}`],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${replacement}`],
  [
    /\b(access_token|refresh_token|id_token|client_secret|password|code|state)(["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/gi,
    `$1$2${replacement}`,
  ],
  // JSON web tokens.
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, replacement],
];

/**
 * Returns `text` without what looks like a token, code, state, secret or query string, and without the
 * `known` secrets. The last line of defence: no secret is meant to get here.
 */
export function redact(text: string, known: readonly string[] = []): string {
  return withoutShapes(withoutKnown(text, known));
}

/** Returns text of a server for a message: one line, at most 300 characters, redacted. */
export function serverText(text: string, known: readonly string[] = []): string {
  // Cut before the patterns run, which are slow on a long text.
  const line = withoutShapes(withoutKnown(text, known).slice(0, 2000))
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

function withoutKnown(text: string, known: readonly string[]): string {
  let result = text;
  // The longest first: if one secret starts with another, no part of it must be left.
  for (const secret of known.toSorted((a, b) => b.length - a.length)) {
    if (secret !== '') {
      result = result.replaceAll(secret, replacement);
    }
  }
  return result;
}

function withoutShapes(text: string): string {
  let result = text;
  for (const [shape, substitute] of secretShapes) {
    result = result.replace(shape, substitute);
  }
  return result;
}
