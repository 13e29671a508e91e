import { foldedText } from '../../text/searchWords.ts';

/**
 * Prefix of text that a spreadsheet would run as a formula or convert to a number, a date and so on (OWASP,
 * “CSV Injection”). Removed when such a text is read back.
 */
export const guard = "'";

/**
 * Start of a formula; `beginsFormula` also finds full-width characters. After a tab or a line break, the
 * remaining text may be a formula.
 */
const formula = /^[=+\-@\t\r\n]/;

/** Blanks, control characters and invisible ones, which spreadsheets trim or drop. */
const dropped = /[\s\p{Cc}\p{Cf}]+/gu;

/** Dropped characters at the start of a text. */
const leadingDropped = /^[\s\p{Cc}\p{Cf}]+/u;

/** Whole number that survives conversion: spreadsheets keep 15 digits. */
const plainNumber = /^(?:0|-?[1-9]\d{0,14})$/;

/** Numbers with separators, currencies, percent signs, exponents, or parentheses for negative ones. */
const number =
  /^[(-]?(?:\p{Sc}|[A-Z]{3} )? ?[(-]?(?:\d[\d.,'’ ]*|[.,]\d+)(?:E[+-]?\d+)?(?: ?%| ?\p{Sc}|-)?\)?$/u;

/** Dates and fractions: two or three numbers, possibly with a numeric month. */
const date = /^(\d{1,4})([./-] ?| )(\d{1,4})(?:([./-] ?| )(\d{1,4}))?\.?(?:[ T]\d{1,2}:\d{2}.*)?$/;

/** East Asian dates, including those with eras. */
const eastAsianDate =
  /^(?:(?:明治|大正|昭和|平成|令和|民國)?\d{1,4}年)?(?:\d{1,2}月)?(?:\d{1,2}[日号])?$|^[MTSHR]\d{1,2}[./-]\d{1,2}(?:[./-]\d{1,2})?$/;

/** Times, including the 12-hour clock. */
const time =
  /^\d{1,4}:\d{1,2}(?::\d{1,2}(?:[.,]\d+)?)?(?: ?[AP]\.?M?\.?)?$|^\d{1,2}(?: ?[AP]M| [AP])$|^(?:上午|下午|午前|午後)?\d{1,2}[时時](?:\d{1,2}分)?(?:\d{1,2}秒)?$/;

/** Word surrounded by numbers: a date if the word is a month. */
const withMonth =
  /^(?:\d{1,4}[. /-]{0,2})?(\p{L}{3,})\.?(?:[ ./-]{0,2}\d{1,4})?(?:[, ./-]{1,2}\d{1,4})?$/u;

/** Error values of spreadsheets in several languages, and values that are wider than their column. */
const error = /^(?:#{3,}|#(?:N\/?[A-Z]|\p{L}[\p{L}\d/]*[!?])|ERR:\d{3})$/iu;

/** Maximum length of text that is checked for a value; no number or date is longer. */
const maximumValueLength = 60;

/** Boolean literals of spreadsheets in several languages. */
const booleans = new Set(
  [
    ['TRUE', 'FALSE', 'WAHR', 'FALSCH', 'VRAI', 'FAUX', 'VERDADERO', 'FALSO', 'VERO'],
    ['VERDADEIRO', 'WAAR', 'ONWAAR', 'SANT', 'FALSKT', 'SAND', 'FALSK', 'USANN', 'TOSI'],
    ['EPÄTOSI', 'PRAWDA', 'FAŁSZ', 'PRAVDA', 'NEPRAVDA', 'IGAZ', 'HAMIS', 'DOĞRU', 'YANLIŞ'],
    ['ИСТИНА', 'ЛОЖЬ', 'ІСТИНА', 'ХИБНІСТЬ', '真', '假'],
  ].flat(),
);

/**
 * Month names in the languages of spreadsheets, without accents; spreadsheets also accept the first three
 * letters.
 */
const months = [
  'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER',
  'JANUAR JANNER FEBRUAR MARZ MAI JUNI JULI OKTOBER DEZEMBER DESEMBER',
  'JANVIER FEVRIER MARS AVRIL JUIN JUILLET AOUT SEPTEMBRE OCTOBRE NOVEMBRE DECEMBRE',
  'ENERO FEBRERO MARZO ABRIL MAYO JUNIO JULIO AGOSTO SEPTIEMBRE OCTUBRE NOVIEMBRE DICIEMBRE',
  'GENNAIO FEBBRAIO APRILE MAGGIO GIUGNO LUGLIO SETTEMBRE OTTOBRE DICEMBRE',
  'JANEIRO FEVEREIRO MARCO MAIO JUNHO JULHO SETEMBRO OUTUBRO NOVEMBRO DEZEMBRO',
  'JANUARI FEBRUARI MAART MEI AUGUSTUS AUGUSTI OKTOBER MAJ',
  'STYCZEN STYCZNIA LUTY LUTEGO MARZEC MARCA KWIECIEN KWIETNIA MAJA CZERWIEC CZERWCA LIPIEC LIPCA',
  'SIERPIEN SIERPNIA WRZESIEN WRZESNIA PAZDZIERNIK PAZDZIERNIKA LISTOPAD LISTOPADA GRUDZIEN GRUDNIA',
  'OCAK SUBAT MART NISAN MAYIS HAZIRAN TEMMUZ AGUSTOS EYLUL EKIM KASIM ARALIK',
  'ЯНВАРЬ ЯНВАРЯ ФЕВРАЛЬ ФЕВРАЛЯ МАРТА АПРЕЛЬ АПРЕЛЯ МАИ МАЯ ИЮНЬ ИЮНЯ ИЮЛЬ ИЮЛЯ АВГУСТА',
  'СЕНТЯБРЬ СЕНТЯБРЯ ОКТЯБРЬ ОКТЯБРЯ НОЯБРЬ НОЯБРЯ ДЕКАБРЬ ДЕКАБРЯ',
].flatMap((names) => names.split(' '));

/** Month names and their three- and four-letter abbreviations. */
const monthNames = new Set(
  months
    .map((name) => foldedText(name))
    .flatMap((name) => [name, name.slice(0, 3), name.slice(0, 4)]),
);

/**
 * Returns `text` for a cell that does not have the text format: guarded if a spreadsheet would convert it.
 */
export function guarded(text: string): string {
  return isConverted(text) ? `${guard}${text}` : text;
}

/** Returns `cell` without its guard, if any. */
export function unguarded(cell: string): string {
  const text = cell.slice(guard.length);
  return cell.startsWith(guard) && isConverted(text) ? text : cell;
}

/** Returns whether `cell` has no guard although its text needs one. */
export function lacksGuard(cell: string): boolean {
  return !cell.startsWith(guard) && isConverted(cell);
}

/** Returns `cell` without its guard, whatever its text. */
export function withoutGuard(cell: string): string {
  return cell.startsWith(guard) ? cell.slice(guard.length) : cell;
}

/** Returns whether `cell` is an error value of a spreadsheet, without a guard. */
export function isErrorValue(cell: string): boolean {
  return error.test(cell.trim());
}

/** Returns whether `text` begins like a formula, possibly after characters that a spreadsheet drops. */
export function beginsFormula(text: string): boolean {
  // Only the first character is normalized: a combining character after it could make it another one.
  const [first = ''] = text.replace(leadingDropped, '');
  return formula.test(text) || formula.test(first.normalize('NFKC'));
}

/** Returns whether a spreadsheet would convert `text`, or would read it as guarded. */
function isConverted(cell: string): boolean {
  const text = cell.replace(/^'+/, '');
  if (beginsFormula(text)) {
    return !plainNumber.test(text);
  }
  const plain = text.normalize('NFKC').replaceAll(dropped, ' ').trim().toUpperCase();
  return (
    booleans.has(plain) ||
    error.test(plain) ||
    (plain.length <= maximumValueLength &&
      /\d/.test(plain) &&
      !plainNumber.test(text) &&
      (number.test(plain) || time.test(plain) || eastAsianDate.test(plain) || isDate(plain)))
  );
}

function isDate(plain: string): boolean {
  const [isNumeric, ...parts] = date.exec(plain) ?? [];
  if (isNumeric !== undefined) {
    return parts.some(
      (part) => /^\d+$/.test(part ?? '') && Number(part) >= 1 && Number(part) <= 12,
    );
  }
  const [, word] = withMonth.exec(plain) ?? [];
  return word !== undefined && monthNames.has(foldedText(word));
}
