import * as l10n from '@vscode/l10n';
import type { Label } from '../../api/label.ts';
import {
  editableFields,
  labelField,
  type EditableField,
  type FieldValue,
  type LabelValues,
} from '../../api/labelFields.ts';
import { AppError } from '../../errors/appError.ts';
import { reasonOf } from '../../errors/reasonOf.ts';
import { displayJson, singleLine } from '../../text/displayText.ts';
import type { LabelUpdate } from '../changes/bulkUpdate.ts';
import type { ChangesOutcome } from '../changes/changesOutcome.ts';
import { hasStatusNames, statusText, type StatusNames } from '../statusNames.ts';
import type { ImportProblem } from './labelImport.ts';

/** Two texts that differ in what `updates` change, and in nothing else: to be compared by an editor. */
export function changesTexts(
  updates: readonly LabelUpdate[],
  names: StatusNames,
): { readonly before: string; readonly after: string } {
  const textOf = (valuesOf: (update: LabelUpdate) => LabelValues): string =>
    updates
      .flatMap((update) => [
        labelHeading(update.label),
        ...linesOf(update, valuesOf(update), names),
      ])
      .join('\n');
  return { before: textOf(({ label }) => label), after: textOf(({ changes }) => changes) };
}

/** What many updates came to, with the reason for each that failed or was left alone. */
export function resultText({ done, failed, leftAlone, notSent }: ChangesOutcome): string {
  const sections = [
    [l10n.t('Changed: {0}', done.length)],
    ...(failed.length === 0 ? [] : [[l10n.t('Failed: {0}', failed.length)]]),
    ...failed.map(({ label, error }) => [labelHeading(label), `  ${shownReason(error)}`]),
    ...(leftAlone.length === 0 ? [] : [[l10n.t('Left as they are: {0}', leftAlone.length)]]),
    ...leftAlone.map(({ label, reason }) => [labelHeading(label), `  ${reason}`]),
    ...(notSent.length === 0
      ? []
      : [
          [
            l10n.t('Not sent: {0}', notSent.length),
            ...notSent.map(({ label }) => labelHeading(label)),
          ],
        ]),
  ];
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** The rows of a file that cannot be applied, one in a line, with the reasons. */
export function importProblemsText(problems: readonly ImportProblem[]): string {
  const lines = problems.map(({ line, id, reason }) =>
    id === ''
      ? l10n.t('Line {0}: {1}', line, reason)
      : l10n.t('Line {0}, label {1}: {2}', line, singleLine(id), reason),
  );
  return `${lines.join('\n')}\n`;
}

/** A label in one line: what it is called, and by what it is known. */
function labelHeading({ id, labelCode, labelName }: Label): string {
  return [labelName, labelCode, id]
    .flatMap((text) => (text === undefined ? [] : [singleLine(text)]))
    .join(' · ');
}

/** Why something failed, as far as it is fit to be shown. */
function shownReason(error: unknown): string {
  return error instanceof AppError ? error.message : l10n.t('Unexpected: {0}', reasonOf(error));
}

function linesOf({ changes }: LabelUpdate, values: LabelValues, names: StatusNames): string[] {
  return editableFields
    .filter((field) => changes[field] !== undefined)
    .map((field) => {
      const { title } = labelField(field);
      return `  ${l10n.t('{0}: {1}', title(), valueText(field, values[field], names))}`;
    });
}

function valueText(
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
