import * as l10n from '@vscode/l10n';
import { recordLimits } from '../../api/label.ts';
import { UnusableFileError } from '../../errors/fileError.ts';

/**
 * Maximum number of cells in a row: the number of columns in an Excel sheet, as some programs write a cell
 * for each.
 */
export const maximumCells = 16_384;

/**
 * Maximum length of a row, in UTF-16 units: a longer row takes long to process, and cannot belong to a label.
 * A unit of a record's size takes at most 25 characters in JSON (a number with its comma), which leaves room
 * for empty cells.
 */
const maximumLength = 30 * recordLimits.size;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const quotationMark = 0x22;

/** Measures each row before the text is parsed, as the parser keeps a row until its end. */
export class CsvRowLimit {
  readonly #delimiter: number;
  #isQuoted = false;
  #isAfterReturn = false;
  #cells = 1;
  #length = 0;
  #line = 1;
  #firstLine = 1;

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** Takes the next part of the file. Throws `UnusableFileError` if a row has too many cells, or is too long. */
  take(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      this.#takeCharacter();
      if (code === lineFeed || code === carriageReturn) {
        this.#takeLineBreak(code);
      } else if (code === quotationMark) {
        this.#isQuoted = !this.#isQuoted;
      } else if (code === this.#delimiter && !this.#isQuoted) {
        this.#takeDelimiter();
      }
      this.#isAfterReturn = code === carriageReturn;
    }
  }

  #takeCharacter(): void {
    this.#length++;
    if (this.#length > maximumLength) {
      throw new UnusableFileError(
        l10n.t(
          'The row that starts on line {0} has more than {1} characters. A quotation mark may not be closed.',
          this.#firstLine,
          maximumLength,
        ),
      );
    }
  }

  #takeLineBreak(code: number): void {
    this.#line += code === lineFeed && this.#isAfterReturn ? 0 : 1;
    if (!this.#isQuoted) {
      this.#cells = 1;
      this.#length = 0;
      this.#firstLine = this.#line;
    }
  }

  #takeDelimiter(): void {
    this.#cells++;
    if (this.#cells > maximumCells) {
      throw new UnusableFileError(
        l10n.t(
          'The row that starts on line {0} has more than {1} cells.',
          this.#firstLine,
          maximumCells,
        ),
      );
    }
  }
}
