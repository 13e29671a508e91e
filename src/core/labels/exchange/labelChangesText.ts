import { setImmediate } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import type { LabelId } from '../../account/labelAddress.ts';
import { labelField, type EditableField, type FieldValue } from '../../api/labelFields.ts';
import { inSlices } from '../../async/slices.ts';
import { displayJson, singleLine } from '../../text/displayText.ts';
import type { FieldChange, LabelChange } from '../changes/changeSet.ts';
import { outcomeKindNames, outcomeKinds, type LabelOutcome } from '../changes/labelOutcome.ts';
import type { RunRecord } from '../changes/runRecord.ts';
import { hasStatusNames, statusText, type StatusNames } from '../statusNames.ts';
import type { ImportProblem } from './labelImport.ts';

/** How many changes are written at a time: few milliseconds' work. */
const sliceSize = 500;

/**
 * Two texts that differ in what `changes` change, and in nothing else: to be compared by an editor. They are
 * made in slices with turns for other work of this process in between.
 */
export async function changesTexts(
  changes: readonly LabelChange[],
  names: StatusNames,
): Promise<{ readonly before: string; readonly after: string }> {
  const [before, after]: [string[], string[]] = [[], []];
  for await (const slice of inSlices(changes, sliceSize)) {
    before.push(textOf(slice, names, (change) => change.before));
    after.push(textOf(slice, names, ({ wanted }) => wanted));
  }
  return { before: before.join('\n'), after: after.join('\n') };
}

function textOf(
  changes: readonly LabelChange[],
  names: StatusNames,
  valueOf: (change: FieldChange) => FieldValue | undefined,
): string {
  return changes
    .flatMap((change) => [
      labelHeading(change),
      ...change.fields.map((each) => `  ${fieldText(each.field, valueOf(each), names)}`),
    ])
    .join('\n');
}

/** Writes a count as the person's language does. */
type FormatCount = (count: number) => string;

/**
 * What a run has come to: each outcome with its labels and reasons, but for those that are well. Written in
 * slices, too.
 */
export async function resultText(
  record: RunRecord,
  names: StatusNames,
  formatCount: FormatCount,
): Promise<string> {
  const sections: string[] = [];
  for (const kind of outcomeKindNames) {
    const ids = record.labelsWith(kind);
    await setImmediate();
    if (ids.length > 0) {
      sections.push(l10n.t('{0}: {1}', outcomeKinds[kind].title(), formatCount(ids.length)));
    }
    if (kind !== 'done' && kind !== 'alreadySo') {
      for await (const slice of inSlices(ids, sliceSize)) {
        sections.push(...slice.flatMap((id) => labelWithReasons(record, id, names)));
      }
    }
  }
  return `${sections.join('\n\n')}\n`;
}

/** A label, and why its outcome is what it is. */
function labelWithReasons(record: RunRecord, id: LabelId, names: StatusNames): readonly string[] {
  const change = record.changes.get(id);
  const lines = outcomeLines(record.outcomeOf(id), names).map((line) => `\n  ${line}`);
  return change === undefined ? [] : [labelHeading(change) + lines.join('')];
}

/** Why a label has its outcome, in lines fit to be shown. */
export function outcomeLines(outcome: LabelOutcome, names: StatusNames): readonly string[] {
  const text = (field: EditableField, value: FieldValue | undefined): string =>
    valueText(field, value, names);
  switch (outcome.kind) {
    case 'done':
    case 'alreadySo':
      return [];
    case 'conflict':
      return outcome.conflicts.map(({ before, current, field, wanted }) =>
        l10n.t(
          '{0}: somebody has changed it from {1} to {2}; wanted: {3}',
          labelField(field).title(),
          text(field, before),
          text(field, current),
          text(field, wanted),
        ),
      );
    case 'notKept':
      return outcome.instead.map(({ current, field, wanted }) =>
        l10n.t(
          '{0}: the service has accepted {1}, and says {2}',
          labelField(field).title(),
          text(field, wanted),
          text(field, current),
        ),
      );
    case 'failed':
    case 'uncertain':
      return [outcome.reason];
    case 'notSent':
      return outcome.reason === undefined ? [] : [outcome.reason];
  }
}

/** The rows of a file that cannot be applied, one in a line, with the reasons. Written in slices, too. */
export async function importProblemsText(problems: readonly ImportProblem[]): Promise<string> {
  const texts: string[] = [];
  for await (const slice of inSlices(problems, sliceSize)) {
    const lines = slice.map(({ line, id, reason }) =>
      id === ''
        ? l10n.t('Line {0}: {1}', line, reason)
        : l10n.t('Line {0}, label {1}: {2}', line, singleLine(id), reason),
    );
    texts.push(`${lines.join('\n')}\n`);
  }
  return texts.join('');
}

/** A label in one line: what it is called, and by what it is known. */
export function labelHeading({ code, id, name }: Omit<LabelChange, 'fields'>): string {
  return [name, code, id]
    .flatMap((text) => (text === undefined ? [] : [singleLine(text)]))
    .join(' · ');
}

/** A field and a value of it, in one line. */
export function fieldText(
  field: EditableField,
  value: FieldValue | undefined,
  names: StatusNames,
): string {
  return l10n.t('{0}: {1}', labelField(field).title(), valueText(field, value, names));
}

/** A value as a person reads it. */
export function valueText(
  field: EditableField,
  value: FieldValue | undefined,
  names: StatusNames,
): string {
  if (typeof value === 'number') {
    return hasStatusNames(field) ? numberedStatus(value, names) : String(value);
  }
  // In quotation marks, so that spaces and line breaks show.
  return value === undefined ? '' : displayJson(value);
}

/** A status as a person reads it, with its number if it has a name. */
export function numberedStatus(status: number, names: StatusNames): string {
  const text = singleLine(statusText(status, names));
  return names.has(status) ? `${text} (${status})` : text;
}
