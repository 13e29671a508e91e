import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import { CsvError, parse } from 'csv-parse';
import { throwIfAborted } from '../../async/abort.ts';
import { UnusableFileError } from '../../errors/fileError.ts';
import { maximumRows } from '../../spreadsheet/spreadsheet.ts';
import { CsvRowLimit } from './csvRowLimit.ts';
import type { FileText } from './fileText.ts';
import type { ImportRecord } from './importRows.ts';

/** Options for reading a CSV file. */
export interface CsvReadingOptions {
  readonly delimiter: string;
  /** True if blanks around cells are not part of them. */
  readonly isPadded: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Called with the share of the file read so far, from 0 to 1. */
  readonly onProgress?: ((part: number) => void) | undefined;
}

/** Number of bytes per slice, a few milliseconds of work. */
const sliceBytes = 32 * 1024;

/** Library options shared by all files. */
export const csvOptions = {
  // Line breaks that end rows; a file that was combined from several may have all of them.
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
};

/**
 * Parses CSV (RFC 4180) and passes each row to `onRecord`, yielding to other work between slices. Throws
 * `UnusableFileError` and `CancelledError`.
 */
export async function readCsv(
  text: FileText,
  { delimiter, isPadded, onProgress, signal }: CsvReadingOptions,
  onRecord: (record: ImportRecord) => void,
): Promise<void> {
  let rows = 0;
  let lastLine = 0;
  // Number of lines that the library counts too many: it counts CRLF within a cell as two lines.
  let surplus = 0;
  const take = (cells: readonly string[], lines: number): void => {
    rows++;
    if (rows > maximumRows) {
      throw new UnusableFileError(
        l10n.t('The file has more than {0} rows. Split it into smaller files.', maximumRows),
      );
    }
    for (const cell of cells) {
      surplus += longLineEndings(cell);
    }
    lastLine = lines - surplus;
    onRecord({ cells, line: lastLine });
  };
  const parser = parse({
    ...csvOptions,
    delimiter,
    trim: isPadded,
    on_record: (cells: string[], { lines }) => {
      take(cells, lines);
      // Makes each row count as the first: for a later row of another length, the library creates an error
      // with a stack.
      Object.assign(parser.info, { records: 0 });
      return null;
    },
  });
  try {
    const slices = textSlices(text, new CsvRowLimit(delimiter), onProgress, signal);
    await pipeline(slices, parser, async (left) => {
      // Waits for the end of the output, which has no rows, as `on_record` takes them.
      await left[Symbol.asyncIterator]().next();
    });
  } catch (error) {
    throw error instanceof CsvError ? new UnusableFileError(faultText(error, lastLine + 1)) : error;
  }
}

/** Number of CRLF line endings in `cell`. */
function longLineEndings(cell: string): number {
  let count = 0;
  // A loop, as searching for each would take far longer if a cell consists of line endings.
  for (let at = 1; at < cell.length; at++) {
    count += cell.charCodeAt(at) === 0x0a && cell.charCodeAt(at - 1) === 0x0d ? 1 : 0;
  }
  return count;
}

/** Yields the text in slices that `limit` accepts. Other encodings are rejected: guessing one could garble names. */
async function* textSlices(
  { bytes, encoding }: FileText,
  limit: CsvRowLimit,
  onProgress: ((part: number) => void) | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (slice: Uint8Array, stream: boolean): string => {
    try {
      return decoder.decode(slice, { stream });
    } catch (error) {
      throw new UnusableFileError(
        l10n.t(
          'The file is not valid {0}. In Excel, save it as “CSV UTF-8”.',
          encoding === 'utf-8' ? 'UTF-8' : 'UTF-16',
        ),
        { cause: error },
      );
    }
  };
  for (let start = 0; start < bytes.length; start += sliceBytes) {
    throwIfAborted(signal);
    const end = Math.min(start + sliceBytes, bytes.length);
    const slice = decode(bytes.subarray(start, end), end < bytes.length);
    limit.take(slice);
    yield slice;
    onProgress?.(end / bytes.length);
    await setImmediate();
  }
}

/** Message for the fault in the row that starts on line `firstLine`. */
function faultText({ code }: CsvError, firstLine: number): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') {
    return l10n.t(
      'The file is not valid CSV: in the row that starts on line {0}, a quotation mark is not closed.',
      firstLine,
    );
  }
  if (code === 'CSV_INVALID_CLOSING_QUOTE') {
    return l10n.t(
      'The file is not valid CSV: in the row that starts on line {0}, a quotation mark is closed before the end of its cell. Within a cell it must be written twice.',
      firstLine,
    );
  }
  return code === 'INVALID_OPENING_QUOTE'
    ? l10n.t(
        'The file is not valid CSV: in the row that starts on line {0}, there is a quotation mark in the middle of a cell. Enclose such a cell in quotation marks, and write each one within it twice.',
        firstLine,
      )
    : l10n.t(
        'The file is not valid CSV: the row that starts on line {0} cannot be read.',
        firstLine,
      );
}
