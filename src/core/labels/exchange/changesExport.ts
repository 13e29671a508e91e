import type { LabelId } from '../../account/labelAddress.ts';
import { inSlices } from '../../async/slices.ts';
import {
  fitsCell,
  type SpreadsheetCell,
  type SpreadsheetColumn,
} from '../../spreadsheet/spreadsheet.ts';
import { writeSpreadsheet } from '../../spreadsheet/spreadsheetThread.ts';
import { recordedChanges, type RecordedChange } from '../changes/journal/recordedChanges.ts';
import type { RunRecord } from '../changes/journal/runRecord.ts';
import type { LabelChange } from '../changes/plan/changeSet.ts';
import { guardedCsv } from './labelCsv.ts';
import { spreadsheetError } from './labelSpreadsheet.ts';

/** File extension of a changes export. */
export type ChangesFormat = 'xlsx' | 'csv' | 'json';

/** Number of labels written per slice. */
const atATime = 500;

/** Cell of a changes export; undefined if empty. */
type ChangesCell = string | number | Date | undefined;

interface ChangesColumn extends Pick<SpreadsheetColumn, 'kind' | 'width'> {
  readonly cell: (change: RecordedChange, field: RecordedChange['fields'][number]) => ChangesCell;
}

/** Columns of a changes export, which has one row per changed field. */
const columns: Readonly<Record<string, ChangesColumn>> = {
  id: { kind: 'text', width: 22, cell: ({ change }) => change.id },
  code: { kind: 'text', width: 24, cell: ({ change }) => change.code },
  name: { kind: 'text', width: 40, cell: ({ change }) => change.name },
  field: { kind: 'text', width: 14, cell: (_, { field }) => field },
  before: { kind: 'text', width: 40, cell: (_, { before }) => before },
  after: { kind: 'text', width: 40, cell: (_, { after }) => after },
  outcome: { kind: 'text', width: 12, cell: ({ outcome }) => outcome.kind },
  run: { kind: 'text', width: 32, cell: ({ run }) => run.title },
  time: { kind: 'time', width: 20, cell: ({ at }) => new Date(at) },
  account: { kind: 'text', width: 20, cell: ({ run }) => run.header.account.tenantId },
  user: { kind: 'text', width: 20, cell: ({ run }) => run.header.account.userId },
  service: { kind: 'text', width: 32, cell: ({ run }) => run.header.account.baseUrl },
};

/** Runs with their labels; an async iterable keeps only one in memory at a time. */
type Runs = Iterable<RunRecord> | AsyncIterable<RunRecord>;

const titles = Object.keys(columns);

/** File with changes. */
export interface ChangesFile {
  readonly content: Uint8Array;
  /** Changes of labels with text that the file cannot store; its cell is empty. Each label once. */
  readonly unwritable: readonly LabelChange[];
}

type Unwritable = Map<LabelId, LabelChange>;

/**
 * Returns a file with the changes of runs: user, time, field, old and new value. The values are the replaced
 * and resulting ones where a change was or may have been sent, otherwise the planned ones. `spreadsheetWorker`:
 * script path of the thread that writes spreadsheets. Throws `UnusableFileError`.
 */
export async function changesFile(
  runs: Runs,
  format: ChangesFormat,
  spreadsheetWorker: string,
): Promise<ChangesFile> {
  const unwritable: Unwritable = new Map();
  const content = await contentOf(runs, format, spreadsheetWorker, unwritable);
  return { content, unwritable: Array.from(unwritable.values()) };
}

async function contentOf(
  runs: Runs,
  format: ChangesFormat,
  spreadsheetWorker: string,
  unwritable: Unwritable,
): Promise<Uint8Array> {
  switch (format) {
    case 'xlsx':
      return await workbookOf(runs, spreadsheetWorker, unwritable);
    case 'csv':
      return new TextEncoder().encode(await csvOf(runs, unwritable));
    case 'json':
      return new TextEncoder().encode(await jsonOf(runs));
  }
}

async function workbookOf(runs: Runs, script: string, unwritable: Unwritable): Promise<Uint8Array> {
  const table = {
    sheetName: 'Changes',
    columns: Object.entries(columns).map(([title, { kind, width }]) => ({ title, kind, width })),
    rows: writableRows(runs, fitsCell, unwritable),
  };
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of writeSpreadsheet(table, { script })) {
      chunks.push(chunk);
    }
  } catch (error) {
    throw spreadsheetError('write', error);
  }
  return Buffer.concat(chunks);
}

async function csvOf(runs: Runs, unwritable: Unwritable): Promise<string> {
  const chunks = [guardedCsv([titles])];
  for await (const rows of writableRows(runs, (text) => text.isWellFormed(), unwritable)) {
    chunks.push(guardedCsv(rows));
  }
  return chunks.join('');
}

/** Returns a JSON array with one object per line. */
async function jsonOf(runs: Runs): Promise<string> {
  const lines: string[] = [];
  for await (const rows of rowsOf(runs)) {
    for (const { row } of rows) {
      const entries = titles.map((title, index) => [title, row[index]] as const);
      lines.push(JSON.stringify(Object.fromEntries(entries)));
    }
  }
  return `[\n${lines.join(',\n')}\n]\n`;
}

/** Yields the rows without texts that do not fit; records the labels of these in `unwritable`. */
async function* writableRows(
  runs: Runs,
  fits: (text: string) => boolean,
  unwritable: Unwritable,
): AsyncGenerator<readonly (readonly SpreadsheetCell[])[], void, undefined> {
  for await (const rows of rowsOf(runs)) {
    yield rows.map(({ change, row }) =>
      row.map((cell) => {
        if (typeof cell !== 'string' || fits(cell)) {
          return cell;
        }
        unwritable.set(change.id, change);
        return undefined;
      }),
    );
  }
}

/** Row of a changed field, with the change of its label. */
interface ChangesRow {
  readonly change: LabelChange;
  readonly row: readonly ChangesCell[];
}

async function* rowsOf(runs: Runs): AsyncGenerator<readonly ChangesRow[], void, undefined> {
  const cells = Object.values(columns);
  for await (const run of runs) {
    for await (const slice of inSlices(recordedChanges(run), atATime)) {
      yield slice.flatMap((recorded) =>
        recorded.fields.map((field) => ({
          change: recorded.change,
          row: cells.map(({ cell }) => cell(recorded, field)),
        })),
      );
    }
  }
}
