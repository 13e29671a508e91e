import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Label } from '../../api/label.ts';
import { throwIfAborted } from '../../async/abort.ts';
import { itemsInSlices } from '../../async/slices.ts';
import { AppError } from '../../errors/appError.ts';
import { CancelledError } from '../../errors/cancelledError.ts';
import { FileError } from '../../errors/fileError.ts';
import type { SpreadsheetCell } from '../../spreadsheet/spreadsheet.ts';
import { writeSpreadsheet } from '../../spreadsheet/spreadsheetThread.ts';
import { labelColumns } from '../labelColumns.ts';
import type { LabelFilter } from '../list/labelCriteria.ts';
import type { LabelPageSource } from '../list/labelWalk.ts';
import type { ListEntry } from '../list/orderedEntries.ts';
import type { ProgressListener } from '../percentSteps.ts';
import { CompleteWalk } from '../reading/completeWalk.ts';
import { cellText, csvHeader, FieldColumns, guardedCsv, ownValue } from './labelCsv.ts';
import { spreadsheetColumns, spreadsheetError, spreadsheetRow } from './labelSpreadsheet.ts';

/** Format of a label export. `json` contains everything that the service sent; `xlsx` is an Excel workbook. */
export type ExportFormat =
  | { readonly kind: 'json' }
  | {
      readonly kind: 'csv' | 'xlsx';
      /** `known`: fields known to this extension. `all`: all fields sent by the service. */
      readonly fields: 'known' | 'all';
    };

/** Labels to export: a given list, or all labels in the service that match a filter. */
export type ExportContent =
  | { readonly kind: 'labels'; readonly labels: readonly Label[] }
  | { readonly kind: 'filter'; readonly source: LabelPageSource; readonly filter: LabelFilter };

/** Content and target of an export. */
export interface LabelExportOptions {
  readonly content: ExportContent;
  readonly format: ExportFormat;
  /** Path of the file, or of a link to it. The file is replaced after everything is written. */
  readonly path: string;
  /** Script path of the thread that writes spreadsheets. */
  readonly spreadsheetWorker: string;
  readonly signal?: AbortSignal;
  /** Called with the number of labels read, and the total. */
  readonly onProgress?: ProgressListener;
}

/** Result of an export. */
export interface LabelExportResult {
  readonly written: number;
  /** Number of records that are not valid labels, which tables omit. */
  readonly leftOut: number;
  /** Labels with text that the file cannot store; its cell is empty. */
  readonly unwritable: readonly Label[];
  /** Number of labels that the service counted but did not list. */
  readonly missing: number;
}

/** Size at which a chunk of rows is written, in cells and UTF-16 units. */
const chunkSize = 32 * 1024;

/**
 * Writes labels to a file as they arrive. Throws `CancelledError`, `FileError`, `UnusableFileError`, and the errors
 * of the source; an existing file is then unchanged.
 */
export async function exportLabels(options: LabelExportOptions): Promise<LabelExportResult> {
  const { signal } = options;
  const path = await realPathOf(options.path);
  const result: MutableResult = { written: 0, leftOut: 0, missing: 0, unwritable: [] };
  const suffix = randomBytes(4).toString('hex');
  const temporary = join(dirname(path), `.${basename(path)}.${suffix}.tmp`);
  try {
    await pipeline(
      Readable.from(chunksOf(options, result)),
      createWriteStream(temporary, { flags: 'wx', flush: true }),
    );
    throwIfAborted(signal);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    if (signal?.aborted) {
      throw new CancelledError({ cause: error });
    }
    const known = spreadsheetError('write', error);
    throw known instanceof AppError ? known : new FileError('write', { cause: error });
  }
  return result;
}

/** Resolves a link to its file; returns the path unchanged if the file does not exist. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    // Any other problem with the path shows when the file is written.
    return path;
  }
}

type MutableResult = { -readonly [Key in keyof LabelExportResult]: LabelExportResult[Key] } & {
  readonly unwritable: Label[];
};

async function* chunksOf(
  options: LabelExportOptions,
  result: MutableResult,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  const { format, signal, spreadsheetWorker: script } = options;
  const entries = entriesOf(options, result);
  if (format.kind === 'json') {
    yield* jsonChunks(rowChunks(entries, jsonCells, signal), result);
    return;
  }
  const { batches, fields } = await tableOf(labelsOf(entries, result), format.fields, signal);
  if (format.kind === 'csv') {
    yield csvHeader(fields);
    const rowOf = (label: Label): readonly string[] => {
      const texts = fields.map((field) => cellText(ownValue(label.record, field)));
      if (!texts.every((text) => text.isWellFormed())) {
        result.unwritable.push(label);
      }
      return texts;
    };
    for await (const rows of rowChunks(batches, rowOf, signal)) {
      yield guardedCsv(rows);
    }
  } else {
    const rowOf = (label: Label): readonly SpreadsheetCell[] => {
      const cells = spreadsheetRow(label, fields);
      if (cells.includes(undefined)) {
        result.unwritable.push(label);
      }
      return cells;
    };
    const columns = spreadsheetColumns(fields);
    const rows = rowChunks(batches, rowOf, signal);
    yield* writeSpreadsheet({ sheetName: 'Labels', columns, rows }, { script, signal });
  }
}

/** Labels and the fields that become columns. */
interface ExportTable {
  readonly fields: readonly string[];
  readonly batches: Batches<Label>;
}

