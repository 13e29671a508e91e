import * as l10n from '@vscode/l10n';
import { editableFields, type EditableField } from '../../api/labelFields.ts';
import { displayText } from '../../text/displayText.ts';
import { foldedText } from '../../text/searchWords.ts';
import type { StatusNames } from '../statusNames.ts';
import { timeOf } from './changeTime.ts';
import {
  criterionNames,
  labelCriteria,
  type CriterionName,
  type LabelFilter,
} from './labelCriteria.ts';
import { emptyFilter, withTextCriterion } from './labelFilter.ts';

/** Result of parsing a line of criteria; an ambiguous line is rejected instead of guessed. */
export type ParsedFilter =
  | { readonly kind: 'filter'; readonly filter: LabelFilter }
  | { readonly kind: 'refused'; readonly problem: string };

/** Maximum length of a line, in UTF-16 units, far above anything typed. */
const maximumLineLength = 2000;

/** Quotation marks of several languages, by opening mark. */
const quotes: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”“',
  '”': '”',
  '„': '“”',
  '«': '»',
  '»': '«',
  '「': '」',
  '『': '』',
  '＂': '＂',
};

/** Part of a line: a word or a quoted phrase, with an optional key. */
interface Part {
  readonly key: string | undefined;
  /** True if the part is preceded by a hyphen. */
  readonly isExcluded: boolean;
  readonly value: string;
  readonly isQuoted: boolean;
}

/**
 * Parses a line of criteria, such as `code:A1 name:"Human Resources" status:1 -berlin spring`. A status is a
 * number or one of `names`. Words without a key are the search text.
 */
export function parseLabelFilter(line: string, names: StatusNames): ParsedFilter {
  if (line.length > maximumLineLength) {
    return refused(l10n.t('This text is too long.'));
  }
  const parts = partsOf(line);
  if (parts === undefined) {
    return refused(l10n.t('A closing quotation mark is missing.'));
  }
  let filter = emptyFilter;
  for (const part of parts) {
    const added = withPart(filter, part, names);
    if (added.kind === 'refused') {
      return added;
    }
    ({ filter } = added);
  }
  return taken(filter);
}

/** Examples of all criteria, from the table. */
export function filterExamples(): string {
  return criterionNames.flatMap((name) => labelCriteria[name].example ?? []).join('   ');
}

/** Splits a line into parts; undefined if a quotation mark is not closed. */
function partsOf(line: string): readonly Part[] | undefined {
  const parts: Part[] = [];
  const { length } = line.trimEnd();
  for (let at = 0; at < length;) {
    if (isSpace(line.charAt(at))) {
      at++;
      continue;
    }
    const isExcluded = line.charAt(at) === '-';
    const from = isExcluded ? at + 1 : at;
    const key = keyAt(line, from);
    const start = key === undefined ? from : from + key.length + 1;
    const closing = quotes[line.charAt(start)];
    const isQuoted = closing !== undefined;
    const end = isQuoted
      ? indexFrom(line, start + 1, (character) => closing.includes(character))
      : (indexFrom(line, start, isSpace) ?? line.length);
    if (end === undefined) {
      return undefined;
    }
    const value = line.slice(isQuoted ? start + 1 : start, end).trim();
    // A lone hyphen is ordinary text.
    const isHyphen = isExcluded && key === undefined && value === '';
    parts.push({
      key,
      isExcluded: isExcluded && !isHyphen,
      value: isHyphen ? '-' : value,
      isQuoted,
    });
    at = isQuoted ? end + 1 : end;
  }
  return parts;
}

/** Returns the letters before a colon; undefined if there are none, or the colon belongs to an address. */
function keyAt(line: string, from: number): string | undefined {
  const end = indexFrom(line, from, (character) => !/^\p{L}$/u.test(character)) ?? line.length;
  const isKey = end > from && /^[:：]$/.test(line.charAt(end)) && !line.startsWith('//', end + 1);
  return isKey ? line.slice(from, end) : undefined;
}

function isSpace(character: string): boolean {
  return character.trim() === '';
}

function indexFrom(
  line: string,
  from: number,
  accepts: (character: string) => boolean,
): number | undefined {
  for (let at = from; at < line.length; at++) {
    if (accepts(line.charAt(at))) {
      return at;
    }
  }
  return undefined;
}

