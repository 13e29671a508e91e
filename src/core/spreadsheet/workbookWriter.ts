import { Zip, ZipDeflate } from 'fflate';
import { maximumRows, type SpreadsheetCell, type SpreadsheetColumn } from './spreadsheet.ts';
import { SpreadsheetError } from './spreadsheetError.ts';
import { withEscapes } from './textEscapes.ts';
import {
  columnName,
  escapedXml,
  fixedParts,
  lastColumn,
  sheetPath,
  sheetStart,
  styleNumbers,
  workbookPart,
  workbookPath,
  type SheetSize,
} from './workbookParts.ts';

/** Writes a workbook with one sheet. Compressed data is available at once, not buffered. */
export class WorkbookWriter {
  readonly #columns: readonly SpreadsheetColumn[];
  readonly #sheetName: string;
  readonly #encoder = new TextEncoder();
  readonly #zip: Zip;
  readonly #sheet = new ZipDeflate(sheetPath, { level: 6 });
  #chunks: Uint8Array<ArrayBuffer>[] = [];
  #rows = 1;

  constructor(columns: readonly SpreadsheetColumn[], sheetName: string) {
    this.#columns = columns;
    this.#sheetName = sheetName;
    this.#zip = new Zip((error, chunk) => {
      if (error !== null) {
        throw error;
      }
      this.#chunks.push(new Uint8Array(chunk));
    });
    for (const [path, text] of Object.entries(fixedParts())) {
      this.#addPart(path, text);
    }
    this.#zip.add(this.#sheet);
    this.#push(sheetHead(columns));
  }

  /**
   * Adds rows. Unpaired surrogates, which `fitsCell` rejects, become U+FFFD. Throws `SpreadsheetError` if a
   * spreadsheet cannot have that many rows.
   */
  add(rows: readonly (readonly SpreadsheetCell[])[]): void {
    if (this.#rows + rows.length > maximumRows) {
      throw new SpreadsheetError('tooLarge');
    }
    this.#push(rows.map((cells, index) => sheetRow(cells, this.#rows + index + 1)).join(''));
    this.#rows += rows.length;
  }

  /** Finishes the workbook; no rows can be added afterwards. */
  end(): void {
    const size = { columns: this.#columns.length, rows: this.#rows };
    this.#push(sheetTail(size), true);
    this.#addPart(workbookPath, workbookPart(this.#sheetName, size));
    this.#zip.end();
  }

  /** Returns the bytes written since the last call. */
  take(): Uint8Array<ArrayBuffer>[] {
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks;
  }

  #addPart(path: string, text: string): void {
    const part = new ZipDeflate(path, { level: 6 });
    this.#zip.add(part);
    part.push(this.#encoder.encode(text), true);
  }

  #push(text: string, isLast = false): void {
    this.#sheet.push(this.#encoder.encode(text), isLast);
  }
}

/** Days between the epochs of spreadsheets and of JavaScript. */
const daysBefore1970 = 25_569;

const millisecondsOfDay = 86_400_000;

/** Start of a sheet: its columns and the frozen header row. */
function sheetHead(columns: readonly SpreadsheetColumn[]): string {
  const widths = columns.map(({ kind, width }, index) => {
    const number = index + 1;
    return `<col min="${number}" max="${number}" width="${width}" style="${styleNumbers[kind]}" customWidth="1"/>`;
  });
  const titles = columns.map(({ title }, index) => textCell(title, index, 1, styleNumbers.title));
  return `${sheetStart}<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`;
}

/** A row; `row` is its number, from 1. */
function sheetRow(cells: readonly SpreadsheetCell[], row: number): string {
  return `<row r="${row}">${cells.map((cell, index) => cellXml(cell, index, row)).join('')}</row>`;
}

/** End of a sheet: its filter, and a setting that ignores numbers stored as text. */
function sheetTail({ columns, rows }: SheetSize): string {
  const range = `A1:${lastColumn(columns)}${rows}`;
  return `</sheetData><autoFilter ref="${range}"/><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/><ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}

function cellXml(cell: SpreadsheetCell, column: number, row: number): string {
  if (cell === undefined || cell === '') {
    return '';
  }
  if (typeof cell === 'string') {
    return textCell(cell, column, row, styleNumbers.text);
  }
  const place = `${columnName(column)}${row}`;
  return typeof cell === 'number'
    ? `<c r="${place}"><v>${cell}</v></c>`
    : `<c r="${place}" s="${styleNumbers.time}"><v>${cell.getTime() / millisecondsOfDay + daysBefore1970}</v></c>`;
}

function textCell(text: string, column: number, row: number, style: number): string {
  const safe = escapedXml(withEscapes(text));
  return `<c r="${columnName(column)}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${safe}</t></is></c>`;
}
