import { editableFields, isEditableField } from '../core/labels/document/labelDocument.ts';
import { inputOfValue } from '../core/labels/document/labelDocumentEdit.ts';
import { parseLabelText } from '../core/labels/document/labelText.ts';
import type { LabelRecord } from '../core/api/label.ts';
import type { LabelFile } from './labelFile.ts';
import type { EditableFormState, FormField, FormState } from './protocol.ts';

/** What the form shows of the document `text` of a label. */
export function formStateOf(file: LabelFile, text: string): FormState {
  const parsed = parseLabelText(text);
  if (parsed.kind === 'invalid') {
    return { kind: 'unreadable', message: parsed.message };
  }
  const { record } = file;
  const difference = file.difference(text);
  const problems = difference?.kind === 'invalid' ? difference.problems : [];
  const fieldState = (field: FormField): EditableFormState['fields'][FormField] => {
    const problem = problems.find((each) => each.field === field)?.message;
    return {
      value: inputOfValue(parsed.values[field]),
      ...(record === undefined ? {} : { original: inputOfValue(record[field]) }),
      ...(problem === undefined ? {} : { problem }),
    };
  };
  const fields = {
    labelCode: fieldState('labelCode'),
    labelName: fieldState('labelName'),
    labelStatus: fieldState('labelStatus'),
  };
  const changes = editableFields.filter(
    (field) =>
      fields[field].original !== undefined && fields[field].original !== fields[field].value,
  );
  return {
    kind: 'editable',
    fields,
    readOnly: readOnlyFields(record ?? parsed.values),
    ...(record === undefined ? {} : { changes }),
    otherProblems: problems
      .filter(({ field }) => field === undefined || !isEditableField(field))
      .map(({ message }) => message),
    isDeleted: file.isDeleted,
  };
}

function readOnlyFields(record: LabelRecord): EditableFormState['readOnly'] {
  return Object.entries(record)
    .filter(([name]) => !isEditableField(name))
    .map(([name, value]) => ({ name, text: readableValue(value) }));
}

function readableValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}
