import { setImmediate } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import type { LabelId } from '../../account/labelAddress.ts';
import { labelField, type EditableField, type FieldValue } from '../../api/labelFields.ts';
import { inSlices } from '../../async/slices.ts';
import { displayJson, displayText } from '../../text/displayText.ts';
import { isolated } from '../../text/isolated.ts';
import {
  outcomeKindNames,
  outcomeKinds,
  type LabelOutcome,
} from '../changes/journal/labelOutcome.ts';
import type { RunRecord } from '../changes/journal/runRecord.ts';
import type { LabelChange } from '../changes/plan/changeSet.ts';
import { fieldValueText, type StatusNames } from '../statusNames.ts';
import type { ImportProblem } from './importRows.ts';

/** Number of changes per slice, a few milliseconds of work. */
const sliceSize = 500;

/** Maximum number of listed rows that cannot be applied. */
const shownProblems = 100_000;

/**
 * Maximum length of that list, in UTF-16 units: VS Code does not fully expose longer documents to extensions.
 */
const maximumProblemsText = 20_000_000;

/**
 * Lists the results of a run: outcomes with their labels and reasons, except those without problems. Works in
 * slices.
 */
export async function resultText(
  record: RunRecord,
  names: StatusNames,
  formatCount: (count: number) => string,
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

/** A label with the reasons of its outcome. */
function labelWithReasons(record: RunRecord, id: LabelId, names: StatusNames): readonly string[] {
  const change = record.changes.get(id);
  const lines = outcomeLines(record.outcomeOf(id), names).map((line) => `\n  ${line}`);
  return change === undefined ? [] : [labelHeading(change) + lines.join('')];
}

/** Lines with the reasons of an outcome, for display. */
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
          '{0}: somebody else has changed it from {1} to {2}; proposed: {3}',
          labelField(field).title(),
          text(field, before),
          text(field, current),
          text(field, wanted),
        ),
      );
    case 'notKept':
      return outcome.instead.map(({ current, field, wanted }) =>
        l10n.t(
          '{0}: the service accepted {1} but returns {2}',
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

/**
 * Lists the rows of a file that cannot be applied, one per line, with the reasons. `moreText`: last line if a document
 * cannot show all of them. Works in slices.
 */
export async function importProblemsText(
  problems: readonly ImportProblem[],
  moreText: (count: number) => string,
): Promise<string> {
  const lines: string[] = [];
  let length = 0;
  for await (const slice of inSlices(problems.slice(0, shownProblems), sliceSize)) {
    for (const problem of slice) {
      const line = `${importProblemText(problem)}\n`;
      length += line.length;
      if (length <= maximumProblemsText) {
        lines.push(line);
      }
    }
    if (length > maximumProblemsText) {
      break;
    }
  }
  const more = problems.length - lines.length;
  return lines.join('') + (more > 0 ? `${moreText(more)}\n` : '');
}

function importProblemText({ line, id, reason }: ImportProblem): string {
  return id === ''
    ? l10n.t('Line {0}: {1}', line, reason)
    : l10n.t('Line {0}, label {1}: {2}', line, displayText(id), reason);
}

/** Title and identifiers of a label in one line. */
function labelHeading({ code, id, name }: Partial<Omit<LabelChange, 'fields'>>): string {
  return [name, code, id]
    .flatMap((text) => (text === undefined ? [] : [displayText(text)]))
    .join(' · ');
}

/** Formats a field and its value in one line. */
export function fieldText(
  field: EditableField,
  value: FieldValue | undefined,
  names: StatusNames,
): string {
  return l10n.t('{0}: {1}', labelField(field).title(), valueText(field, value, names));
}

/** Formats a value for display. */
export function valueText(
  field: EditableField,
  value: FieldValue | undefined,
  names: StatusNames,
): string {
  if (typeof value === 'number') {
    return fieldValueText(field, value, names);
  }
  // Quoted, so that spaces and line breaks are visible.
  return value === undefined ? '' : isolated(displayJson(value));
}
