import { visibleText } from '../text/visibleText.ts';

/** Maximum length of a parameter, in UTF-16 units; longer ones are unreadable anyway. */
const maximumLength = 200;

/**
 * Characters that `visibleText` keeps, for multi-line texts and our own isolates, but that a parameter must
 * not contain.
 */
const unprintable = /[\p{Cc}\u2068\u2069]/u;

/**
 * Parses the query of a link. Any web page or program can open one, so each parameter must be readable and
 * occur once; otherwise returns undefined. `isDecoded`: VS Code has already decoded the query.
 */
export function readLinkParameters(
  query: string,
  isDecoded: boolean,
): ReadonlyMap<string, string> | undefined {
  const parameters = isDecoded ? decodedParameters(query) : [...new URLSearchParams(query)];
  const values = new Map(parameters);
  const isUsable =
    values.size === parameters.length && parameters.every(([, value]) => isReadable(value));
  return isUsable ? values : undefined;
}

/** Returns whether `value` is short enough for a parameter, and has no invisible characters. */
export function isReadable(value: string): boolean {
  return (
    value.trim() !== '' &&
    value.length <= maximumLength &&
    !unprintable.test(value) &&
    visibleText(value) === value
  );
}

/** Splits a decoded query: only an ampersand followed by a known parameter name is a separator. */
function decodedParameters(query: string): [string, string][] {
  return query.split(/&(?=\w+=)/).map((parameter) => {
    const [name = '', ...value] = parameter.split('=');
    return [name, value.join('=')];
  });
}