function withPart(filter: LabelFilter, part: Part, names: StatusNames): ParsedFilter {
  const { isExcluded, isQuoted, key, value } = part;
  if (key === undefined) {
    return isExcluded
      ? taken({ ...filter, without: [...(filter.without ?? []), value] })
      : taken(withTextCriterion(filter, 'q', `${filter.q ?? ''} ${value}`));
  }
  const name = criterionOf(key);
  if (name === undefined) {
    return refused(
      l10n.t(
        'There is no criterion “{0}”. Put text with a colon in quotation marks.',
        displayText(key),
      ),
    );
  }
  if (isExcluded) {
    return refused(l10n.t('“-” excludes words; it cannot be used with “{0}:”.', displayText(key)));
  }
  if (value === '' && !isQuoted) {
    return refused(l10n.t('Type a value after “{0}:”.', displayText(key)));
  }
  return withValue(filter, { name, key, value }, names);
}

interface KeyedValue {
  readonly name: CriterionName;
  readonly key: string;
  readonly value: string;
}

function withValue(filter: LabelFilter, keyed: KeyedValue, names: StatusNames): ParsedFilter {
  const { name, value } = keyed;
  switch (name) {
    case 'labelCode':
    case 'labelName':
      return value === '' ? withEmpty(filter, name) : withSingle(filter, name, keyed);
    case 'labelStatus':
      return withStatus(filter, value, names);
    case 'empty': {
      const field = editableFields.find((each) => isCalled(each, value));
      return field === undefined
        ? refused(l10n.t('“{0}” is not a field: type one of {1}.', displayText(value), fieldKeys()))
        : withEmpty(filter, field);
    }
    case 'changed':
      if (timeOf(value, 0) === undefined) {
        return refused(l10n.t('Type a time such as 7d, 12h, 2w or 2026-11-01.'));
      }
      return withSingle(filter, name, keyed);
    case 'q':
    case 'repeated':
    case 'statuses':
    case 'without':
      return taken(filter);
  }
}

/** Returns the keywords of the fields. */
function fieldKeys(): string {
  return editableFields.flatMap((field) => labelCriteria[field].key ?? []).join(', ');
}

function withEmpty(filter: LabelFilter, field: EditableField): ParsedFilter {
  return taken({ ...filter, empty: [...(filter.empty ?? []), field] });
}

/** Adds a criterion that a filter can have only once. */
function withSingle(
  filter: LabelFilter,
  name: 'labelCode' | 'labelName' | 'changed',
  { key, value }: KeyedValue,
): ParsedFilter {
  return filter[name] === undefined
    ? taken({ ...filter, [name]: value })
    : refused(l10n.t('“{0}:” can be given only once.', displayText(key)));
}

function withStatus(filter: LabelFilter, value: string, names: StatusNames): ParsedFilter {
  if (value === '') {
    return withEmpty(filter, 'labelStatus');
  }
  const status = statusOf(value, names);
  if (status === undefined) {
    return refused(l10n.t('No status is called “{0}”: type its number.', displayText(value)));
  }
  const { labelStatus, statuses, ...others } = filter;
  const known = statuses ?? (labelStatus === undefined ? [] : [labelStatus]);
  const all = Array.from(new Set([...known, status]));
  return taken(
    all.length === 1 ? { ...others, labelStatus: status } : { ...others, statuses: all },
  );
}

function statusOf(text: string, names: StatusNames): number | undefined {
  const plain = text.normalize('NFKC');
  if (/^-?\d+$/.test(plain) && Number.isSafeInteger(Number(plain))) {
    return Number(plain);
  }
  const wanted = foldedText(text);
  return Array.from(names).find(([, name]) => foldedText(name) === wanted)?.[0];
}

/** Returns the criterion with this keyword or localized name. */
function criterionOf(word: string): CriterionName | undefined {
  return criterionNames.find(
    (name) => labelCriteria[name].key !== undefined && isCalled(name, word),
  );
}

function isCalled(name: CriterionName, word: string): boolean {
  const { key, title } = labelCriteria[name];
  const wanted = foldedText(word);
  return wanted === key || wanted === foldedText(title());
}

function taken(filter: LabelFilter): ParsedFilter {
  return { kind: 'filter', filter };
}

function refused(problem: string): ParsedFilter {
  return { kind: 'refused', problem };
}
