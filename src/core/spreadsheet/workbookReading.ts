import { unzipSync } from 'fflate';
import { maximumCellLength, maximumRows, type SparseRow } from './spreadsheet.ts';
import { SpreadsheetError } from './spreadsheetError.ts';
import { isCompoundFile } from './spreadsheetFile.ts';
import { withoutEscapes } from './textEscapes.ts';
import { readXml } from './xmlReading.ts';

/** Maximum number of columns; further columns are ignored. */
const maximumColumns = 1000;

/** Maximum length of all texts of a row together, in UTF-16 units. */
const maximumRowText = maximumColumns * maximumCellLength;

/** Maximum length of all texts of a sheet together, in UTF-16 units. */
const maximumText = 256 * 1024 * 1024;

/** Number of digits that spreadsheets keep. */
const exactDigits = 15;

/**
 * Kind of a number format. `date`: a date or a time; `general`: all digits of the number; `whole`: no decimals;
 * `other`: something else than the number's digits, such as a percentage.
 */
type NumberFormat = 'date' | 'general' | 'whole' | 'other';

/** First and last numbers of the built-in formats for dates and times, in all languages (ECMA-376, 18.8.30). */
const dateFormats = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
] as const;

/** Numbers of the built-in formats that show only digits (ECMA-376, 18.8.30). */
const digitFormats: ReadonlyMap<number, NumberFormat> = new Map([
  [0, 'general'],
  [1, 'whole'],
  [49, 'general'],
]);

/** Names of the general format, in the languages whose files have one. */
const generalFormat = /general|g\/(?:通用格式|標準|标准|표준)/gi;

/** Reads the first visible sheet of a workbook. Throws `SpreadsheetError`. */
export function readWorkbook(bytes: Uint8Array): readonly SparseRow[] {
  const archive = new WorkbookArchive(bytes);
  const workbookPath = targetOf(archive, '', /\/officeDocument$/) ?? 'xl/workbook.xml';
  const sheetPath = firstSheet(archive, workbookPath);
  const sheet = sheetPath === undefined ? undefined : archive.part(sheetPath);
  if (sheet === undefined) {
    throw new SpreadsheetError('noSheet');
  }
  const strings = targetOf(archive, workbookPath, /\/sharedStrings$/);
  const styles = targetOf(archive, workbookPath, /\/styles$/);
  const reader = new SheetReader(
    strings === undefined ? [] : sharedStrings(archive.part(strings)),
    styles === undefined ? [] : formatsOfStyles(archive.part(styles)),
  );
  return reader.read(sheet);
}

/** Path of the first visible sheet with cells; undefined if there is none. */
function firstSheet(archive: WorkbookArchive, workbookPath: string): string | undefined {
  const workbook = archive.part(workbookPath);
  if (workbook === undefined) {
    throw new SpreadsheetError(isOpenDocument(archive) ? 'openDocument' : 'notReadable');
  }
  const sheets = targetsOf(archive, workbookPath, /\/worksheet$/);
  let first: string | undefined;
  readXml(workbook, {
    open: (name, attributes) => {
      if (name === 'sheet' && (attributes().get('state') ?? 'visible') === 'visible') {
        first ??= sheets.get(attributes().get('id') ?? '');
      }
    },
  });
  return first === undefined ? undefined : pathOf(first, workbookPath);
}

/** Returns whether an archive is a spreadsheet in the format OpenDocument, which LibreOffice writes. */
function isOpenDocument(archive: WorkbookArchive): boolean {
  const type = Buffer.from(archive.part('mimetype') ?? []).toString('latin1');
  return type.startsWith('application/vnd.oasis.opendocument.spreadsheet');
}

/** Path of the first part of this type that another part refers to. */
function targetOf(archive: WorkbookArchive, from: string, type: RegExp): string | undefined {
  const [target] = targetsOf(archive, from, type).values();
  return target === undefined ? undefined : pathOf(target, from);
}

/**
 * Parts of this type that another part refers to, with the paths as written there, by the ids of the
 * references.
 */
function targetsOf(
  archive: WorkbookArchive,
  from: string,
  type: RegExp,
): ReadonlyMap<string, string> {
  const folder = folderOf(from);
  const relations = archive.part(`${folder}_rels/${from.slice(folder.length)}.rels`);
  const targets = new Map<string, string>();
  if (relations !== undefined) {
    readXml(relations, {
      open: (name, attributes) => {
        const named = name === 'Relationship' ? attributes() : undefined;
        if (type.test(named?.get('Type') ?? '')) {
          targets.set(named?.get('Id') ?? '', named?.get('Target') ?? '');
        }
      },
    });
  }
  return targets;
}

