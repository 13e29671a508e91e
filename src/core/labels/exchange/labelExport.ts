import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { throwIfAborted } from '../../async/abort.ts';
import { AppError } from '../../errors/appError.ts';
import { CancelledError } from '../../errors/cancelledError.ts';
import { FileError } from '../../errors/fileError.ts';
import type { LabelFilter } from '../list/labelFilter.ts';
import { LabelWalk, type LabelPageSource } from '../list/labelWalk.ts';
import type { ListEntry } from '../list/orderedEntries.ts';
import type { Progress } from '../percentSteps.ts';
import { largePageSize } from '../requestLimits.ts';
import { csvHeader, csvOf } from './labelCsv.ts';

/**
 * What labels are written as. `csv`: the fields that have a column, as they are. `excelCsv`: the same,
 * so that a spreadsheet neither runs nor changes them. `json`: everything that the service sent.
 */
export type ExportFormat = 'csv' | 'excelCsv' | 'json';

/** What to export, and where to. */
export interface LabelExportOptions {
  readonly source: LabelPageSource;
  readonly filter: LabelFilter;
  readonly format: ExportFormat;
  /** Path of the file, or of a link to it. It is replaced once all is written; until then it is as it was. */
  readonly path: string;
  readonly signal?: AbortSignal;
  /** How many labels have been written, and of how many. */
  readonly onProgress?: Progress;
}

/** What was exported. */
export interface LabelExportResult {
  readonly written: number;
  /** Records that cannot be read as labels and have no place in a CSV file. */
  readonly leftOut: number;
}

/**
 * Writes all labels that match a filter to a file, as they come. Throws `CancelledError`, `FileError`,
 * and what the source throws; then there is no file, or the one that was there before.
 */
export async function exportLabels(options: LabelExportOptions): Promise<LabelExportResult> {
  const { signal } = options;
  const path = await realPathOf(options.path);
  const result = { written: 0, leftOut: 0 };
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

/** The file that a link leads to; the path as it is where there is none yet. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    // What else is wrong with it is found out by writing.
    return path;
  }
}

async function* chunksOf(
  { source, filter, format, signal, onProgress }: LabelExportOptions,
  result: { written: number; leftOut: number },
): AsyncGenerator<string, void, undefined> {
  const pages = new LabelWalk(source, filter, largePageSize);
  yield format === 'json' ? '[' : csvHeader(format === 'excelCsv');
  for await (const rows of pages.loadUpTo(Number.POSITIVE_INFINITY, signal)) {
    if (format === 'json') {
      yield jsonOf(rows, result.written === 0);
      result.written += rows.length;
    } else {
      const labels = rows.flatMap((row) => (row.kind === 'label' ? [row.label] : []));
      yield csvOf(labels, format === 'excelCsv');
      result.written += labels.length;
      result.leftOut += rows.length - labels.length;
    }
    onProgress?.(result.written, pages.total);
  }
  if (format === 'json') {
    yield '\n]\n';
  }
}

/** One line for each record. */
function jsonOf(rows: readonly ListEntry[], isFirst: boolean): string {
  return rows
    .map((row, index) => {
      const record = row.kind === 'label' ? row.label.record : row.unreadable.record;
      return `${isFirst && index === 0 ? '' : ','}\n  ${JSON.stringify(record)}`;
    })
    .join('');
}
