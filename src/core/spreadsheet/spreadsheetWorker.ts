// Writes and reads workbooks in a separate thread, as compressing and parsing take seconds.
import { parentPort } from 'node:worker_threads';
import type { SparseRow } from './spreadsheet.ts';
import { SpreadsheetError } from './spreadsheetError.ts';
import {
  messageRows,
  requestSchema,
  type SpreadsheetAnswer,
  type SpreadsheetRequest,
} from './spreadsheetProtocol.ts';
import { readWorkbook } from './workbookReading.ts';
import { WorkbookWriter } from './workbookWriter.ts';

/** Workbook that the thread is writing or reading. */
class OpenWorkbook {
  #writer: WorkbookWriter | undefined;
  #rows: readonly SparseRow[] = [];
  #read = 0;

  answer(request: SpreadsheetRequest): SpreadsheetAnswer {
    switch (request.kind) {
      case 'create':
        this.#writer = new WorkbookWriter(request.columns, request.sheetName);
        return this.#written();
      case 'add':
        this.#writer?.add(request.rows);
        return this.#written();
      case 'end':
        this.#writer?.end();
        return this.#written();
      case 'open':
        this.#rows = readWorkbook(request.bytes);
        return { kind: 'opened', rows: this.#rows.length };
      case 'read':
        return messageRows(this.#nextRows());
    }
  }

  /** Returns as many of the next rows as the reader processes in a few milliseconds. */
  #nextRows(): readonly SparseRow[] {
    const start = this.#read;
    for (let work = 0; work < workAtATime && this.#read < this.#rows.length; this.#read++) {
      work += workOf(this.#rows[this.#read]);
    }
    return this.#rows.slice(start, this.#read);
  }

  #written(): SpreadsheetAnswer {
    return { kind: 'written', chunks: this.#writer?.take() ?? [] };
  }
}

/** Work of the rows in one message, in cells. */
const workAtATime = 25_000;

/** Work of a row in addition to its cells, in cells. */
const workBesideCells = 100;

/** Length of text that is as much work as a cell, in UTF-16 units. */
const textOfCell = 40;

/** Returns the work of a row for its reader, in cells. */
function workOf(row: SparseRow | undefined): number {
  const { texts = [], width = 0 } = row ?? {};
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  return workBesideCells + width + length / textOfCell;
}

const workbook = new OpenWorkbook();

parentPort?.on('message', (message: unknown) => {
  parentPort?.postMessage(answerTo(requestSchema.parse(message)));
});

function answerTo(request: SpreadsheetRequest): SpreadsheetAnswer {
  try {
    return workbook.answer(request);
  } catch (error) {
    if (error instanceof SpreadsheetError) {
      return { kind: 'failed', fault: error.fault };
    }
    throw error;
  }
}