type Batches<Item> = AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>;

/** Builds the table; the fields are known only once all labels are loaded. Throws `UnusableFileError`. */
async function tableOf(
  batches: AsyncIterable<readonly Label[]>,
  fields: 'known' | 'all',
  signal: AbortSignal | undefined,
): Promise<ExportTable> {
  if (fields === 'known') {
    return { fields: labelColumns, batches };
  }
  const labels: Label[] = [];
  const columns = new FieldColumns();
  for await (const batch of batches) {
    for await (const label of itemsInSlices(batch)) {
      throwIfAborted(signal);
      columns.add(label);
      labels.push(label);
    }
  }
  return { fields: columns.names(), batches: [labels] };
}

/**
 * Yields rows in chunks, whose size does not depend on that of the rows. Works in slices. Throws
 * `CancelledError`.
 */
async function* rowChunks<Item, Cell extends SpreadsheetCell>(
  batches: Batches<Item>,
  rowOf: (item: Item) => readonly Cell[],
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly (readonly Cell[])[], void, undefined> {
  let rows: (readonly Cell[])[] = [];
  let size = 0;
  for await (const batch of batches) {
    for await (const item of itemsInSlices(batch)) {
      throwIfAborted(signal);
      const row = rowOf(item);
      rows.push(row);
      size += sizeOf(row);
      if (size >= chunkSize) {
        yield rows;
        rows = [];
        size = 0;
      }
    }
  }
  if (rows.length > 0) {
    yield rows;
  }
}

/** Number of cells and of UTF-16 units in a row. */
function sizeOf(cells: readonly SpreadsheetCell[]): number {
  let size = cells.length;
  for (const cell of cells) {
    size += typeof cell === 'string' ? cell.length : 0;
  }
  return size;
}

async function* entriesOf(
  { content, onProgress, signal }: LabelExportOptions,
  result: MutableResult,
): AsyncGenerator<readonly ListEntry[], void, undefined> {
  if (content.kind === 'labels') {
    yield content.labels.map((label) => ({ kind: 'label', label }));
    return;
  }
  const walk = new CompleteWalk(content.source, content.filter);
  for await (const entries of walk.entries(signal)) {
    yield entries;
    onProgress?.(walk.count, walk.total);
  }
  result.missing = walk.missing;
}

/** Yields the entries that are labels, counting them and the others. */
async function* labelsOf(
  entries: AsyncIterable<readonly ListEntry[]>,
  result: MutableResult,
): AsyncGenerator<readonly Label[], void, undefined> {
  for await (const some of entries) {
    const labels = some.flatMap((entry) => (entry.kind === 'label' ? [entry.label] : []));
    result.written += labels.length;
    result.leftOut += some.length - labels.length;
    yield labels;
  }
}

/** Returns a row whose only cell is the line of a record. */
function jsonCells(entry: ListEntry): readonly [string] {
  return [JSON.stringify(entry.kind === 'label' ? entry.label.record : entry.unreadable.record)];
}

/** Yields one line per record. */
async function* jsonChunks(
  chunks: AsyncIterable<readonly (readonly string[])[]>,
  result: MutableResult,
): AsyncGenerator<string, void, undefined> {
  let separator = '[\n  ';
  for await (const rows of chunks) {
    yield `${separator}${rows.flat().join(',\n  ')}`;
    separator = ',\n  ';
    result.written += rows.length;
  }
  yield result.written === 0 ? '[]\n' : '\n]\n';
}

/**
 * Proposed name of a file with the labels of a tenant. It contains only characters that every file system
 * allows: Latin letters, digits, hyphens and underscores.
 */
export function exportFileName(tenantId: string, ending: 'csv' | 'json' | 'xlsx'): string {
  const tenant = tenantId.replaceAll(/[^\w-]+/g, '-').slice(0, 60);
  const words = ['labels', ...tenant.split('-')].filter((word) => word !== '');
  return `${words.join('-')}.${ending}`;
}
