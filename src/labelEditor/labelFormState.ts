import * as vscode from 'vscode';
import type { LabelRecord } from '../core/api/label.ts';
import {
  editableFields,
  isEditableField,
  labelField,
  type EditableField,
} from '../core/api/labelFields.ts';
import type { ForeignChange } from '../core/labels/document/documentConflicts.ts';
import { inputOfValue } from '../core/labels/document/labelDocumentEdit.ts';
import { parseLabelText } from '../core/labels/document/labelText.ts';
import type { TakenCodes } from '../core/labels/document/takenCodes.ts';
import { hasStatusNames, type StatusNames } from '../core/labels/statusNames.ts';
import { displayText } from '../core/text/displayText.ts';
import type { LabelFile } from './labelFile.ts';
import type { EditableFormState, FieldState, FormField, FormState } from './protocol.ts';

/** The fields that the form has rows for. */
export function formFields(): FormField[] {
  return editableFields.map((name) => {
    const { kind, title } = labelField(name);
    return { name, title: title(), kind };
  });
}

/** What the tab of a form is called: as people call the label, where the JSON's has the name of a file. */
export function formTitle({ address, record }: LabelFile): string {
  const { code, labelId } = address;
  const called = inputOfValue(record?.['labelCode']) || inputOfValue(record?.['labelName']);
  return displayText(called || code || labelId);
}

/** What the form shows of the document `text` of a label. */
export function formStateOf(
  file: LabelFile,
  text: string,
  names: StatusNames,
  codes: TakenCodes,
): FormState {
  const parsed = parseLabelText(text);
  if (parsed.kind === 'invalid') {
    return { kind: 'unreadable', message: parsed.message };
  }
  const { base, record } = file;
  const { values } = parsed;
  const foreign = file.foreignChanges(text);
  const difference = file.difference(text);
  const problems = difference?.kind === 'invalid' ? difference.problems : [];
  const namedValues = Array.from(names, ([value, name]) => ({ value, name }));
  return {
    kind: 'editable',
    heading: inputOfValue(values['labelName']) || inputOfValue(values['labelCode']),
    fields: editableFields.map((name) => ({
      name,
      value: inputOfValue(values[name]),
      original: base === undefined ? undefined : inputOfValue(base[name]),
      theirs: theirsOf(name, foreign),
      problem: problems.find(({ field }) => field === name)?.message,
      warnings: warningsOf(name, values[name], base?.[name], codes),
      namedValues: hasStatusNames(name) ? namedValues : [],
    })),
    readOnly: readOnlyFields(record ?? values),
    otherProblems: problems
      .filter(({ field }) => field === undefined || !isEditableField(field))
      .map(({ message }) => message),
    isDeleted: file.isDeleted,
  };
}

function theirsOf(name: EditableField, foreign: readonly ForeignChange[]): FieldState['theirs'] {
  const change = foreign.find(({ field }) => field === name);
  return change === undefined
    ? undefined
    : { value: inputOfValue(change.theirs), isConflict: change.isConflict };
}

function warningsOf(
  name: EditableField,
  value: unknown,
  original: unknown,
  codes: TakenCodes,
): string[] {
  if (labelField(name).kind !== 'text' || typeof value !== 'string' || value === '') {
    return [];
  }
  const isCode: boolean = name === 'labelCode';
  return [
    ...(value === value.trim()
      ? []
      : [vscode.l10n.t('There are spaces at the beginning or the end.')]),
    ...(isCode && value !== original && codes.isTaken(value)
      ? [vscode.l10n.t('Another label has this code.')]
      : []),
  ];
}

function readOnlyFields(record: LabelRecord): EditableFormState['readOnly'] {
  return Object.entries(record)
    .filter(([name]) => !isEditableField(name))
    .map(([name, value]) => ({ name, text: readableValue(value) }));
}

function readableValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}
