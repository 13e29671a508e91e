import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Label } from '../../api/label.ts';
import { throwIfAborted } from '../../async/abort.ts';
import { inSlices } from '../../async/slices.ts';
import { AppError } from '../../errors/appError.ts';
import { CancelledError } from '../../errors/cancelledError.ts';
import { FileError } from '../../errors/fileError.ts';
import { fitsCell, type SpreadsheetCell } from '../../spreadsheet/spreadsheet.ts';
import { writeSpreadsheet } from '../../spreadsheet/spreadsheetThread.ts';
import { labelColumns } from '../labelColumns.ts';
import type { LabelFilter } from '../list/labelCriteria.ts';
import type { LabelPageSource } from '../list/labelWalk.ts';
import type { ListEntry } from '../list/orderedEntries.ts';
import type { ProgressListener } from '../percentSteps.ts';
import { CompleteWalk } from '../reading/completeWalk.ts';
import { allColumns, cellText, csvHeader, csvOf } from './labelCsv.ts';
import { spreadsheetColumns, spreadsheetError, spreadsheetRows } from './labelSpreadsheet.ts';

/** Format of a label export. `json` contains everything that the service sent; `xlsx` is an Excel workbook. */
export type ExportFormat =
  | { readonly kind: 'json' }
  | {
      readonly kind: 'csv' | 'xlsx';
      /** `known`: fields known to this extension. `all`: all fields sent by the service. */
      readonly fields: 'known' | 'all';
    };

/** Labels to export: these, or those in the service that match a filter. */
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
  /** Labels with a text that the file cannot hold; its cell is empty. */
  readonly unwritable: readonly Label[];
  /** Number of labels that the service counted but did not list. */
  readonly missing: number;
}

/** Number of labels per batch. */
const batchSize = 200;

/**
 * Writes labels to a file as they arrive. Throws `CancelledError`, `FileError`, and the errors of the source;
 * an existing file is then unchanged.
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
    // What else is wrong with it is found out by writing.
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
    yield* jsonChunks(entries, result);
    return;
  }
  const table = await tableOf(labelsOf(entries, result), format.fields);
  const batches = notingUnwritable(table, format.kind, result);
  if (format.kind === 'csv') {
    yield csvHeader(table.fields);
    for await (const labels of batches) {
      yield csvOf(labels, table.fields);
    }
  } else {
    const columns = spreadsheetColumns(table.fields);
    const rows = rowsOf(batches, table.fields);
    yield* writeSpreadsheet({ sheetName: 'Labels', columns, rows }, { script, signal });
  }
}

/** Labels and the fields that become columns. */
interface ExportTable {
  readonly fields: readonly string[];
  readonly batches: AsyncIterable<readonly Label[]>;
}

/** Builds the table; the fields are known only once all labels are loaded. */
async function tableOf(
  batches: AsyncIterable<readonly Label[]>,
  fields: 'known' | 'all',
): Promise<ExportTable> {
  if (fields === 'known') {
    return { fields: labelColumns, batches };
  }
  const labels: Label[] = [];
  for await (const batch of batches) {
    labels.push(...batch);
  }
  return { fields: allColumns(labels), batches: inSlices(labels, batchSize) };
}

/** Collects labels with text that no cell can hold: an unpaired surrogate, or too many characters. */
async function* notingUnwritable(
  { batches, fields }: ExportTable,
  kind: 'csv' | 'xlsx',
  { unwritable }: MutableResult,
): AsyncGenerator<readonly Label[], void, undefined> {
  const fits = kind === 'csv' ? (text: string): boolean => text.isWellFormed() : fitsCell;
  for await (const labels of batches) {
    unwritable.push(
      ...labels.filter(({ record }) => !fields.every((field) => fits(cellText(record[field])))),
    );
    yield labels;
  }
}

async function* rowsOf(
  batches: AsyncIterable<readonly Label[]>,
  fields: readonly string[],
): AsyncGenerator<readonly (readonly SpreadsheetCell[])[], void, undefined> {
  for await (const labels of batches) {
    yield spreadsheetRows(labels, fields);
  }
}

async function* entriesOf(
  { content, onProgress, signal }: LabelExportOptions,
  result: MutableResult,
): AsyncGenerator<readonly ListEntry[], void, undefined> {
  if (content.kind === 'labels') {
    for await (const labels of inSlices(content.labels, batchSize)) {
      yield labels.map((label) => ({ kind: 'label', label }));
    }
    return;
  }
  const walk = new CompleteWalk(content.source, content.filter);
  for await (const entries of walk.entries(signal)) {
    // Labels that are chosen here come all at once.
    yield* inSlices(entries, batchSize);
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

/** Yields one line per record. */
async function* jsonChunks(
  entries: AsyncIterable<readonly ListEntry[]>,
  result: MutableResult,
): AsyncGenerator<string, void, undefined> {
  let separator = '[\n  ';
  for await (const some of entries) {
    const lines = some.map((entry) =>
      JSON.stringify(entry.kind === 'label' ? entry.label.record : entry.unreadable.record),
    );
    yield `${separator}${lines.join(',\n  ')}`;
    separator = ',\n  ';
    result.written += some.length;
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
