import { cutText } from '../text/cutText.ts';
import { singleLine } from '../text/displayText.ts';
import type { SecretMask } from './liveSecrets.ts';
import { replacement } from './maskedText.ts';

/** Maximum length of a text that is redacted; longer ones are truncated first. */
const maximumLength = 10_000;

/** Maximum length of a server's text that is redacted: many times the length that is shown. */
const maximumServerLength = 2000;

/** Returns a text without one kind of secret, in linear time. */
type Redaction = (text: string) => string;

/** Redactions that apply anywhere in a text. */
const secretRedactions: readonly Redaction[] = [
  // The query and fragment of any address.
  (text) => text.replaceAll(/[^\s"'<>]+/g, withoutQuery),
  (text) => text.replaceAll(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${replacement}`),
  (text) =>
    text.replaceAll(
      /\b(access_token|refresh_token|id_token|client_secret|password)(["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/gi,
      `$1$2${replacement}`,
    ),
  // `code` and `state` in a query. Elsewhere these are ordinary field names: a label has a code, too.
  (text) => text.replaceAll(/([?&](?:code|state)=)[^\s"'&,;}]+/gi, `$1${replacement}`),
  (text) => text.replaceAll(/[^\s"'&,;}]+&?/g, withoutParameter),
  (text) => text.replaceAll(/[\w.-]+/g, withoutWebToken),
];

function withoutQuery(word: string): string {
  const address = word.indexOf('://');
  const query = address < 1 ? -1 : word.slice(address).search(/[?#]/);
  return query === -1 ? word : `${word.slice(0, address + query)}?${replacement}`;
}

function withoutParameter(text: string): string {
  const parameter = /\b(?:code|state)=(?!&)/i.exec(text);
  return parameter === null || !text.endsWith('&')
    ? text
    : `${text.slice(0, parameter.index)}${parameter[0]}${replacement}&`;
}

function withoutWebToken(words: string): string {
  const start = words.search(/\beyJ[\w-]/);
  return start === -1 || !/\.[\w-]/.test(words.slice(start))
    ? words
    : `${words.slice(0, start)}${replacement}`;
}

/** Redacts codes and states that look random: long, with digits and letters of both cases. */
function withoutRandomValues(text: string): string {
  return text.replaceAll(
    /\b([Cc]ode|[Ss]tate|CODE|STATE)(["']?\s*[=:]\s*["']?)([^\s"'&,;}]+)/g,
    (all, name: string, separator: string, value: string) =>
      value.length >= 16 && /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value)
        ? `${name}${separator}${replacement}`
        : all,
  );
}

/**
 * Returns `text` without anything that looks like a token, code, state, secret or query string, without
 * `live` secrets, and truncated. This is the last line of defense: secrets should not get here at all.
 */
export function redact(text: string, live: SecretMask): string {
  const length = lengthOfWords(text);
  const ellipsis = length < text.length ? '…' : '';
  return withoutRandomValues(withoutSecrets(live.mask(text, length) + ellipsis));
}

/** Returns where to truncate `text`: between words, as a part of a secret may not look like one. */
function lengthOfWords(text: string): number {
  return text.length <= maximumLength
    ? text.length
    : text.slice(0, maximumLength).lastIndexOf(' ') + 1;
}

/**
 * Returns the text of a server for a message: one line of visible characters, at most 300, redacted but still
 * informative. Codes and states that it may repeat must be among the `live` secrets.
 */
export function redactServerText(text: string, live: SecretMask): string {
  const masked = live.mask(text, Math.min(text.length, maximumServerLength));
  return cutText(singleLine(withoutSecrets(masked)), 299);
}

function withoutSecrets(text: string): string {
  return secretRedactions.reduce((result, redaction) => redaction(result), text);
}
