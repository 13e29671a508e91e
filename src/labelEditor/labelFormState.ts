import * as vscode from 'vscode';
import { textLanguage } from '../commands/textLanguage.ts';
import type { LabelRecord } from '../core/api/label.ts';
import {
  editableFields,
  isEditableField,
  labelField,
  type EditableField,
} from '../core/api/labelFields.ts';
import { inputOfValue } from '../core/labels/document/labelDocumentEdit.ts';
import { parseLabelText } from '../core/labels/document/labelText.ts';
import type { TakenCodes } from '../core/labels/document/takenCodes.ts';
import { textWarnings } from '../core/labels/fieldInput.ts';
import { hasStatusNames, numberedStatus, type StatusNames } from '../core/labels/statusNames.ts';
import { localTime } from '../core/text/localTime.ts';
import { comparedPageText, pageText } from '../surfaces/pageText.ts';
import type { LabelFile } from './labelFile.ts';
import { isPlaceholder, reasonIn } from './placeholder.ts';
import type { EditableFormState, FieldState, FormField, FormState, FormText } from './protocol.ts';

/** Returns the fields that have rows in the form. */
export function formFields(): FormField[] {
  return editableFields.map((name) => {
    const { kind, title } = labelField(name);
    return { name, title: title(), kind };
  });
}

/** Account data that a form shows. */
interface FormStateContext {
  readonly names: StatusNames;
  /** Statuses of the account's labels. */
  readonly statuses: Iterable<number>;
  readonly codes: TakenCodes;
}

/** Returns the state of the form for a label whose document contains `text`. */
export function formStateOf(
  file: LabelFile,
  text: string,
  { codes, names, statuses }: FormStateContext,
): FormState {
  if (isPlaceholder(text)) {
    const { address, failure } = file;
    return {
      kind: 'unavailable',
      heading: pageText(address.code ?? ''),
      message: pageText(failure?.message ?? reasonIn(text)),
      isSignInOffered: failure?.isSignInNeeded === true,
    };
  }
  const parsed = parseLabelText(text);
  if (parsed.kind === 'invalid') {
    return { kind: 'unreadable', message: pageText(parsed.message) };
  }
  const { base, record } = file;
  const { values } = parsed;
  const foreign = file.foreignChanges(text);
  const difference = file.difference(text);
  const problems = difference?.kind === 'invalid' ? difference.problems : [];
  const known = Array.from(new Set([...names.keys(), ...statuses]));
  const knownValues = known
    .toSorted((one, other) => one - other)
    .map((value) => ({ value, text: statusInputText(String(value), names) }));
  return {
    kind: 'editable',
    heading: pageText(inputOfValue(values['labelName']) || inputOfValue(values['labelCode'])),
    fields: editableFields.map((name) => {
      const problem = problems.find(({ field }) => field === name);
      const change = foreign.find(({ field }) => field === name);
      const inputs = [values[name], base?.[name], change?.theirs].map(inputOfValue);
      const valueOf = (value: unknown): FieldValue => fieldValueOf(name, value, inputs, names);
      const { text: shown, value } = valueOf(values[name]);
      return {
        name,
        value,
        text: shown,
        original: base === undefined ? undefined : valueOf(base[name]),
        theirs: change && { ...valueOf(change.theirs), isConflict: change.isConflict },
        problem: problem === undefined ? undefined : pageText(problem.message),
        warnings: warningsOf(name, values[name], base?.[name], codes).map(pageText),
        knownValues: hasStatusNames(name) ? knownValues : [],
      };
    }),
    readOnly: readOnlyFields(record ?? values),
    otherProblems: problems
      .filter(({ field }) => field === undefined || !isEditableField(field))
      .map(({ message }) => pageText(message)),
    isDeleted: file.isDeleted,
  };
}

type FieldValue = Pick<FieldState, 'value' | 'text'>;

/** Returns `value` of a field for display next to the values `inputs`. */
function fieldValueOf(
  name: EditableField,
  value: unknown,
  inputs: readonly string[],
  names: StatusNames,
): FieldValue {
  const input = inputOfValue(value);
  return {
    value: input,
    text: hasStatusNames(name) ? statusInputText(input, names) : comparedPageText(input, inputs),
  };
}

/** Returns the display text of a typed status, with its name if it has one. */
function statusInputText(input: string, names: StatusNames): FormText {
  const status = Array.from(names.keys()).find((each) => String(each) === input);
  return pageText(status === undefined ? input : numberedStatus(status, names));
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
    ...textWarnings(value),
    ...(isCode && value !== original && codes.isTaken(value)
      ? [vscode.l10n.t('Another label has this code.')]
      : []),
  ];
}

function readOnlyFields(record: LabelRecord): EditableFormState['readOnly'] {
  return Object.entries(record)
    .filter(([name]) => !isEditableField(name))
    .map(([name, value]) => ({ name: pageText(name), text: pageText(readableValue(value)) }));
}

function readableValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
  const time = localTime(value, textLanguage());
  return time === undefined ? text : `${time} (${text})`;
}
