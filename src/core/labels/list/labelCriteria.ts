import * as l10n from '@vscode/l10n';
import type { Label } from '../../api/label.ts';
import type { LabelQuery } from '../../api/labelEndpoints.ts';
import {
  isEmpty,
  labelField,
  type EditableField,
  type LabelValues,
} from '../../api/labelFields.ts';
import { displayText } from '../../text/displayText.ts';
import { foldedText } from '../../text/searchWords.ts';
import { statusText, type StatusNames } from '../statusNames.ts';
import { changedAt, changedSinceText, timeOf } from './changeTime.ts';
import { searchedText } from './searchedText.ts';

/** Fields that can be searched for duplicate values. */
export const repeatableFields = [
  'labelCode',
  'labelName',
] as const satisfies readonly EditableField[];

/** Field that can be searched for duplicate values. */
export type RepeatableField = (typeof repeatableFields)[number];

/**
 * Filter of a list. The service applies the criteria of `LabelQuery` (docs/interface.md, section 4.5); the
 * others are applied locally, to all labels that match the query.
 */
export interface LabelFilter extends LabelQuery {
  /** Field whose value the label shares with another matching label. */
  readonly repeated?: RepeatableField;
  /** Accepted statuses. */
  readonly statuses?: readonly number[];
  /** Fields without a value. */
  readonly empty?: readonly EditableField[];
  /** Words that occur in neither code nor name. */
  readonly without?: readonly string[];
  /** Earliest time of the last change: a date, or a time span such as `7d`. */
  readonly changed?: string;
}

/** Content of a label, as criteria see it. */
export type LabelContent = LabelValues & Pick<Label, 'record'>;

/** Name of a criterion. */
export type CriterionName = keyof LabelFilter;

/** Name of a criterion that the service applies. */
export type QueryCriterion = keyof LabelQuery;

/** Name of a criterion that is applied locally. */
export type LocalCriterion = Exclude<CriterionName, QueryCriterion>;

/** Criterion, with its syntax and its description. */
interface Criterion {
  /** Keyword typed before a colon. */
  readonly key?: string;
  readonly title: () => string;
  /** Example of its syntax, which the filter picker offers; undefined if only a command sets the criterion. */
  readonly example: string | undefined;
  /** Describes the criterion of a filter; empty if the filter lacks it. */
  readonly summary: (
    filter: LabelFilter,
    names: StatusNames,
    language: string,
  ) => readonly string[];
}

/** Returns whether a label matches; `now` is the current time. */
type Predicate<Value> = (value: Value, label: LabelContent, now: number) => boolean;

/** Criterion that is applied locally. */
interface MatchingCriterion extends Criterion {
  readonly matches: Predicate<LabelFilter>;
}

/** Criterion whose functions take its value instead of the filter. */
interface CriterionOf<Value> extends Pick<Criterion, 'key' | 'title' | 'example'> {
  readonly summary: (value: Value, names: StatusNames, language: string) => string;
}

function criterion<Name extends CriterionName>(
  name: Name,
  { summary, ...others }: CriterionOf<NonNullable<LabelFilter[Name]>>,
): Criterion {
  return {
    ...others,
    summary: (filter, names, language) => {
      const value = filter[name];
      return value === undefined ? [] : [summary(value, names, language)];
    },
  };
}

function localCriterion<Name extends LocalCriterion>(
  name: Name,
  row: CriterionOf<NonNullable<LabelFilter[Name]>> & {
    readonly matches: Predicate<NonNullable<LabelFilter[Name]>>;
  },
): MatchingCriterion {
  const { matches, ...others } = row;
  return {
    ...criterion<Name>(name, others),
    matches: (filter, label, now) => {
      const value = filter[name];
      return value === undefined || matches(value, label, now);
    },
  };
}

/**
 * Criteria of a filter, in display order. Parser, pickers, query, summary and predicates are all derived from
 * this table.
 */
export const labelCriteria: Readonly<
  Record<QueryCriterion, Criterion> & Record<LocalCriterion, MatchingCriterion>