function pathOf(target: string, from: string): string {
  return new URL(target, `file:///${folderOf(from)}`).pathname.slice(1);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Strings shared by several cells. */
function sharedStrings(part: Uint8Array | undefined): readonly string[] {
  const strings: string[] = [];
  const text = new TextReader();
  if (part !== undefined) {
    readXml(part, {
      open: (name) => text.open(name),
      text: (value) => text.add(value),
      close: (name) => {
        text.close(name);
        if (name === 'si') {
          strings.push(text.take());
        }
      },
    });
  }
  return strings;
}

/** Number formats of the cell styles. */
function formatsOfStyles(part: Uint8Array | undefined): readonly NumberFormat[] {
  const formats = new Map<number, NumberFormat>();
  const styles: NumberFormat[] = [];
  let isInCells = false;
  if (part !== undefined) {
    readXml(part, {
      open: (name, attributes) => {
        isInCells ||= name === 'cellXfs';
        if (name === 'numFmt') {
          const named = attributes();
          formats.set(Number(named.get('numFmtId')), formatOfCode(named.get('formatCode') ?? ''));
        } else if (name === 'xf' && isInCells) {
          const format = Number(attributes().get('numFmtId') ?? 0);
          styles.push(formats.get(format) ?? builtInFormat(format));
        }
      },
      close: (name) => {
        isInCells &&= name !== 'cellXfs';
      },
    });
  }
  return styles;
}

function builtInFormat(format: number): NumberFormat {
  return dateFormats.some(([first, last]) => format >= first && format <= last)
    ? 'date'
    : (digitFormats.get(format) ?? 'other');
}

/** Returns the kind of a format that a file defines. */
function formatOfCode(code: string): NumberFormat {
  if (isDateFormat(code)) {
    return 'date';
  }
  const digits = code.replaceAll(generalFormat, '@');
  return digits === '@' ? 'general' : digits === '0' ? 'whole' : 'other';
}

/** Returns whether a format, apart from quoted text and colors, contains letters of dates or times. */
function isDateFormat(format: string): boolean {
  const unquoted = format.replaceAll(/"[^"]*"|\\.|_.|\*./g, '');
  const letters = unquoted
    // Elapsed hours, minutes or seconds; other brackets contain colors, conditions and languages.
    .replaceAll(/\[(h+|m+|s+)\]|\[[^[\]]*\]/gi, '$1')
    .replaceAll(generalFormat, '')
    // Exponents.
    .replaceAll(/e[+-]/gi, '');
  return /[abdeghmsy]/i.test(letters);
}

/** Collects a text that may consist of several runs, without its phonetic readings. */
class TextReader {
  #text = '';
  #run = '';
  #isText = false;
  #isReading = false;

  open(name: string): void {
    this.#isReading ||= name === 'rPh';
    this.#isText = name === 't' && !this.#isReading;
  }

  add(text: string): void {
    this.#run += this.#isText ? text : '';
  }

  close(name: string): void {
    this.#isReading &&= name !== 'rPh';
    if (name === 't') {
      this.#isText = false;
      this.#text += withoutEscapes(this.#run);
      this.#run = '';
    }
  }

  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}

/** Row that is being read. */
interface OpenRow extends SparseRow {
  readonly texts: string[];
  readonly columns: number[];
  readonly replaced: number[];
  readonly numbers: number[];
  readonly formatted: number[];
  width: number;
}

function openRow(line: number): OpenRow {
  return { texts: [], columns: [], replaced: [], numbers: [], formatted: [], width: 0, line };
}

/** Reads the cells of a sheet. */
class SheetReader {
  readonly #strings: readonly string[];
  readonly #formats: readonly NumberFormat[];
  readonly #rows: SparseRow[] = [];
  readonly #inline = new TextReader();
  #row = openRow(0);
  #column = -1;
  #type = 'n';
  #style = 0;
  #value = '';
  #isValue = false;
  #length = 0;
  /** Length of all texts before the current row. */
  #lengthBefore = 0;

  constructor(strings: readonly string[], formats: readonly NumberFormat[]) {
    this.#strings = strings;
    this.#formats = formats;
  }

  read(sheet: Uint8Array): readonly SparseRow[] {
    readXml(sheet, {
      open: (name, attributes) => {
        if (name === 'row') {
          this.#row = openRow(rowNumber(attributes().get('r')) ?? this.#row.line + 1);
          this.#column = -1;
          this.#lengthBefore = this.#length;
        } else if (name === 'c') {
          const named = attributes();
          const place = named.get('r');
          this.#column = place === undefined ? this.#column + 1 : columnIndex(place);
          this.#type = named.get('t') ?? 'n';
          this.#style = Number(named.get('s') ?? 0);
          this.#value = '';
        }
        this.#isValue = name === 'v';
        this.#inline.open(name);
      },
      text: (text) => {
        this.#value += this.#isValue ? text : '';
        this.#inline.add(text);
      },
      close: (name) => {
        this.#isValue &&= name !== 'v';
        this.#inline.close(name);
        if (name === 'c') {
          this.#takeCell();
        } else if (name === 'row') {
          this.#takeRow();
        }
      },
    });
    return this.#rows;
  }

  #takeRow(): void {
    const { columns, texts } = this.#row;
    if (texts.length > 0) {
      // Copied, as an array that has grown has spare capacity.
      this.#rows.push({ ...this.#row, texts: Array.from(texts), columns: Array.from(columns) });
    }
    if (this.#rows.length > maximumRows) {
      throw new SpreadsheetError('tooLarge');
    }
  }

  #takeCell(): void {
    const inline = this.#inline.take();
    if (this.#column >= maximumColumns) {
      return;
    }
    const { columns, formatted, numbers, replaced, texts } = this.#row;
    this.#row.width = Math.max(this.#row.width, this.#column + 1);
    const text = this.#type === 'inlineStr' ? inline : this.#text();
    if (text === '') {
      return;
    }
    const format = this.#type === 'n' ? (this.#formats[this.#style] ?? 'general') : undefined;
    if (format === 'date' || this.#type === 'd' || this.#type === 'e') {
      replaced.push(this.#column);
    } else if (format !== undefined) {
      numbers.push(this.#column);
    }
    if (format === 'other' || (format === 'whole' && !/^-?\d+$/.test(text)) || this.#type === 'b') {
      formatted.push(this.#column);
    }
    // Escapes can encode half of a character; references that do so are rejected as well.
    if (!text.isWellFormed()) {
      throw new SpreadsheetError('notReadable');
    }
    texts.push(text);
    columns.push(this.#column);
    // A text shared by many cells is in memory once, but may be copied later.
    this.#length += text.length;
    if (this.#length > maximumText || this.#length - this.#lengthBefore > maximumRowText) {
      throw new SpreadsheetError('tooLarge');
    }
  }

  #sharedString(index: number): string {
    const shared = this.#strings[index];
    if (shared === undefined) {
      throw new SpreadsheetError('notReadable');
    }
    return shared;
  }

  #text(): string {
    const value = this.#value;
    switch (this.#type) {
      case 's':
        // Some programs write no reference into an empty cell.
        return value.trim() === '' ? '' : this.#sharedString(Number(value));
      case 'b':
        return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
      case 'n':
        return numberText(value);
      default:
        return withoutEscapes(value);
    }
  }
}

/**
 * Returns a number as a person would type it, with the digits that spreadsheets show, and with an exponent if one
 * may have rounded it; returns other text unchanged.
 */
function numberText(value: string): string {
  const number = Number(Number(value).toPrecision(exactDigits));
  if (value.trim() === '' || !Number.isFinite(number)) {
    return value.trim();
  }
  return Math.abs(number) >= 10 ** exactDigits
    ? number.toExponential().toUpperCase()
    : String(number);
}

/** Number of a row as written in the file; undefined if it is invalid. */
function rowNumber(text: string | undefined): number | undefined {
  const number = Number(text);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Column index of a cell such as AB12, from 0. */
function columnIndex(place: string): number {
  const [letters = 'A'] = /^[A-Z]{1,3}/i.exec(place) ?? [];
  return (
    Array.from(letters.toUpperCase()).reduce(
      (index, letter) => index * 26 + letter.charCodeAt(0) - 64,
      0,
    ) - 1
  );
}

/** Maximum inflated size of a part, in bytes: a hundred times the need of 100,000 labels. */
const maximumPartSize = 256 * 1024 * 1024;

/** Maximum compression ratio; that of real sheets is a twentieth of it. */
const maximumRatio = 1000;

/** Parts of a workbook, inflated up to these limits, whatever sizes the archive claims. */
class WorkbookArchive {
  readonly #bytes: Uint8Array;

  /** Opens a workbook. Throws `SpreadsheetError` if the file is encrypted or in an old format. */
  constructor(bytes: Uint8Array) {
    if (isCompoundFile(bytes)) {
      throw new SpreadsheetError('protected');
    }
    this.#bytes = bytes;
  }

  /** Returns the first part at `path`; undefined if it does not exist. Throws `SpreadsheetError`. */
  part(path: string): Uint8Array | undefined {
    const sought = path.toLowerCase();
    let isFound = false;
    try {
      const parts = unzipSync(this.#bytes, {
        filter: ({ name, originalSize, size }) => {
          // Beyond the end of the archive, whatever number of parts it claims, entries have no name.
          if (name === '') {
            throw new SpreadsheetError('notReadable');
          }
          // Further parts with the same name would be inflated as well.
          if (isFound || name.toLowerCase() !== sought) {
            return false;
          }
          isFound = true;
          if (originalSize > maximumPartSize || originalSize > Math.max(size, 1) * maximumRatio) {
            throw new SpreadsheetError('tooLarge');
          }
          return true;
        },
      });
      return Object.values(parts)[0];
    } catch (error) {
      throw error instanceof SpreadsheetError
        ? error
        : new SpreadsheetError('notReadable', { cause: error });
    }
  }
}
