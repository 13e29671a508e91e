// Writes and reads workbooks, in a thread of its own: compressing and parsing take seconds.
import { parentPort } from 'node:worker_threads';
import type { SpreadsheetRow } from './spreadsheet.ts';
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
  #rows: SpreadsheetRow[] = [];
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
      case 'read': {
        const rows = this.#rows.slice(this.#read, this.#read + request.count);
        this.#read += rows.length;
        return messageRows(rows);
      }
    }
  }

  #written(): SpreadsheetAnswer {
    return { kind: 'written', chunks: this.#writer?.take() ?? [] };
  }
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
