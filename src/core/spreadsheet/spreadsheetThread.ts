import { WorkerThread } from '../async/workerThread.ts';
import type { SpreadsheetCell, SpreadsheetColumn, SpreadsheetRow } from './spreadsheet.ts';
import { SpreadsheetError } from './spreadsheetError.ts';
import {
  answerSchema,
  rowsOfMessage,
  type SpreadsheetAnswer,
  type SpreadsheetRequest,
} from './spreadsheetProtocol.ts';

/** Options for writing or reading a spreadsheet. */
export interface SpreadsheetOptions {
  /** Path of the bundled script `spreadsheetWorker`. */
  readonly script: string;
  readonly signal?: AbortSignal | undefined;
}

/** Table to write as a spreadsheet. */
export interface SpreadsheetTable {
  readonly sheetName: string;
  readonly columns: readonly SpreadsheetColumn[];
  /** Rows, in chunks. */
  readonly rows: AsyncIterable<readonly (readonly SpreadsheetCell[])[]>;
}

/** Memory limit of the thread, many times the need of 100,000 labels. */
const workerMegabytes = 1024;

/**
 * Writes a workbook (`.xlsx`) with one sheet and yields its bytes as they become available. Throws
 * `SpreadsheetError`, `CancelledError` and the errors of the rows.
 */
export async function* writeSpreadsheet(
  { columns, rows, sheetName }: SpreadsheetTable,
  options: SpreadsheetOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  await using thread = await start(options);
  yield* await write(thread, { kind: 'create', sheetName, columns: Array.from(columns) });
  for await (const some of rows) {
    yield* await write(thread, { kind: 'add', rows: some.map((cells) => Array.from(cells)) });
  }
  yield* await write(thread, { kind: 'end' });
}

/**
 * Reads the first visible sheet of a workbook and yields its rows in chunks, each with the progress from 0 to
 * 1. Omits empty rows. Throws `SpreadsheetError` and `CancelledError`.
 */
export async function* readSpreadsheet(
  bytes: Uint8Array,
  options: SpreadsheetOptions,
): AsyncGenerator<
  { readonly rows: readonly SpreadsheetRow[]; readonly part: number },
  void,
  undefined
> {
  await using thread = await start(options);
  const opened = await ask(thread, { kind: 'open', bytes: new Uint8Array(bytes) });
  const count = opened.kind === 'opened' ? opened.rows : 0;
  for (let read = 0; read < count;) {
    const answer = await ask(thread, { kind: 'read' });
    const rows = answer.kind === 'rows' ? rowsOfMessage(answer) : [];
    read += Math.max(rows.length, 1);
    yield { rows, part: read / count };
  }
}

async function start({ script, signal }: SpreadsheetOptions): Promise<WorkerThread> {
  return await WorkerThread.start({ script, signal, megabytes: workerMegabytes, errorOf: faultOf });
}

async function write(
  thread: WorkerThread,
  request: SpreadsheetRequest,
): Promise<readonly Uint8Array[]> {
  const answer = await ask(thread, request);
  return answer.kind === 'written' ? answer.chunks : [];
}

async function ask(thread: WorkerThread, request: SpreadsheetRequest): Promise<SpreadsheetAnswer> {
  const { data: answer, error } = answerSchema.safeParse(await thread.ask(request));
  if (answer === undefined) {
    throw faultOf(error);
  }
  if (answer.kind === 'failed') {
    throw new SpreadsheetError(answer.fault);
  }
  return answer;
}

/** Returns the error for `cause`, such as a lack of memory, which ended the thread. */
function faultOf(cause: unknown): SpreadsheetError {
  const isOutOfMemory =
    cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return new SpreadsheetError(isOutOfMemory ? 'tooLarge' : 'notReadable', { cause });
}
