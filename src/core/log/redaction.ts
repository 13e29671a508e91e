const replacement = '•••';

type Shape = readonly [pattern: RegExp, substitute: string];

/** What is a secret wherever it stands. */
const secretShapes: readonly Shape[] = [
  // The query and fragment of any address.
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s?#"'<>]*)[?#][^\s"'<>]*/gi, `$1?${replacement}`],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${replacement}`],
  [
    /\b(access_token|refresh_token|id_token|client_secret|password)(["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/gi,
    `$1$2${replacement}`,
  ],
  // The code and the state of a query. Elsewhere these are words of the service: a label has a code, too.
  [/([?&](?:code|state)=)[^\s"'&,;}]+/gi, `$1${replacement}`],
  [/\b((?:code|state)=)[^\s"'&,;}]+(?=&)/gi, `$1${replacement}`],
  // JSON web tokens.
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, replacement],
];

/** A code or a state that looks random: long, with letters of both kinds and digits. */
const randomValue: Shape = [
  /\b([Cc]ode|[Ss]tate|CODE|STATE)(["']?\s*[=:]\s*["']?)(?=[^\s"'&,;}]*[a-z])(?=[^\s"'&,;}]*[A-Z])(?=[^\s"'&,;}]*\d)[^\s"'&,;}]{16,}/g,
  `$1$2${replacement}`,
];

/**
 * Returns `text` without what looks like a token, code, state, secret or query string. The last line of
 * defence: no secret is meant to get here.
 */
export function redact(text: string): string {
  return withoutShapes(text, [...secretShapes, randomValue]);
}

/**
 * Returns text of a server for a message: one line, at most 300 characters, redacted as far as that
 * leaves what the server says. Codes and states that it may repeat must be among the `known` secrets.
 */
export function serverText(text: string, known: readonly string[] = []): string {
  // Cut before the patterns run, which are slow on a long text.
  const line = withoutShapes(withoutKnown(text, known).slice(0, 2000), secretShapes)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

function withoutKnown(text: string, known: readonly string[]): string {
  let result = text;
  // The longest first: if one secret starts with another, no part of it must be left.
  for (const form of known.flatMap(formsOf).toSorted((a, b) => b.length - a.length)) {
    if (form !== '') {
      result = result.replaceAll(form, replacement);
    }
  }
  return result;
}

/** How `secret` may be written by a server that repeats it: as it is, or as in an address, a form or JSON. */
function formsOf(secret: string): readonly string[] {
  const encoded = [
    encodeURIComponent(secret.toWellFormed()),
    new URLSearchParams({ secret }).toString().slice('secret='.length),
  ];
  const lowerCase = encoded.map((form) =>
    form.replaceAll(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()),
  );
  const forms = [secret, ...encoded, ...lowerCase, JSON.stringify(secret).slice(1, -1)];
  return [...new Set(forms)];
}

function withoutShapes(text: string, shapes: readonly Shape[]): string {
  let result = text;
  for (const [pattern, substitute] of shapes) {
    result = result.replace(pattern, substitute);
  }
  return result;
}
