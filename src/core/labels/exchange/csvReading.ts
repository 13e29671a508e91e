import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import { CsvError, parse } from 'csv-parse';
import { throwIfAborted } from '../../async/abort.ts';
import { UnusableFileError } from '../../errors/fileError.ts';

/** A row of a CSV file. */
export interface CsvRecord {
  readonly cells: readonly string[];
  /** Line in which the row ends, counted from 1. */
  readonly line: number;
}

/** How to read a CSV file. */
export interface CsvReadingOptions {
  readonly delimiter: string;
  readonly signal?: AbortSignal | undefined;
  /** Gets how much of the file is read, from 0 to 1. */
  readonly onProgress?: ((part: number) => void) | undefined;
}

/** How much is parsed at a time: few milliseconds' work, after which others have their turn. */
const sliceBytes = 32 * 1024;

/** What the library needs to know whatever the file is. */
export const csvOptions = {
  // What ends rows. A file that was put together from several may have them all.
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
};

/**
 * Reads CSV (RFC 4180) in UTF-8, in slices with turns for other work of this process between them, and
 * hands each row to `onRecord`. Throws `UnusableFileError` and `CancelledError`.
 */
export async function readCsv(
  bytes: Uint8Array,
  { delimiter, onProgress, signal }: CsvReadingOptions,
  onRecord: (record: CsvRecord) => void,
): Promise<void> {
  let lastLine = 0;
  // The library counts a line ending of two characters as two lines where it stands within a cell.
  let surplus = 0;
  const take = (cells: readonly string[], lines: number): void => {
    for (const cell of cells) {
      surplus += cell.includes('\r\n') ? cell.split('\r\n').length - 1 : 0;
    }
    lastLine = lines - surplus;
    onRecord({ cells, line: lastLine });
  };
  const parser = parse({
    ...csvOptions,
    delimiter,
    on_record: (cells: string[], { lines }) => {
      take(cells, lines);
      return null;
    },
  });
  try {
    await pipeline(textSlices(bytes, onProgress, signal), parser, async (left) => {
      // Nothing is left: the rows are taken as they are found.
      await left[Symbol.asyncIterator]().next();
    });
  } catch (error) {
    throw error instanceof CsvError ? new UnusableFileError(faultText(error, lastLine)) : error;
  }
}

/** The text in slices. Other encodings are refused: guessing one could garble names. */
async function* textSlices(
  bytes: Uint8Array,
  onProgress: ((part: number) => void) | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (slice: Uint8Array, stream: boolean): string => {
    try {
      return decoder.decode(slice, { stream });
    } catch (error) {
      throw new UnusableFileError(
        l10n.t('The file is not text in UTF-8. In Excel, save it as “CSV UTF-8”.'),
        { cause: error },
      );
    }
  };
  for (let start = 0; start < bytes.length; start += sliceBytes) {
    throwIfAborted(signal);
    const end = Math.min(start + sliceBytes, bytes.length);
    yield decode(bytes.subarray(start, end), end < bytes.length);
    onProgress?.(end / bytes.length);
    await setImmediate();
  }
}

/** What is wrong with the text after the row that ends in `lastLine`. */
function faultText({ code }: CsvError, lastLine: number): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') {
    return l10n.t('The file is not CSV: a quotation mark after line {0} is not closed.', lastLine);
  }
  if (code === 'CSV_INVALID_CLOSING_QUOTE') {
    return l10n.t(
      'The file is not CSV: in the row after line {0}, a quotation mark is closed before the end of its cell. Within a cell it must be written twice.',
      lastLine,
    );
  }
  return code === 'INVALID_OPENING_QUOTE'
    ? l10n.t(
        'The file is not CSV: in the row after line {0}, there is a quotation mark in the middle of a cell. Such a cell must stand in quotation marks, and each within it be written twice.',
        lastLine,
      )
    : l10n.t('The file is not CSV: the row after line {0} cannot be read.', lastLine);
}
