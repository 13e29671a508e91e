import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { LabelQuery } from '../../api/labelEndpoints.ts';
import { parseRequest } from '../../errors/requestError.ts';
import { displayText } from '../../text/displayText.ts';
import { trimmedText } from '../../text/trimmedText.ts';
import { statusText, type StatusNames } from '../statusNames.ts';

/** A field whose values can be looked through for those that occur more than once. */
export type RepeatableField = 'labelCode' | 'labelName';

/** Which labels a list shows. The service does the filtering (docs/interface.md, section 4.5), but for `repeated`. */
export interface LabelFilter extends LabelQuery {
  /** Only labels whose value of this field another label that matches has too. */
  readonly repeated?: RepeatableField;
}

/** The criteria that are text. */
export type LabelTextCriterion = 'q' | 'labelCode' | 'labelName';

const textSchema = z.exactOptional(trimmedText);

/** A filter as it is stored, and as programs write it: without what all labels have to be read for. */
export const storedFilterSchema = z.strictObject({
  q: textSchema.check(z.describe('Text that the service searches for.')),
  labelCode: textSchema,
  labelName: textSchema,
  labelStatus: z.exactOptional(z.int()),
});

/** The filter that shows every label. */
export const emptyFilter: LabelFilter = {};

/** Reads a filter that a program has written. Throws `RequestError` that says to the program what is wrong. */
export function readProgramsFilter(value: unknown): LabelFilter {
  return parseRequest(storedFilterSchema, value);
}

/** Reads a stored filter; anything else becomes the empty one. */
export function readLabelFilter(stored: unknown): LabelFilter {
  return storedFilterSchema.safeParse(stored).data ?? emptyFilter;
}

/** What of `filter` the service does. */
export function queryOf(filter: LabelFilter): LabelQuery {
  const { repeated: _, ...query } = filter;
  return query;
}

/** Whether `filter` shows every label. */
export function isEmptyFilter(filter: LabelFilter): boolean {
  return Object.keys(filter).length === 0;
}

/** Whether both show the same labels. */
export function isSameFilter(one: LabelFilter, other: LabelFilter): boolean {
  return (
    one.q === other.q &&
    one.labelCode === other.labelCode &&
    one.labelName === other.labelName &&
    one.labelStatus === other.labelStatus &&
    one.repeated === other.repeated
  );
}

/** `filter` with another text for one criterion; an empty text takes the criterion out. */
export function withTextCriterion(
  filter: LabelFilter,
  criterion: LabelTextCriterion,
  text: string,
): LabelFilter {
  const { [criterion]: _, ...others } = filter;
  const trimmed = text.trim();
  return trimmed === '' ? others : { ...others, [criterion]: trimmed };
}

/** `filter` with another status; undefined takes the criterion out. */
export function withStatusCriterion(filter: LabelFilter, status: number | undefined): LabelFilter {
  const { labelStatus: _, ...others } = filter;
  return status === undefined ? others : { ...others, labelStatus: status };
}

/** `filter` in one line, as a person reads it; empty for the empty filter. */
export function labelFilterSummary(filter: LabelFilter, names: StatusNames): string {
  const { q, labelCode, labelName, labelStatus, repeated } = filter;
  const parts: string[] = [];
  if (repeated !== undefined) {
    parts.push(
      repeated === 'labelCode'
        ? l10n.t('codes that occur more than once')
        : l10n.t('names that occur more than once'),
    );
  }
  if (q !== undefined) {
    parts.push(l10n.t('text “{0}”', displayText(q)));
  }
  if (labelCode !== undefined) {
    parts.push(l10n.t('code “{0}”', displayText(labelCode)));
  }
  if (labelName !== undefined) {
    parts.push(l10n.t('name “{0}”', displayText(labelName)));
  }
  if (labelStatus !== undefined) {
    parts.push(l10n.t('status {0}', displayText(statusText(labelStatus, names))));
  }
  return parts.join(', ');
}
