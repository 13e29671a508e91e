import * as l10n from '@vscode/l10n';
import type { Label } from '../../api/label.ts';
import { countTextIn, type CountTexts } from '../../text/countTextIn.ts';
import { displayText } from '../../text/displayText.ts';

/** Unit of a typed time span. */
interface SpanUnit {
  readonly milliseconds: number;
  /** Descriptions of a change within a number of units. */
  readonly summary: CountTexts;
}

const units: Readonly<Record<string, SpanUnit>> = {
  h: {
    milliseconds: 3_600_000,
    summary: {
      one: () => l10n.t('changed in the last hour'),
      other: (count) => l10n.t('changed in the last {0} hours', count),
    },
  },
  d: {
    milliseconds: 86_400_000,
    summary: {
      one: () => l10n.t('changed in the last day'),
      other: (count) => l10n.t('changed in the last {0} days', count),
    },
  },
  w: {
    milliseconds: 604_800_000,
    summary: {
      one: () => l10n.t('changed in the last week'),
      other: (count) => l10n.t('changed in the last {0} weeks', count),
    },
  },
};

/** Range of plausible times of changes, in milliseconds since the epoch; other numbers are not times. */
const [earliest, latest] = [Date.UTC(2000, 0), Date.UTC(2100, 0)];

/** Parses `7d`, `12h`, `2w` or a date as a time; undefined if `text` has another form. */
export function timeOf(text: string, now: number): number | undefined {
  const span = spanOf(text);
  return span === undefined ? dateOf(text) : now - span.count * span.unit.milliseconds;
}

/** Describes labels changed since a typed time in `language`, a language tag (BCP 47). */
export function changedSinceText(text: string, language: string): string {
  const span = spanOf(text);
  if (span !== undefined) {
    return countTextIn(span.count, language, span.unit.summary);
  }
  const time = dateOf(text);
  const shown = new Intl.DateTimeFormat(language, { dateStyle: 'long' });
  return l10n.t('changed since {0}', time === undefined ? displayText(text) : shown.format(time));
}

function spanOf(text: string): { readonly count: number; readonly unit: SpanUnit } | undefined {
  const [, count, name] = /^(\d{1,4})([hdw])$/i.exec(text) ?? [];
  const unit = units[name?.toLowerCase() ?? ''];
  return unit && { count: Number(count), unit };
}

/** Parses a date as the start of that day in local time. */
function dateOf(text: string): number | undefined {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00`) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Returns the time of a label's last change, in milliseconds since the epoch. The platform does not document
 * a field for it, so the first field that contains a time and whose name suggests a change is used. Other
 * fields may contain an author or a count.
 */
export function changedAt({ record }: Pick<Label, 'record'>): number | undefined {
  return timeIn(record[changeTimeField({ record }) ?? '']);
}

/** Returns the name of the field with the time of a label's last change. */
export function changeTimeField({ record }: Pick<Label, 'record'>): string | undefined {
  return Object.keys(record).find(
    (name) => /updat|modif/i.test(name) && timeIn(record[name]) !== undefined,
  );
}

/** The time in a value; undefined if it contains something else. */
function timeIn(value: unknown): number | undefined {
  // JavaScript parses “user 1” as a date, too.
  const isDate = typeof value === 'string' && /^\d{4}[-/]\d{1,2}[-/]\d{1,2}(?!\d)/.test(value);
  const time = isDate ? Date.parse(value) : value;
  return typeof time === 'number' && time >= earliest && time < latest ? time : undefined;
}