> = {
  repeated: localCriterion('repeated', {
    title: () => l10n.t('Duplicates'),
    example: undefined,
    summary: (field) =>
      field === 'labelCode'
        ? l10n.t('codes that occur more than once')
        : l10n.t('names that occur more than once'),
    // Depends on the other labels, so `filterLocally` checks it.
    matches: () => true,
  }),
  q: criterion('q', {
    title: () => l10n.t('Search text'),
    example: '"night shift"',
    summary: (text) => l10n.t('text “{0}”', displayText(text)),
  }),
  labelCode: criterion('labelCode', {
    key: 'code',
    title: labelField('labelCode').title,
    example: 'code:A1',
    summary: (code) => l10n.t('code “{0}”', displayText(code)),
  }),
  labelName: criterion('labelName', {
    key: 'name',
    title: labelField('labelName').title,
    example: 'name:"Night shift"',
    summary: (name) => l10n.t('name “{0}”', displayText(name)),
  }),
  labelStatus: criterion('labelStatus', {
    key: 'status',
    title: labelField('labelStatus').title,
    example: 'status:1',
    summary: (status, names) => l10n.t('status {0}', statusText(status, names)),
  }),
  statuses: localCriterion('statuses', {
    title: () => l10n.t('Several statuses'),
    example: 'status:1 status:2',
    summary: (statuses, names) =>
      l10n.t('status {0}', statuses.map((status) => statusText(status, names)).join(' / ')),
    matches: (statuses, { labelStatus }) =>
      labelStatus !== undefined && statuses.includes(labelStatus),
  }),
  empty: localCriterion('empty', {
    key: 'empty',
    title: () => l10n.t('Empty field'),
    example: 'empty:name',
    summary: (fields) =>
      fields.map((field) => l10n.t('{0} is empty', labelField(field).title())).join(', '),
    matches: (fields, label) => fields.every((field) => isEmpty(label[field])),
  }),
  without: localCriterion('without', {
    title: () => l10n.t('Excluded word'),
    example: '-berlin',
    summary: (words) => words.map((word) => l10n.t('without “{0}”', displayText(word))).join(', '),
    matches: (words, label) => {
      const text = searchedText(label);
      return words.every((word) => !text.includes(foldedText(word)));
    },
  }),
  changed: localCriterion('changed', {
    key: 'updated',
    title: () => l10n.t('Changed since'),
    example: 'updated:7d',
    summary: (time, _, language) => changedSinceText(time, language),
    matches: (time, label, now) => (changedAt(label) ?? -Infinity) >= (timeOf(time, now) ?? now),
  }),
};

/** Names of the criteria, in the order of the table. */
export const criterionNames: readonly CriterionName[] = Object.keys(labelCriteria).filter(
  (name): name is CriterionName => Object.hasOwn(labelCriteria, name),
);

/** Names of the criteria that the service applies, in the order of the table. */
export const queryCriteria: readonly QueryCriterion[] = criterionNames.filter(isQueryCriterion);

/** Names of the locally applied criteria, in the order of the table. */
export const localCriteria: readonly LocalCriterion[] = criterionNames.filter(isLocalCriterion);

function isLocalCriterion(name: CriterionName): name is LocalCriterion {
  return 'matches' in labelCriteria[name];
}

function isQueryCriterion(name: CriterionName): name is QueryCriterion {
  return !isLocalCriterion(name);
}

/** Returns whether a filter needs all labels to be loaded. */
export function needsAllLabels(filter: LabelFilter): boolean {
  return localCriteria.some((name) => filter[name] !== undefined);
}

/** Returns whether a label matches the locally applied criteria, except `repeated`. */
export function matchesLocally(filter: LabelFilter, label: LabelContent, now: number): boolean {
  return localCriteria.every((name) => labelCriteria[name].matches(filter, label, now));
}

/** Returns `filter` in one line of `language`, a language tag (BCP 47); empty for the empty filter. */
export function labelFilterSummary(
  filter: LabelFilter,
  names: StatusNames,
  language: string,
): string {
  return criterionNames
    .flatMap((name) => labelCriteria[name].summary(filter, names, language))
    .join(', ');
}
