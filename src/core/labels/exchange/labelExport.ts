import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Label } from '../../api/label.ts';
import { throwIfAborted } from '../../async/abort.ts';
import { AppError } from '../../errors/appError.ts';
import { CancelledError } from '../../errors/cancelledError.ts';
import { FileError } from '../../errors/fileError.ts';
import { CompleteWalk } from '../list/completeWalk.ts';
import type { LabelFilter } from '../list/labelFilter.ts';
import type { LabelPageSource } from '../list/labelWalk.ts';
import type { ListEntry } from '../list/orderedEntries.ts';
import type { Progress } from '../percentSteps.ts';
import { allColumns, csvHeader, csvOf, labelColumns, type CsvDialect } from './labelCsv.ts';

/** What labels are written as. `json`: everything that the service sent. */
export type ExportFormat =
  | { readonly kind: 'json' }
  | {
      readonly kind: 'csv';
      readonly dialect: CsvDialect;
      /** `known`: the fields that this extension knows. `all`: whatever else the service sent, too. */
      readonly fields: 'known' | 'all';
    };

/** Which labels to export: these, or those of the service that match a filter. */
export type ExportContent =
  | { readonly kind: 'labels'; readonly labels: readonly Label[] }
  | { readonly kind: 'filter'; readonly source: LabelPageSource; readonly filter: LabelFilter };

/** What to export, and where to. */
export interface LabelExportOptions {
  readonly content: ExportContent;
  readonly format: ExportFormat;
  /** Path of the file, or of a link to it. It is replaced once all is written; until then it is as it was. */
  readonly path: string;
  readonly signal?: AbortSignal;
  /** How many labels have come, and of how many. */
  readonly onProgress?: Progress;
}

/** What was exported. */
export interface LabelExportResult {
  readonly written: number;
  /** Records that cannot be read as labels and have no place in a CSV file. */
  readonly leftOut: number;
  /** How many labels the service has not shown, of those that it says to have. */
  readonly missing: number;
}

/** How many labels are written at a time. */
const batchSize = 200;

/**
 * Writes labels to a file, as they come. Throws `CancelledError`, `FileError`, and what the source
 * throws; then there is no file, or the one that was there before.
 */
export async function exportLabels(options: LabelExportOptions): Promise<LabelExportResult> {
  const { signal } = options;
  const path = await realPathOf(options.path);
  const result = { written: 0, leftOut: 0, missing: 0 };
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
    throw error instanceof AppError ? error : new FileError('write', { cause: error });
  }
  return result;
}

/** The file that a link leads to; the path as it is if there is none yet. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    // What else is wrong with it is found out by writing.
    return path;
  }
}

type MutableResult = { -readonly [Key in keyof LabelExportResult]: LabelExportResult[Key] };

async function* chunksOf(
  options: LabelExportOptions,
  result: MutableResult,
): AsyncGenerator<string, void, undefined> {
  const { format } = options;
  const entries = entriesOf(options, result);
  if (format.kind === 'json') {
    yield* jsonChunks(entries, result);
  } else if (format.fields === 'known') {
    yield csvHeader(labelColumns, format.dialect);
    for await (const labels of labelsOf(entries, result)) {
      yield csvOf(labels, labelColumns, format.dialect);
    }
  } else {
    yield* allFieldChunks(labelsOf(entries, result), format.dialect);
  }
}

async function* entriesOf(
  { content, onProgress, signal }: LabelExportOptions,
  result: MutableResult,
): AsyncGenerator<readonly ListEntry[], void, undefined> {
  if (content.kind === 'labels') {
    for (const labels of batchesOf(content.labels)) {
      yield labels.map((label) => ({ kind: 'label', label }));
    }
    return;
  }
  const walk = new CompleteWalk(content.source, content.filter);
  for await (const entries of walk.entries(signal)) {
    yield entries;
    onProgress?.(walk.count, walk.total);
  }
  result.missing = walk.missing;
}

/** Those that are labels; counts them and the others. */
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

/** One line for each record. */
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

/** The columns are known once all labels are there. */
async function* allFieldChunks(
  batches: AsyncIterable<readonly Label[]>,
  dialect: CsvDialect,
): AsyncGenerator<string, void, undefined> {
  const labels: Label[] = [];
  for await (const batch of batches) {
    for (const label of batch) {
      labels.push(label);
    }
  }
  const columns = allColumns(labels);
  yield csvHeader(columns, dialect);
  for (const batch of batchesOf(labels)) {
    yield csvOf(batch, columns, dialect);
  }
}

function* batchesOf(labels: readonly Label[]): Generator<readonly Label[], void, undefined> {
  for (let start = 0; start < labels.length; start += batchSize) {
    yield labels.slice(start, start + batchSize);
  }
}
