import * as l10n from '@vscode/l10n';
import type { Label } from '../api/label.ts';
import { editableFields, isEditableField, labelField } from '../api/labelFields.ts';
import { displayText } from '../text/displayText.ts';
import { localTime } from '../text/localTime.ts';
import { fieldValueText, statusText, type StatusNames } from './statusNames.ts';

/** Maximum number of rows in a tooltip's table. */
const maximumTableRows = 20;

/** Title of a label in lists: its name, or the best replacement for one. */
export function labelTitle({ id, labelCode, labelName }: Label): string {
  return displayText(labelName ?? '') || displayText(labelCode ?? '') || displayText(id) || id;
}

/** Texts next to a label's title in lists: its code, unless that is the title, and its status. */
export function labelDetails(label: Label, names: StatusNames): readonly string[] {
  const code = displayText(label.labelCode ?? '');
  const status = label.labelStatus === undefined ? '' : statusTitle(label.labelStatus, names);
  return [code === labelTitle(label) ? '' : code, status].filter((text) => text !== '');
}

/** Title of a status in lists: its name if it has one, otherwise “Status” and the number. */
export function statusTitle(status: number, names: StatusNames): string {
  const text = statusText(status, names);
  return names.has(status) ? text : l10n.t('Status {0}', text);
}

/**
 * All fields of a label as rows of a table for display: first the editable ones in their own order, then the
 * others in the order of the service. `language`, a language tag (BCP 47), is used for times.
 */
export function labelFieldRows(
  label: Label,
  names: StatusNames,
  language: string,
): readonly (readonly [string, string])[] {
  const rows: (readonly [string, string])[] = editableFields.map((field) => [
    labelField(field).title(),
    fieldValueText(field, label[field], names),
  ]);
  for (const [field, value] of Object.entries(label.record)) {
    if (!isEditableField(field)) {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      rows.push([
        field === 'id' ? l10n.t('ID') : inWords(field),
        localTime(value, language) ?? text,
      ]);
    }
  }
  const shown = rows.slice(0, maximumTableRows);
  return rows.length > shown.length ? [...shown, ['…', '']] : shown;
}

/** Returns the name of a field as words: `createTime` as `Create time`. */
function inWords(field: string): string {
  const words = field.replaceAll(/(?<=[a-z\d])(?=[A-Z])|_/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
