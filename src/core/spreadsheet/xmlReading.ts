import { Parser } from 'saxen';
import { SpreadsheetError } from './spreadsheetError.ts';
import { withoutReferences } from './xmlReferences.ts';

/** Attributes of an element, by local name. */
type XmlAttributes = ReadonlyMap<string, string>;

/** Callbacks for the elements of an XML document, except extensions of the format; names have no prefix. */
export interface XmlListener {
  readonly open?: (name: string, attributes: () => XmlAttributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Element with extensions of the format, such as additional values of a cell (ECMA-376, 18.2.10). */
const extension = 'extLst';

/** Number of bytes parsed at a time. */
const sliceBytes = 256 * 1024;

/**
 * Maximum length of a tag or a text, in UTF-16 units: the parser reads an unfinished one again with each
 * slice. The longest text of a cell, written as references, has a third of this length.
 */
const longestPiece = 1024 * 1024;

/**
 * Reads an XML document in UTF-8; other encodings are rejected, as guessing them could garble names. Declared
 * entities are not replaced. Throws `SpreadsheetError`.
 */
export function readXml(bytes: Uint8Array, { close, open, text }: XmlListener): void {
  /** Length parsed since the last complete tag or text. */
  let unfinished = 0;
  /** Number of open elements `extLst`, whose content only some programs understand. */
  let extensions = 0;
  const parser = new Parser()
    .on('openTag', (name, attributes) => {
      unfinished = 0;
      const local = localName(name);
      extensions += local === extension ? 1 : 0;
      if (extensions > 0) {
        return;
      }
      open?.(local, () => {
        const named = Object.entries(attributes());
        return new Map(named.map(([key, value]) => [localName(key), withoutReferences(value)]));
      });
    })
    .on('text', (raw) => {
      unfinished = 0;
      if (extensions === 0) {
        text?.(withoutReferences(raw));
      }
    })
    .on('cdata', (raw) => {
      if (extensions === 0) {
        text?.(raw);
      }
    })
    .on('closeTag', (name) => {
      unfinished = 0;
      const local = localName(name);
      if (extensions === 0) {
        close?.(local);
      }
      extensions -= local === extension ? 1 : 0;
    })
    .on('error', (error) => {
      throw error instanceof SpreadsheetError
        ? error
        : new SpreadsheetError('notReadable', { cause: error });
    });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (slice: Uint8Array, stream: boolean): string => {
    try {
      return decoder.decode(slice, { stream });
    } catch (error) {
      throw new SpreadsheetError('notReadable', { cause: error });
    }
  };
  for (let start = 0; start < bytes.length; start += sliceBytes) {
    const end = Math.min(start + sliceBytes, bytes.length);
    const slice = decode(bytes.subarray(start, end), end < bytes.length);
    unfinished += slice.length;
    parser.write(slice);
    if (unfinished > longestPiece) {
      throw new SpreadsheetError('tooLarge');
    }
  }
  parser.end();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
