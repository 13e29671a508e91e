import { ResponseSchemaError } from '../errors/responseSchemaError.ts';

/** Text of a response body. */
export type BodyText =
  | { readonly kind: 'text'; readonly text: string }
  | {
      /**
       * The bytes are not text in the charset: the decoded text is used only for display and error codes, and
       * never sent.
       */
      readonly kind: 'undecodable';
      readonly charset: string;
      /** Text with U+FFFD in place of undecodable bytes. */
      readonly legible: string;
    };

/**
 * Returns the text of `body`, with U+FFFD for undecodable bytes. Incompletely decoded text must not be sent.
 */
export function legibleText(body: BodyText): string {
  return body.kind === 'text' ? body.text : body.legible;
}

/** Returns the error for an unusable `body`: it is not text in its charset, or not JSON. */
export function unreadableBody(body: BodyText): ResponseSchemaError {
  return body.kind === 'text'
    ? ResponseSchemaError.notJson(body.text)
    : ResponseSchemaError.undecodable(body.charset);
}

/** Byte order marks and their charsets (WHATWG Encoding, "decode"). */
const byteOrderMarks = [
  { charset: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { charset: 'utf-16be', bytes: [0xfe, 0xff] },
  { charset: 'utf-16le', bytes: [0xff, 0xfe] },
] as const;

/** Parameter of a media type (RFC 9110, section 8.3.1): its name, and its value, quoted or not. */
const parameter = /;\s*([^\s;="]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/g;

/** Valid label of a charset. */
const charsetLabel = /^[\w.:+-]{1,40}$/;

/** Charset of a response without one (RFC 8259, section 8.1). */
const defaultCharset = 'utf-8';

/** Characters 0x80 to 0x9F of windows-1252, some of which some releases of Node.js decode as control characters. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Charsets whose tables in Node.js differ from WHATWG Encoding. Node.js decodes some unknown byte pairs as
 * control or private use characters, where the standard has a letter or an error.
 */
const otherTables: ReadonlySet<string> = new Set(['big5', 'euc-jp', 'euc-kr', 'shift_jis']);
const misread = /[^\P{Cc}\t\n\r]|\p{Co}/u;

/** The only character of Big5 that Node.js decodes differently: F9 FE (WHATWG Encoding, index-big5.txt). */
const otherLetter = { ofNode: '▓', ofStandard: '\uFFED' } as const;

/**
 * Decodes a body with this `Content-Type`: by its byte order mark, else the declared charset (any label of
 * WHATWG Encoding), else as UTF-8. An incomplete character at the end is dropped unless the body `isWhole`.
 */
export function decodeBody(
  bytes: Uint8Array,
  contentType: string | null,
  isWhole = true,
): BodyText {
  const mark = byteOrderMarks.find((each) => each.bytes.every((byte, at) => bytes[at] === byte));
  const declared = declaredCharset(contentType ?? '');
  const charset = mark?.charset ?? declared ?? defaultCharset;
  const decode = (label: string, fatal: boolean): string => {
    const decoder = new TextDecoder(label, { fatal });
    const text = decoder.decode(bytes, { stream: !isWhole });
    if (fatal && otherTables.has(decoder.encoding) && misread.test(text)) {
      throw new TypeError('Not all of it is text in the charset.');
    }
    switch (decoder.encoding) {
      case 'windows-1252':
        return withoutControls(text);
      case 'big5':
        return text.replaceAll(otherLetter.ofNode, otherLetter.ofStandard);
      default:
        return text;
    }
  };
  try {
    return { kind: 'text', text: decode(charset, true) };
  } catch {
    return { kind: 'undecodable', charset, legible: decode(knownCharset(charset), false) };
  }
}

/** The charset that a `Content-Type` declares, in lower case; undefined if it declares none. */
function declaredCharset(contentType: string): string | undefined {
  for (const [, name = '', quoted, plain = ''] of contentType.slice(0, 1000).matchAll(parameter)) {
    const value = (quoted?.replaceAll(/\\(.)/g, '$1') ?? plain).trim();
    if (name.toLowerCase() === 'charset' && charsetLabel.test(value)) {
      return value.toLowerCase();
    }
  }
  return undefined;
}

/** Returns `charset`, or the default if its label is unknown. */
function knownCharset(charset: string): string {
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    return defaultCharset;
  }
}

function withoutControls(text: string): string {
  return text.replaceAll(/[\u0080-\u009f]/g, (control) =>
    windows1252.charAt(control.charCodeAt(0) - 0x80),
  );
}
